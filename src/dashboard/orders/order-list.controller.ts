import { Controller, Get, Req, Res, VERSION_NEUTRAL } from '@nestjs/common';
import { cursorIn, PAGE_SIZE } from '../../pages/paging.js';
import { orderKey, type Page, type PageOptions } from '../../support/index.js';
import type { PageRequest } from '../../pages/page-request.js';
import { OrderMoneyReader, OrderSearch, type OrderLine } from '../../shop/admin/index.js';
import { TerminalGroups } from '../../shop/core/index.js';
import { CsvExports } from '../frame/csv-exports.js';
import { PATHS } from '../frame/dashboard.layout.js';
import { DashboardPages } from '../frame/dashboard-pages.js';
import { EXPORT } from '../frame/export-link.view.js';
import { FIND, orderAddress } from './order-address.js';
import { orderColumns, type ExportedOrder } from './order-export.js';
import { readOrdersFilter, searchFilter, type OrdersFilter } from './order-filter.js';
import { ordersPage } from './orders.view.js';

/** The list of orders, as a page and as a file. */
@Controller({ path: PATHS.orders, version: VERSION_NEUTRAL })
export class OrderListController {
  constructor(
    private readonly pages: DashboardPages,
    private readonly search: OrderSearch,
    private readonly money: OrderMoneyReader,
    private readonly exports: CsvExports,
    private readonly groups: TerminalGroups,
  ) {}

  /** `GET <dashboard>/orders`, query fields `search`, or `attention`, `status`, `method`, `least`, `most`, `currency`, `group`, `from`, `to`; `after`, `before` */
  @Get()
  async index(@Req() request: PageRequest, @Res() response: unknown): Promise<void> {
    const context = this.pages.context(request);
    const filter = readOrdersFilter(request);
    const list = await this.list(filter, { cursor: cursorIn(request), limit: PAGE_SIZE }, context.timeZone);
    const [groups, attentions] = [await this.search.groups(), await this.search.attentions()];
    const methods = await this.search.methods();
    const currencies = [...new Set(this.groups.all.flatMap((group) => group.currencies))].sort();
    this.pages.show(response, ordersPage({ filter, list, groups, attentions, methods, currencies, context }));
  }

  /** `GET <dashboard>/orders/find`, query field `search`: redirects to the order if one is found, else to the list */
  @Get(FIND)
  async find(@Req() request: PageRequest, @Res() response: unknown): Promise<void> {
    const { base } = this.pages.context(request);
    const { search } = readOrdersFilter(request);
    const { items } = await this.search.find(search, { limit: 2 });
    const exact = items.filter(({ orderId }) => orderId === search);
    const [only, ...others] = exact.length > 0 ? exact : items;
    const list = `${base}${PATHS.orders}?${new URLSearchParams({ search })}`;
    this.pages.lead(response, only !== undefined && others.length === 0 ? orderAddress({ base }, only) : list);
  }

  /** `GET <dashboard>/orders/export.csv`, the same query fields without those of pages */
  @Get(EXPORT)
  async export(@Req() request: PageRequest, @Res() response: unknown): Promise<void> {
    const { timeZone } = this.pages.context(request);
    const filter = readOrdersFilter(request);
    await this.exports.send(request, response, {
      name: 'orders',
      columns: orderColumns(timeZone),
      read: async (part) => this.withFunds(await this.list(filter, part, timeZone)),
    });
  }

  private async withFunds(list: Page<OrderLine>): Promise<Page<ExportedOrder>> {
    const funds = await this.money.ofMany(list.items);
    return { ...list, items: list.items.map((order) => ({ order, funds: funds.get(orderKey(order)) })) };
  }

  private list(filter: OrdersFilter, part: PageOptions, timeZone: string): Promise<Page<OrderLine>> {
    if (filter.search !== '') return this.search.find(filter.search, part);
    return this.search.newest({ ...searchFilter(filter, timeZone), ...part });
  }
}

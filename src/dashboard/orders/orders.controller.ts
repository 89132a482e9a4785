import { Controller, Get, Param, Post, Req, Res, VERSION_NEUTRAL } from '@nestjs/common';
import { cursorIn, PAGE_SIZE } from '../../pages/paging.js';
import type { Page } from '../../support/index.js';
import { queryText, type PageRequest } from '../../pages/page-request.js';
import { OrderDetailsService, OrderSearch, type OrderDetails, type OrderLine } from '../../shop/admin/index.js';
import { InjectPayments, type Payments } from '../../shop/payments/index.js';
import { PATHS } from '../frame/dashboard.layout.js';
import { DashboardPages } from '../frame/dashboard-pages.js';
import { isOrderAction, ORDER_ACTIONS } from './order-actions.js';
import { FIND, ORDER, orderAddress, orderPath } from './order-address.js';
import { readOrdersFilter, searchFilter, type OrdersFilter } from './order-filter.js';
import { readArticles } from './order-articles.js';
import { orderPage } from './order.view.js';
import { ordersPage } from './orders.view.js';
import { StaffRefunds } from './staff-refunds.js';
import { readStoryPart } from './story-part.js';
import { SurplusRefunds } from './surplus-refunds.js';

const LONGEST_NAME = 64;

/** Orders: the list, one of them with its story, and what can be done about it. */
@Controller({ path: PATHS.orders, version: VERSION_NEUTRAL })
export class OrdersController {
  constructor(
    private readonly pages: DashboardPages,
    private readonly search: OrderSearch,
    private readonly details: OrderDetailsService,
    private readonly staffRefunds: StaffRefunds,
    private readonly surplus: SurplusRefunds,
    @InjectPayments() private readonly payments: Payments,
  ) {}

  /** `GET <dashboard>/orders`, query fields `search`, or `attention`, `status`, `group`, `from`, `to`; `after`, `before` */
  @Get()
  async index(@Req() request: PageRequest, @Res() response: unknown): Promise<void> {
    const context = this.pages.context(request);
    const filter = readOrdersFilter(request);
    const list = await this.list(request, filter, context.timeZone);
    const [groups, attentions] = [await this.search.groups(), await this.search.attentions()];
    this.pages.show(response, ordersPage({ filter, list, groups, attentions, context }));
  }

  /** `GET <dashboard>/orders/find`, query field `search`: leads to the order where one is found, else to the list */
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

  /** `GET <dashboard>/orders/order`, query fields `group`, `id`, `kind`, `part`; `articles=read` asks the service for them */
  @Get(ORDER)
  async show(@Req() request: PageRequest, @Res() response: unknown): Promise<void> {
    const details = await this.named(request);
    if (details === null) return this.pages.missing(request, response, 'order');
    const context = this.pages.context(request);
    const isAsked = queryText(request, 'articles') === 'read';
    const articles = isAsked ? await readArticles(this.payments, details.order) : null;
    this.pages.show(response, orderPage({ details, part: readStoryPart(request), articles, context }));
  }

  /** `POST <dashboard>/orders/order/{sync|acknowledge|refund|articles|surplus|erase}`, query fields `group`, `id` */
  @Post(`${ORDER}/:action`)
  async act(@Param('action') action: string, @Req() request: PageRequest, @Res() response: unknown): Promise<void> {
    if (!isOrderAction(action)) return this.pages.missing(request, response, 'action');
    const name = nameIn(request);
    const { role, labels } = this.pages.context(request);
    const tools = { payments: this.payments, staffRefunds: this.staffRefunds, surplus: this.surplus };
    await this.pages.act(request, response, {
      fallback: orderPath(name),
      work: (form, decision) => ORDER_ACTIONS[action](tools, { ...name, form, decision, role, labels: labels.order }),
    });
  }

  private list(request: PageRequest, filter: OrdersFilter, timeZone: string): Promise<Page<OrderLine>> {
    const part = { cursor: cursorIn(request), limit: PAGE_SIZE };
    if (filter.search !== '') return this.search.find(filter.search, part);
    return this.search.newest({ ...searchFilter(filter, timeZone), ...part });
  }

  private async named(request: PageRequest): Promise<OrderDetails | null> {
    const { group, orderId } = nameIn(request);
    return group === '' || orderId === '' ? null : this.details.of({ group, orderId });
  }
}

function nameIn(request: PageRequest): { group: string; orderId: string } {
  const value = (name: string): string => queryText(request, name).slice(0, LONGEST_NAME);
  return { group: value('group'), orderId: value('id') };
}

import { Controller, Get, Inject, Param, Post, Req, Res, UseGuards, VERSION_NEUTRAL } from '@nestjs/common';
import { ORDER_STATUSES } from '../../protocol/index.js';
import { HostGuard, SANDBOX_SETTINGS, type SandboxSettings } from '../core/index.js';
import { queryChoice, queryText, type PageRequest } from '../../pages/page-request.js';
import { OrderExpiry } from '../payments/index.js';
import { SandboxPages } from './sandbox-pages.js';
import { MerchantOrders } from './merchant-orders.js';
import { PATHS } from './merchant.layout.js';
import { OrderHistories } from './order-histories.js';
import { cursorIn } from '../../pages/paging.js';
import { transactionPage } from './transaction.view.js';
import { MerchantTransactionList, type MerchantListFilter } from './merchant-transaction-list.js';
import { transactionPath, transactionsPage } from './transactions.view.js';

const LONGEST_SEARCH = 50;

/** The merchant pages about orders: the list, one order, and its actions. */
@Controller({ path: PATHS.transactions, version: VERSION_NEUTRAL })
@UseGuards(HostGuard)
export class TransactionsController {
  constructor(
    private readonly pages: SandboxPages,
    private readonly list: MerchantTransactionList,
    private readonly histories: OrderHistories,
    private readonly orders: MerchantOrders,
    private readonly expiry: OrderExpiry,
    @Inject(SANDBOX_SETTINGS) private readonly settings: SandboxSettings,
  ) {}

  /** `GET /merchant/transactions`, query fields `search`, `status`, `group`, `after`, `before` */
  @Get()
  async index(@Req() request: PageRequest, @Res() response: unknown): Promise<void> {
    await this.expiry.runDue();
    const groups = this.settings.accounts.map(({ name }) => name);
    const filter = readFilter(request, groups);
    const list = await this.list.page(filter, cursorIn(request));
    this.pages.show(response, transactionsPage({ filter, list, groups, context: this.pages.context(request) }));
  }

  /** `GET /merchant/transactions/{id}`; the id is the sandbox's own key of the order */
  @Get(':id')
  async show(@Param('id') id: string, @Req() request: PageRequest, @Res() response: unknown): Promise<void> {
    await this.expiry.runDue();
    const history = await this.histories.read(id, cursorIn(request));
    if (history === null) return this.pages.missing(request, response, 'transaction');
    this.pages.show(response, transactionPage(history, this.pages.context(request)));
  }

  /** `POST /merchant/transactions/{id}/{action}` */
  @Post(':id/:action')
  async act(
    @Param('id') id: string,
    @Param('action') action: string,
    @Req() request: PageRequest,
    @Res() response: unknown,
  ): Promise<void> {
    const order = await this.histories.order(id);
    if (order === null || !this.orders.knows(action)) return this.pages.missing(request, response, 'transaction');
    await this.pages.act(request, response, {
      fallback: transactionPath(id),
      work: (form) => this.orders.act(order, action, form),
    });
  }
}

function readFilter(request: PageRequest, groups: readonly string[]): MerchantListFilter {
  return {
    search: queryText(request, 'search').trim().slice(0, LONGEST_SEARCH),
    status: queryChoice(request, 'status', ORDER_STATUSES),
    group: queryChoice(request, 'group', groups),
  };
}

import { Controller, Get, Inject, Param, Req, Res, UseGuards, VERSION_NEUTRAL } from '@nestjs/common';
import {
  GroupSwitches,
  HostGuard,
  PublicAddress,
  SANDBOX_SETTINGS,
  type SandboxAccount,
  type SandboxSettings,
  type ServiceAnswer,
  siteNumber,
  writeServiceJson,
} from '../../core/index.js';
import { pathOf, type PageRequest } from '../../../pages/page-request.js';
import { messageAnswer, ServiceGate } from '../service-gate.js';
import { readListQuery } from './list-query.js';
import { listItem, pagerOf, type ListContext } from './list-wire.js';
import { OrderExpiry } from '../../payments/index.js';
import { TransactionList } from './transaction-list.js';

const BAD_REQUEST = 400;
const FORBIDDEN = messageAnswer(403, 'Forbidden');

/** The list of transactions (spec §4.3). Its refusals are `{"message"}` (protocol §2.8). */
@Controller({ path: 'v1/json/transactions', version: VERSION_NEUTRAL })
@UseGuards(HostGuard)
export class SandboxTransactionsController {
  constructor(
    private readonly gate: ServiceGate,
    private readonly list: TransactionList,
    private readonly expiry: OrderExpiry,
    private readonly switches: GroupSwitches,
    private readonly address: PublicAddress,
    @Inject(SANDBOX_SETTINGS) private readonly settings: SandboxSettings,
  ) {}

  /** `GET /v1/json/transactions` */
  @Get()
  page(@Req() request: PageRequest, @Res() response: unknown): Promise<void> {
    return this.gate.handle({ request, response }, (account) => this.#page(request, account));
  }

  /** `GET /v1/json/transactions/{transaction_id}` */
  @Get(':id')
  one(@Param('id') id: string, @Req() request: PageRequest, @Res() response: unknown): Promise<void> {
    return this.gate.handle({ request, response }, (account) => this.#one(request, account, id));
  }

  async #page(request: PageRequest, account: SandboxAccount): Promise<ServiceAnswer> {
    if (!this.switches.of(account.name).mayListTransactions) return FORBIDDEN;
    await this.expiry.runDue();
    const params = paramsOf(request);
    const reading = readListQuery(params, this.settings.timeZone);
    if (!reading.ok) return messageAnswer(BAD_REQUEST, reading.message);
    const page = await this.list.page(account, reading.query);
    const context = this.#context(request, account, { params, limit: reading.query.limit });
    const data = page.items.map((item) => listItem(item, context));
    const json = { success: true, data, pager: pagerOf(page, context) };
    return { status: 200, text: writeServiceJson(json, this.settings) };
  }

  async #one(request: PageRequest, account: SandboxAccount, id: string): Promise<ServiceAnswer> {
    if (!this.switches.of(account.name).mayListTransactions) return FORBIDDEN;
    const item = await this.list.one(account.name, id);
    if (item === null) return messageAnswer(404, 'Not found');
    const context = this.#context(request, account, { params: new URLSearchParams(), limit: 1 });
    return this.gate.success(listItem(item, context));
  }

  #context(request: PageRequest, account: SandboxAccount, asked: Pick<ListContext, 'params' | 'limit'>): ListContext {
    const { accounts, timeZone } = this.settings;
    const { listedGiftCards: giftCardsAs } = this.switches.of(account.name);
    const place = { siteId: siteNumber(account, accounts), url: this.address.base() + pathOf(request) };
    return { ...asked, ...place, timeZone, giftCardsAs };
  }
}

function paramsOf(request: PageRequest): URLSearchParams {
  const url = request.originalUrl ?? request.url;
  const start = url.indexOf('?');
  return new URLSearchParams(start < 0 ? '' : url.slice(start + 1));
}

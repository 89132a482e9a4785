import { Controller, Get, Inject, Param, Post, Req, Res, UseGuards, VERSION_NEUTRAL } from '@nestjs/common';
import { accountOfRequest } from '../http/api-key.js';
import { faultAnswer, successAnswer, type ServiceAnswer, type ServiceFault } from '../http/envelope.js';
import { HostGuard } from '../http/host.guard.js';
import { PublicAddress } from '../http/public-address.js';
import { pathOf, readText, type SandboxRequest } from '../http/request.js';
import { Responder } from '../http/responder.js';
import type { SandboxAccount, SandboxSettings } from '../sandbox.settings.js';
import { SANDBOX_SETTINGS } from '../sandbox.tokens.js';
import { OrderExpiry } from '../transactions/order-expiry.js';
import { readCreateOrder } from './create-order.parser.js';
import { OrderFinder } from './order-finder.js';
import { SandboxOrders } from './orders.service.js';
import { serviceOrder } from './order-wire.js';

const INVALID_KEY: ServiceFault = { code: 1032 };
const ROUTE = /\/v1\/json\/orders\/?$/;

/** The service's order operations (spec §4.1, §4.2). */
@Controller({ path: 'v1/json/orders', version: VERSION_NEUTRAL })
@UseGuards(HostGuard)
export class SandboxOrdersController {
  constructor(
    private readonly orders: SandboxOrders,
    private readonly finder: OrderFinder,
    private readonly expiry: OrderExpiry,
    private readonly address: PublicAddress,
    private readonly responder: Responder,
    @Inject(SANDBOX_SETTINGS) private readonly settings: SandboxSettings,
  ) {}

  /** `POST /v1/json/orders` */
  @Post()
  async create(@Req() request: SandboxRequest, @Res() response: unknown): Promise<void> {
    const account = accountOfRequest(request, this.settings.accounts);
    const answer = account === null ? faultAnswer(INVALID_KEY) : await this.#create(request, account);
    this.responder.json(response, answer.status, answer.text);
  }

  /** `GET /v1/json/orders/{order_id}` */
  @Get(':id')
  async get(@Param('id') id: string, @Req() request: SandboxRequest, @Res() response: unknown): Promise<void> {
    const account = accountOfRequest(request, this.settings.accounts);
    const answer = account === null ? faultAnswer(INVALID_KEY) : await this.#get(account, id);
    this.responder.json(response, answer.status, answer.text);
  }

  async #create(request: SandboxRequest, account: SandboxAccount): Promise<ServiceAnswer> {
    const reading = readCreateOrder(await readText(request));
    if (!reading.ok) return faultAnswer(reading.fault);
    // Under a host's global prefix the payment page has that prefix too.
    const pageBase = this.address.base() + pathOf(request).replace(ROUTE, '');
    const outcome = await this.orders.create(reading.order, { account, pageBase });
    if (!outcome.ok) return faultAnswer(outcome.fault);
    const { id, paymentUrl } = outcome.session;
    return successAnswer({ order_id: reading.order.orderId, session_id: id, payment_url: paymentUrl });
  }

  async #get(account: SandboxAccount, id: string): Promise<ServiceAnswer> {
    await this.expiry.runDue();
    const order = await this.finder.find(account.name, id);
    if (order === null) return faultAnswer({ code: 1006, detail: 'no such order' });
    const session = await this.finder.openSession(order);
    const page = session === null ? {} : { payment_url: session.paymentUrl, session_id: session.id };
    const wire = serviceOrder(await this.finder.withTransaction(order), this.settings.timeZone);
    return successAnswer({ ...wire, ...page }, this.settings);
  }
}

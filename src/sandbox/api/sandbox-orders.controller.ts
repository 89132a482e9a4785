import { Controller, Get, Inject, Param, Patch, Post, Req, Res, UseGuards, VERSION_NEUTRAL } from '@nestjs/common';
import {
  faultAnswer,
  HostGuard,
  PublicAddress,
  SANDBOX_SETTINGS,
  type SandboxAccount,
  type SandboxSettings,
  type ServiceAnswer,
} from '../core/index.js';
import { pathOf, readText, type PageRequest } from '../../pages/page-request.js';
import { OrderExpiry } from '../payments/index.js';
import { readCreateOrder } from './creation/create-order.parser.js';
import { CreateOrderAnswers } from './creation/create-order-answers.js';
import { OrderFinder, refundOrder, serviceOrder } from '../orders/index.js';
import { OrderUpdates } from './updates/order-updates.js';
import { OrderCreationService } from './creation/order-creation.service.js';
import { readBody } from './request-body.js';
import { ServiceGate } from './service-gate.js';

const ROUTE = /\/v1\/json\/orders\/?$/;

/** The service's operations on whole orders (spec §4.1, §4.2; protocol §2.3, §2.5). */
@Controller({ path: 'v1/json/orders', version: VERSION_NEUTRAL })
@UseGuards(HostGuard)
export class SandboxOrdersController {
  constructor(
    private readonly gate: ServiceGate,
    private readonly orders: OrderCreationService,
    private readonly updates: OrderUpdates,
    private readonly answers: CreateOrderAnswers,
    private readonly finder: OrderFinder,
    private readonly expiry: OrderExpiry,
    private readonly address: PublicAddress,
    @Inject(SANDBOX_SETTINGS) private readonly settings: SandboxSettings,
  ) {}

  /** `POST /v1/json/orders` */
  @Post()
  create(@Req() request: PageRequest, @Res() response: unknown): Promise<void> {
    return this.gate.handle({ request, response }, (account) => this.#create(request, account));
  }

  /** `GET /v1/json/orders/{order_id}` */
  @Get(':id')
  get(@Param('id') id: string, @Req() request: PageRequest, @Res() response: unknown): Promise<void> {
    return this.gate.handle({ request, response }, (account) => this.#get(account, id));
  }

  /** `PATCH /v1/json/orders/{order_id}` */
  @Patch(':id')
  update(@Param('id') id: string, @Req() request: PageRequest, @Res() response: unknown): Promise<void> {
    return this.gate.handle({ request, response }, async (account) => {
      await this.expiry.runDue();
      return this.updates.update({ account, id }, await readBody(request));
    });
  }

  /** `POST /v1/json/orders/{order_id}/cancel`: for an order on a till, or one that waits for a scanned code. */
  @Post(':id/cancel')
  cancel(@Param('id') id: string, @Req() request: PageRequest, @Res() response: unknown): Promise<void> {
    return this.gate.handle({ request, response }, async (account) => {
      await this.expiry.runDue();
      return this.updates.cancelAtTill({ account, id });
    });
  }

  async #create(request: PageRequest, account: SandboxAccount): Promise<ServiceAnswer> {
    await this.expiry.runDue();
    const reading = readCreateOrder(await readText(request));
    if (!reading.ok) return faultAnswer(reading.fault);
    // Under a host's global prefix, the payment page has that prefix too.
    const pageBase = this.address.base() + pathOf(request).replace(ROUTE, '');
    const outcome = await this.orders.create(reading.order, { account, pageBase });
    return outcome.ok ? this.answers.created(outcome, pageBase) : faultAnswer(outcome.fault);
  }

  async #get(account: SandboxAccount, id: string): Promise<ServiceAnswer> {
    await this.expiry.runDue();
    const order = await this.finder.find(account.name, id);
    if (order === null) return this.#getRelated(account, id);
    return this.gate.success({
      ...serviceOrder(await this.finder.recordBy(id, order), this.settings.timeZone),
      ...(await this.finder.pageIn(order)),
    });
  }

  async #getRelated(account: SandboxAccount, id: string): Promise<ServiceAnswer> {
    const refund = await this.finder.findRefund(account.name, id);
    if (refund === null) return faultAnswer({ code: 1006, detail: 'no such order' });
    return this.gate.success(refundOrder(refund, this.settings.timeZone));
  }
}

import { Controller, Param, Patch, Post, Req, Res, UseGuards, VERSION_NEUTRAL } from '@nestjs/common';
import {
  faultAnswer,
  GroupSwitches,
  HostGuard,
  JsonDigits,
  type SandboxAccount,
  type ServiceAnswer,
} from '../../core/index.js';
import type { PageRequest } from '../../../pages/page-request.js';
import { NotificationSender } from '../../notifications/index.js';
import { forbidsRefunds, triggeredByOrder, triggeredByRequest } from '../error-triggers.js';
import { OrderFinder } from '../../orders/index.js';
import { readBody, type BodyReading } from '../request-body.js';
import { messageAnswer, ServiceGate } from '../service-gate.js';
import { readRefund } from './refund-request.parser.js';
import { Refunds } from '../../payments/index.js';

const NO_ORDER = { code: 1006, detail: 'no such order' };
const NO_REFUND = { code: 1006, detail: 'no such refund' };

/** Refunds over HTTP (protocol §2.6, §2.7). */
@Controller({ path: 'v1/json/orders', version: VERSION_NEUTRAL })
@UseGuards(HostGuard)
export class SandboxRefundsController {
  constructor(
    private readonly gate: ServiceGate,
    private readonly finder: OrderFinder,
    private readonly refunds: Refunds,
    private readonly sender: NotificationSender,
    private readonly switches: GroupSwitches,
  ) {}

  /** `POST /v1/json/orders/{order_id}/refunds` */
  @Post(':id/refunds')
  book(@Param('id') id: string, @Req() request: PageRequest, @Res() response: unknown): Promise<void> {
    return this.gate.handle({ request, response }, async (account) => this.#book(account, id, await readBody(request)));
  }

  /** `PATCH /v1/json/orders/{order_id}/refunds/{refund_id}` */
  @Patch(':id/refunds/:refund')
  cancel(@Param() path: RefundPath, @Req() request: PageRequest, @Res() response: unknown): Promise<void> {
    return this.gate.handle({ request, response }, async (account) =>
      this.#cancel(account, path, await readBody(request)),
    );
  }

  async #book(account: SandboxAccount, id: string, reading: BodyReading): Promise<ServiceAnswer> {
    const order = await this.finder.find(account.name, id);
    if (order === null) return faultAnswer(NO_ORDER);
    if (!reading.ok) return faultAnswer(reading.fault);
    const trigger = triggeredByRequest(reading.body) ?? triggeredByOrder(order, 'refund');
    if (trigger !== null) return faultAnswer(trigger);
    if (forbidsRefunds(order)) return messageAnswer(403, 'This payment cannot be refunded');
    const { transaction } = await this.finder.recordBy(id, order);
    // The lender checks the cart, also if the shopper chose the method on the page.
    const { currency, cart } = order;
    const asked = readRefund(reading.body, { currency, cart, gateway: transaction?.method ?? order.gateway });
    if (!asked.ok) return faultAnswer(asked.fault);
    const outcome = await this.refunds.book(
      order.id,
      { ...asked.refund, transactionKey: transaction?.id ?? null },
      'api',
    );
    if (!outcome.ok) return faultAnswer(outcome.fault);
    this.sender.sendSoon(outcome.ticket);
    if (this.switches.of(account.name).refundAnswer === 'empty') return this.gate.success({});
    const { refund, originalId } = outcome;
    const ids = { transaction_id: new JsonDigits(originalId), refund_id: new JsonDigits(refund.transactionId) };
    return this.gate.success({ order_id: refund.orderId, ...ids });
  }

  async #cancel(account: SandboxAccount, path: RefundPath, reading: BodyReading): Promise<ServiceAnswer> {
    const order = await this.finder.find(account.name, path.id);
    if (order === null) return faultAnswer(NO_ORDER);
    const found = await this.finder.findRefund(account.name, path.refund);
    if (found === null || found.order.id !== order.id) return faultAnswer(NO_REFUND);
    if (!reading.ok) return faultAnswer(reading.fault);
    if (reading.body['status'] !== 'void') return faultAnswer({ code: 1016, detail: 'status must be void' });
    const outcome = await this.refunds.cancel(found.refund.id);
    if (!outcome.ok) return faultAnswer(outcome.fault);
    this.sender.sendSoon(outcome.ticket);
    return this.gate.success({});
  }
}

interface RefundPath {
  readonly id: string;
  readonly refund: string;
}

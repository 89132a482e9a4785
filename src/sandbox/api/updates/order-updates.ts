import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { formatServiceTime } from '../../../protocol/index.js';
import {
  faultAnswer,
  SANDBOX_SETTINGS,
  type SandboxAccount,
  SandboxDatabase,
  type SandboxSettings,
  type ServiceAnswer,
  type ServiceJson,
  refuse,
} from '../../core/index.js';
import { NotificationSender } from '../../notifications/index.js';
import { type ChangeOutcome, type OutcomeRequest, PartialShipments, PaymentOutcomes } from '../../payments/index.js';
import { triggeredByOrder, triggeredByRequest } from '../error-triggers.js';
import { OrderFinder, SandboxOrderEntity } from '../../orders/index.js';
import { readOrderUpdate, type OrderUpdate } from './order-update.parser.js';
import type { BodyReading } from '../request-body.js';
import { goneAnswer, messageAnswer, ServiceGate } from '../service-gate.js';

/** The account and the order, by `order_id` or `transaction_id`. */
export interface OrderAddress {
  readonly account: SandboxAccount;
  readonly id: string;
}

// Six weeks, like the service (protocol §2.3).
const EXTENSION_MS = 42 * 86_400_000;
const DATE_LENGTH = 10;

/** Changes orders on the shop's request: shipped, cancelled, extended, invoiced (protocol §2.3, §2.5). */
@Injectable()
export class OrderUpdates {
  constructor(
    private readonly gate: ServiceGate,
    private readonly database: SandboxDatabase,
    private readonly finder: OrderFinder,
    private readonly outcomes: PaymentOutcomes,
    private readonly shipments: PartialShipments,
    private readonly sender: NotificationSender,
    @Inject(SANDBOX_SETTINGS) private readonly settings: SandboxSettings,
  ) {}

  /** `PATCH /orders/{id}` */
  async update({ account, id }: OrderAddress, reading: BodyReading): Promise<ServiceAnswer> {
    const order = await this.finder.find(account.name, id);
    if (order === null) return goneAnswer();
    const asked = reading.ok ? readOrderUpdate(reading.body) : reading;
    const trigger = reading.ok ? (triggeredByRequest(reading.body) ?? triggeredByOrder(order, 'update')) : null;
    if (trigger !== null) return faultAnswer(trigger);
    if (!asked.ok) return faultAnswer(asked.fault);
    const outcome = await this.database.run(async (em): Promise<ChangeOutcome> => {
      const changed = await this.#apply(em, order.id, asked.update);
      const { invoiceId } = asked;
      if (changed.ok && invoiceId !== null) await em.update(SandboxOrderEntity, { id: order.id }, { invoiceId });
      return changed;
    });
    if (!outcome.ok) return faultAnswer(outcome.fault);
    for (const ticket of outcome.tickets) this.sender.sendSoon(ticket);
    return this.gate.success(outcome.data);
  }

  /** `POST /orders/{id}/cancel`: only for an order on a till, or one that waits for a scanned code. */
  async cancelAtTill({ account, id }: OrderAddress): Promise<ServiceAnswer> {
    const order = await this.finder.find(account.name, id);
    if (order === null) return faultAnswer({ code: 1006, detail: 'no such session' });
    const trigger = triggeredByOrder(order, 'cancel');
    if (trigger !== null) return faultAnswer(trigger);
    if (order.terminalId === null && order.gateway !== 'MISTERCASH') return messageAnswer(403, 'Forbidden');
    const result = await this.outcomes.apply({ orderKey: order.id, outcome: 'cancelled', source: 'page' });
    if (!result.ok) return messageAnswer(403, 'Forbidden');
    this.sender.sendSoon(result.notification);
    return this.gate.success(reducedSession(result.order, this.settings.timeZone));
  }

  #apply(em: EntityManager, orderKey: string, update: OrderUpdate): Promise<ChangeOutcome> {
    if (update.kind === 'invoice') return Promise.resolve({ ok: true, data: {}, tickets: [] });
    if (update.kind === 'extend') return this.#extend(em, orderKey);
    if (update.kind === 'cancel') return this.#cancel(em, orderKey, update.isExcluded);
    if (update.amount !== null) return this.shipments.ship(em, orderKey, { ...update, amount: update.amount });
    return this.#move(em, { orderKey, outcome: 'shipped', source: 'library', shipment: update.shipment });
  }

  async #cancel(em: EntityManager, orderKey: string, isExcluded: boolean): Promise<ChangeOutcome> {
    const order = await this.finder.byKey(em, orderKey);
    if (order.terminalId !== null)
      return refuse(1006, 'a payment on a till is cancelled with POST /orders/{id}/cancel');
    const changed = await this.#move(em, { orderKey, outcome: 'cancelled', source: 'library', method: null });
    const never = { secondChance: null, secondChanceAt: null };
    if (changed.ok && isExcluded) await em.update(SandboxOrderEntity, { id: orderKey }, never);
    return changed;
  }

  async #extend(em: EntityManager, orderKey: string): Promise<ChangeOutcome> {
    const order = await this.finder.byKey(em, orderKey);
    const open = ['initialized', 'declined', 'uncleared'].includes(order.status);
    if (!open && order.financialStatus !== 'uncleared')
      return refuse(1006, `an order that is ${order.status} has no expiry`);
    order.expiresAt += EXTENSION_MS;
    if (order.heldUntil !== null) order.heldUntil += EXTENSION_MS;
    order.modifiedAt = Math.max(this.settings.clock.now(), order.modifiedAt);
    await em.save(order);
    const until = order.status === 'completed' ? order.heldUntil : null;
    const date = formatServiceTime(until ?? order.expiresAt, this.settings.timeZone).slice(0, DATE_LENGTH);
    return { ok: true, data: { expiration_date: date }, tickets: [] };
  }

  async #move(em: EntityManager, request: OutcomeRequest): Promise<ChangeOutcome> {
    const result = await this.outcomes.applyIn(em, request);
    if (result.ok) return { ok: true, data: {}, tickets: [result.notification] };
    const { status } = await this.finder.byKey(em, request.orderKey);
    return refuse(1006, `an order that is ${status} cannot be ${request.outcome}`);
  }
}

/** The answer for a session that never had a transaction: no id, no amount (protocol §2.2). */
function reducedSession(order: SandboxOrderEntity, timeZone: string): ServiceJson {
  return {
    costs: [],
    created: formatServiceTime(order.createdAt, timeZone),
    custom_info: order.customInfo,
    fastcheckout: 'NO',
    financial_status: null,
    modified: formatServiceTime(order.modifiedAt, timeZone),
    payment_details: {},
    payment_methods: null,
    status: order.status,
  };
}

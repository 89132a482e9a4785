import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { faultAnswer, type ServiceAnswer } from '../http/envelope.js';
import { JsonDigits } from '../http/service-json.js';
import { NotificationQueue } from '../notifications/notification-queue.js';
import { NotificationSender } from '../notifications/notification-sender.js';
import { SandboxDatabase } from '../sandbox.database.js';
import type { SandboxSettings } from '../sandbox.settings.js';
import { SANDBOX_SETTINGS } from '../sandbox.tokens.js';
import { GroupSwitches } from '../terminals/group-switches.js';
import { OrderExpiry } from '../transactions/order-expiry.js';
import { TransactionMaker } from '../transactions/transaction-maker.js';
import { SandboxTransactionEntity } from '../transactions/transaction.entity.js';
import type { ChangeOutcome } from './change-outcome.js';
import { readCapture, readRelease, type CaptureRequest } from './capture.parser.js';
import { triggeredByOrder, triggeredByRequest } from './error-triggers.js';
import { OrderFinder } from './order-finder.js';
import { OrderSplit } from './order-split.js';
import type { OrderAddress } from './order-updates.js';
import type { SandboxOrderEntity } from './order.entity.js';
import type { BodyReading } from './request-body.js';
import { ServiceGate } from './service-gate.js';

type Work = (em: EntityManager, order: SandboxOrderEntity) => Promise<ChangeOutcome>;

/** Takes or gives up money that is only reserved (protocol §2.4). */
@Injectable()
export class Captures {
  constructor(
    private readonly gate: ServiceGate,
    private readonly database: SandboxDatabase,
    private readonly finder: OrderFinder,
    private readonly orders: OrderSplit,
    private readonly maker: TransactionMaker,
    private readonly expiry: OrderExpiry,
    private readonly queue: NotificationQueue,
    private readonly sender: NotificationSender,
    private readonly switches: GroupSwitches,
    @Inject(SANDBOX_SETTINGS) private readonly settings: SandboxSettings,
  ) {}

  /** `POST /orders/{id}/capture` */
  async capture(address: OrderAddress, reading: BodyReading): Promise<ServiceAnswer> {
    const asked = reading.ok ? readCapture(reading.body) : reading;
    if (!asked.ok) return faultAnswer(asked.fault);
    return this.#change(address, reading, (em, order) => this.#capture(em, order, asked.capture));
  }

  /** `PATCH /capture/{id}` */
  async release(address: OrderAddress, reading: BodyReading): Promise<ServiceAnswer> {
    const fault = reading.ok ? readRelease(reading.body) : reading.fault;
    if (fault !== null) return faultAnswer(fault);
    return this.#change(address, reading, (em, order) => this.releaseIn(em, order));
  }

  /** Gives up what is still reserved: on request, or because its time is up. */
  async releaseIn(em: EntityManager, order: SandboxOrderEntity): Promise<ChangeOutcome> {
    const original = await this.#reservation(em, order);
    if (original === null) return nothingReserved(order);
    const amount = order.captureRemain ?? 0;
    await this.maker.add(em, order, {
      type: 'auth-cancellation',
      parentKey: order.id,
      referenceId: original.transactionId,
      method: original.method,
      status: 'void',
      amount,
    });
    // Void even where a part was captured: that part is an order of its own, and a related transaction of this one.
    const { cancelledForm } = this.switches.of(order.group);
    const words = { status: 'void', financialStatus: cancelledForm === 'second' ? 'cancelled' : 'void' } as const;
    Object.assign(order, words, amount === order.amount ? { completedAt: null } : {});
    await this.#settle(em, order, 0);
    await em.update(SandboxTransactionEntity, { id: original.id }, { ...words, completedAt: null });
    const data = { order_id: order.orderId, success: true, transaction_id: new JsonDigits(original.transactionId) };
    return { ok: true, data, tickets: [await this.queue.add(em, order, 'released')] };
  }

  async #change(address: OrderAddress, reading: BodyReading, work: Work): Promise<ServiceAnswer> {
    await this.expiry.runDue();
    const outcome = await this.database.run(async (em): Promise<ChangeOutcome> => {
      const found = await this.finder.find(address.account.name, address.id, em);
      if (found === null) return { ok: false, fault: { code: 1006, detail: 'no such order' } };
      const order = await this.finder.byKey(em, found.id);
      const asked = reading.ok ? triggeredByRequest(reading.body) : null;
      const trigger = asked ?? triggeredByOrder(order, 'capture');
      return trigger === null ? work(em, order) : { ok: false, fault: trigger };
    });
    if (!outcome.ok) return faultAnswer(outcome.fault);
    for (const ticket of outcome.tickets) this.sender.sendSoon(ticket);
    return this.gate.success(outcome.data);
  }

  async #capture(em: EntityManager, order: SandboxOrderEntity, capture: CaptureRequest): Promise<ChangeOutcome> {
    const original = await this.#reservation(em, order);
    if (original === null) return nothingReserved(order);
    const remain = order.captureRemain ?? 0;
    const amount = capture.amount ?? remain;
    if (amount > remain) return refuse(1001, `only ${remain} can still be captured`);
    if (capture.invoiceId !== null) order.invoiceId = capture.invoiceId;
    return amount === order.amount
      ? this.#captureWhole(em, order, original)
      : this.#capturePart(em, order, { ...capture, amount });
  }

  // All of it at once needs no order of its own: the reservation itself becomes the payment.
  async #captureWhole(
    em: EntityManager,
    order: SandboxOrderEntity,
    original: SandboxTransactionEntity,
  ): Promise<ChangeOutcome> {
    order.financialStatus = 'completed';
    await this.#settle(em, order, 0);
    await em.update(SandboxTransactionEntity, { id: original.id }, { financialStatus: 'completed' });
    const data = { order_id: order.orderId, transaction_id: new JsonDigits(original.transactionId) };
    return { ok: true, data, tickets: [await this.queue.add(em, order, 'captured')] };
  }

  async #capturePart(
    em: EntityManager,
    order: SandboxOrderEntity,
    { amount, orderId }: CaptureRequest & { amount: number },
  ): Promise<ChangeOutcome> {
    const state = { status: 'completed', financialStatus: 'completed' } as const;
    const split = await this.orders.split(em, order, { type: 'capture', orderId, amount, ...state });
    if (split === null) return refuse(1006, 'new_order_id is in use');
    await this.#settle(em, order, (order.captureRemain ?? 0) - amount);
    const own = await this.queue.add(em, split.order, 'captured');
    const data = { order_id: split.order.orderId, transaction_id: new JsonDigits(split.transaction.transactionId) };
    return { ok: true, data, tickets: [own, await this.queue.add(em, order, 'captured')] };
  }

  async #settle(em: EntityManager, order: SandboxOrderEntity, remain: number): Promise<void> {
    order.captureRemain = remain;
    order.modifiedAt = Math.max(this.settings.clock.now(), order.modifiedAt);
    await em.save(order);
  }

  #reservation(em: EntityManager, order: SandboxOrderEntity): Promise<SandboxTransactionEntity | null> {
    const isReserved = order.capture === 'manual' && order.financialStatus === 'initialized' && order.captureRemain;
    return isReserved
      ? em.findOneBy(SandboxTransactionEntity, { id: order.transactionKey ?? '' })
      : Promise.resolve(null);
  }
}

function nothingReserved({ status }: SandboxOrderEntity): ChangeOutcome {
  return refuse(1006, `nothing is reserved for this order, which is ${status}`);
}

function refuse(code: number, detail: string): ChangeOutcome {
  return { ok: false, fault: { code, detail } };
}

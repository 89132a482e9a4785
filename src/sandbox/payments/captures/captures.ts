import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { GroupSwitches, JsonDigits, SANDBOX_SETTINGS, type SandboxSettings, refuse } from '../../core/index.js';
import { NotificationQueue } from '../../notifications/index.js';
import { type SandboxOrderEntity, SandboxTransactionEntity, TransactionMaker } from '../../orders/index.js';
import type { ChangeOutcome } from './change-outcome.js';
import { OrderSplit } from './order-split.js';

/** A shop's request to capture reserved money (protocol §2.4). */
export interface CaptureRequest {
  /** Minor units; null: all that is still reserved. */
  readonly amount: number | null;
  /** The capture's own order_id; null: one is made. */
  readonly orderId: string | null;
  readonly invoiceId: string | null;
}

/** The row of a captured part, or of what was let go of, in the old form (`captureRows`). */
const UNNAMED = { orderId: '' } as const;

/** Captures or releases reserved money (protocol §2.4). */
@Injectable()
export class Captures {
  constructor(
    private readonly orders: OrderSplit,
    private readonly maker: TransactionMaker,
    private readonly queue: NotificationQueue,
    private readonly switches: GroupSwitches,
    @Inject(SANDBOX_SETTINGS) private readonly settings: SandboxSettings,
  ) {}

  /** Releases what is still reserved: on request, or because it has lapsed. */
  async releaseIn(em: EntityManager, order: SandboxOrderEntity): Promise<ChangeOutcome> {
    const original = await this.#reservation(em, order);
    if (original === null) return nothingReserved(order);
    const amount = order.captureRemain ?? 0;
    const { cancelledForm, releaseForm, captureRows } = this.switches.of(order.group);
    await this.maker.add(em, order, {
      type: 'auth-cancellation',
      ...(captureRows === 'unnamed' && UNNAMED),
      parentKey: order.id,
      referenceId: original.transactionId,
      method: original.method,
      status: 'void',
      amount,
    });
    // The order is void even if a part was captured: that part is an order of its own, and a related transaction of this one.
    const words = { status: 'void', financialStatus: cancelledForm === 'second' ? 'cancelled' : 'void' } as const;
    const isShown = releaseForm === 'status';
    if (isShown) Object.assign(order, words, amount === order.amount ? { completedAt: null } : {});
    await this.#settle(em, order, 0);
    if (isShown) await em.update(SandboxTransactionEntity, { id: original.id }, { ...words, completedAt: null });
    const data = { order_id: order.orderId, success: true, transaction_id: new JsonDigits(original.transactionId) };
    return { ok: true, data, tickets: [await this.queue.add(em, order, 'released')] };
  }

  /** Captures the requested amount, or all that is still reserved. */
  async captureIn(em: EntityManager, order: SandboxOrderEntity, capture: CaptureRequest): Promise<ChangeOutcome> {
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

  // If all is captured at once, no new order is needed: the reservation itself becomes the payment.
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
    const isUnnamed = this.switches.of(order.group).captureRows === 'unnamed';
    if (isUnnamed) await em.update(SandboxTransactionEntity, { id: split.transaction.id }, UNNAMED);
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

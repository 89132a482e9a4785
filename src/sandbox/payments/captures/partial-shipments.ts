import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { GroupSwitches, JsonDigits, refuse } from '../../core/index.js';
import { NotificationQueue } from '../../notifications/index.js';
import { habitsOf, isPayLater, OrderFinder, SandboxOrderEntity, SandboxTransactionEntity } from '../../orders/index.js';
import type { ChangeOutcome } from './change-outcome.js';
import { OrderSplit } from './order-split.js';

/** A shipped part of an order. */
export interface PartialShipment {
  readonly shipment: Record<string, string | null>;
  /** Minor units. */
  readonly amount: number;
}

/** Ships a pay-later order in parts: the lender pays each part separately (protocol §2.3). */
@Injectable()
export class PartialShipments {
  constructor(
    private readonly finder: OrderFinder,
    private readonly orders: OrderSplit,
    private readonly queue: NotificationQueue,
    private readonly switches: GroupSwitches,
  ) {}

  /** Makes the shipment's order; the original order keeps its status. */
  async ship(em: EntityManager, orderKey: string, { shipment, amount }: PartialShipment): Promise<ChangeOutcome> {
    const order = await this.finder.byKey(em, orderKey);
    // The shopper may have chosen the lender on the page.
    const payment = await em.findOneBy(SandboxTransactionEntity, { id: order.transactionKey ?? '' });
    const method = payment?.method ?? order.gateway;
    if (!isPayLater(method)) return refuse(1016, 'only pay-later orders are shipped in parts');
    const { financialStatus } = order;
    const { paid, shipped: financialWhenShipped = financialStatus } = habitsOf(method, this.switches.of(order.group));
    // Some lenders call what they have promised `initialized`, as if the shopper had not decided (protocol §4.1).
    const isPromised = financialStatus === 'uncleared' || (order.status === 'completed' && financialStatus === paid);
    if (order.transactionKey === null || !isPromised) {
      return refuse(1006, `an order that is ${order.status} cannot be shipped`);
    }
    const parts = await em.findBy(SandboxTransactionEntity, { parentKey: orderKey, type: 'shipment' });
    const shipped = parts.reduce((sum, part) => sum + part.amount, 0);
    if (shipped + amount > order.amount) return refuse(1001, `only ${order.amount - shipped} is left to be shipped`);
    const part = { type: 'shipment', orderId: null, amount, status: 'shipped' } as const;
    const split = await this.orders.split(em, order, { ...part, financialStatus: financialWhenShipped });
    if (split === null) return refuse(1006, 'the order_id of the shipment is in use');
    // What becomes of the rest when its time is up is not known.
    await em.update(SandboxOrderEntity, { id: orderKey }, { heldUntil: null });
    Object.assign(split.order, { shipment, shippedAt: split.order.createdAt });
    await em.save(split.order);
    const data = { order_id: split.order.orderId, transaction_id: new JsonDigits(split.transaction.transactionId) };
    return { ok: true, data, tickets: [await this.queue.add(em, split.order, 'shipped')] };
  }
}

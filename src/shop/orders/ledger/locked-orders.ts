import type { EntityManager } from 'typeorm';
import { lockRows, readRows } from '../../../database/engine/index.js';
import type { OrderStanding } from '../../../protocol/index.js';
import { orderKey } from '../../../support/index.js';
import { AttemptEntity } from '../entities/attempt.entity.js';
import { PaymentOrderEntity } from '../entities/payment-order.entity.js';

/** What an observation names: an attempt, by the id that the service knows it by. */
interface Named {
  readonly group: string;
  readonly serviceOrderId: string;
  /** What was seen of it: a captured part, an order of its own there, says which reservation it is of. */
  readonly order?: Pick<OrderStanding, 'auth_order_id'>;
}

/** An order under its lock, and the attempt by which it was found. */
export interface OpenOrder {
  readonly row: PaymentOrderEntity;
  readonly attempt: AttemptEntity;
  /** Whether what is looked at is a part that was captured of the attempt, under an id of its own. */
  readonly isPart: boolean;
  /** Number of the newest attempt that may have reached the service: what was refused there has no word of its own. */
  readonly reached: number;
}

const idsOf = ({ serviceOrderId, order }: Named): string[] =>
  order?.auth_order_id ? [serviceOrderId, order.auth_order_id] : [serviceOrderId];

/** The orders that some observations are about, locked in one order whoever asks for them. */
export class LockedOrders {
  private constructor(
    private readonly attempts: ReadonlyMap<string, AttemptEntity>,
    private readonly orders: Map<string, PaymentOrderEntity>,
    private readonly reached: ReadonlyMap<string, number>,
  ) {}

  /** Finds the attempts and locks their orders until the transaction ends. */
  static async open(tx: EntityManager, named: readonly Named[]): Promise<LockedOrders> {
    const attempts = new Map<string, AttemptEntity>();
    const orders = new Map<string, PaymentOrderEntity>();
    const reached = new Map<string, number>();
    for (const group of new Set(named.map((each) => each.group).toSorted())) {
      const values = named.filter((each) => each.group === group).flatMap(idsOf);
      const found = await readRows(tx, AttemptEntity, { equal: { group }, property: 'serviceOrderId', values });
      for (const attempt of found) attempts.set(orderKey({ group, orderId: attempt.serviceOrderId }), attempt);
      const ids = found.map(({ orderId }) => orderId);
      const locked = await lockRows(tx, PaymentOrderEntity, { equal: { group }, property: 'orderId', values: ids });
      for (const order of locked) orders.set(orderKey(order), order);
      const isOld = (order: PaymentOrderEntity): boolean =>
        found.some(({ orderId, number }) => orderId === order.orderId && number < order.attempt);
      const older = locked.filter(isOld).map(({ orderId }) => orderId);
      for (const each of await readRows(tx, AttemptEntity, { equal: { group }, property: 'orderId', values: older }))
        if (each.createState !== 'failed')
          reached.set(orderKey(each), Math.max(each.number, reached.get(orderKey(each)) ?? 0));
    }
    return new LockedOrders(attempts, orders, reached);
  }

  /** The order as it is now, or null when there is no such attempt. */
  find({ group, serviceOrderId, order }: Named): OpenOrder | null {
    const own = this.attempts.get(orderKey({ group, orderId: serviceOrderId }));
    const attempt = own ?? this.attempts.get(orderKey({ group, orderId: order?.auth_order_id ?? '' }));
    const row = attempt && this.orders.get(orderKey(attempt));
    if (!attempt || !row) return null;
    return { attempt, row, isPart: own === undefined, reached: this.reached.get(orderKey(row)) ?? row.attempt };
  }

  /** What the next observation of this order finds. */
  replace(row: PaymentOrderEntity): void {
    this.orders.set(orderKey(row), row);
  }
}

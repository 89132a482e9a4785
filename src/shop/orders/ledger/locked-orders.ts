import type { EntityManager } from 'typeorm';
import { lockFreeRows, lockRows, readRows } from '../../../database/engine/index.js';
import type { OrderStanding } from '../../../protocol/index.js';
import { orderKey } from '../../../support/index.js';
import { AttemptEntity } from '../entities/attempt.entity.js';
import { PaymentOrderEntity } from '../entities/payment-order.entity.js';

/** The attempt that an observation names, by its id at the service. */
interface Named {
  readonly group: string;
  readonly serviceOrderId: string;
  /** The observed order: a captured part, a separate order there, names its reservation. */
  readonly order?: Pick<OrderStanding, 'auth_order_id'>;
}

/** A locked order, and the attempt by which it was found. */
export interface OpenOrder {
  readonly row: PaymentOrderEntity;
  readonly attempt: AttemptEntity;
  /** Whether the observed order is a captured part of the attempt, with its own id. */
  readonly isPart: boolean;
  /** Number of the newest attempt that may have reached the service: a refused attempt has no status of its own. */
  readonly reached: number;
}

const idsOf = ({ serviceOrderId, order }: Named): string[] =>
  order?.auth_order_id ? [serviceOrderId, order.auth_order_id] : [serviceOrderId];

/** The name of the order at the service that all observations are about; undefined where they are about several. */
export function onlyOrderOf(named: readonly Named[]): string | undefined {
  const ids = ({ group, serviceOrderId, order }: Named): string =>
    orderKey({ group, orderId: order?.auth_order_id ?? serviceOrderId });
  const [only, ...others] = new Set(named.map(ids));
  return others.length === 0 ? only : undefined;
}

/** The orders of some observations, always locked in the same sequence. */
export class LockedOrders {
  private constructor(
    private readonly attempts: ReadonlyMap<string, AttemptEntity>,
    private readonly orders: Map<string, PaymentOrderEntity>,
    private readonly reached: ReadonlyMap<string, number>,
    private readonly leavesLocked: boolean,
  ) {}

  /**
   * Finds the attempts and locks their orders until the transaction ends.
   *
   * @param leaveLocked - whether orders that another transaction has locked are left out, instead of waited for
   */
  static async open(tx: EntityManager, named: readonly Named[], leaveLocked = false): Promise<LockedOrders> {
    const lock = leaveLocked ? lockFreeRows : lockRows;
    const attempts = new Map<string, AttemptEntity>();
    const orders = new Map<string, PaymentOrderEntity>();
    const reached = new Map<string, number>();
    for (const group of new Set(named.map((each) => each.group).toSorted())) {
      const values = named.filter((each) => each.group === group).flatMap(idsOf);
      const found = await readRows(tx, AttemptEntity, { equal: { group }, property: 'serviceOrderId', values });
      for (const attempt of found) attempts.set(orderKey({ group, orderId: attempt.serviceOrderId }), attempt);
      const ids = found.map(({ orderId }) => orderId);
      const locked = await lock(tx, PaymentOrderEntity, { equal: { group }, property: 'orderId', values: ids });
      for (const order of locked) orders.set(orderKey(order), order);
      const isOld = (order: PaymentOrderEntity): boolean =>
        found.some(({ orderId, number }) => orderId === order.orderId && number < order.attempt);
      const older = locked.filter(isOld).map(({ orderId }) => orderId);
      for (const each of await readRows(tx, AttemptEntity, { equal: { group }, property: 'orderId', values: older }))
        if (each.createState !== 'failed')
          reached.set(orderKey(each), Math.max(each.number, reached.get(orderKey(each)) ?? 0));
    }
    return new LockedOrders(attempts, orders, reached, leaveLocked);
  }

  /** The order as it is now; null when there is no such attempt, or the order was left out. */
  find(named: Named): OpenOrder | null {
    const { attempt, isPart } = this.attemptOf(named);
    const row = attempt && this.orders.get(orderKey(attempt));
    if (!attempt || !row) return null;
    return { attempt, row, isPart, reached: this.reached.get(orderKey(row)) ?? row.attempt };
  }

  /** Why an order was not found: it was left out, because another transaction has locked it, or there is none. */
  whyMissing(named: Named) {
    // Where locks are waited for, an attempt without its order is what a deletion has left.
    return this.leavesLocked && this.attemptOf(named).attempt !== undefined
      ? ({ kind: 'locked', reason: 'order-locked' } as const)
      : ({ kind: 'unknown-order', reason: 'no-such-order' } as const);
  }

  private attemptOf({ group, serviceOrderId, order }: Named) {
    const own = this.attempts.get(orderKey({ group, orderId: serviceOrderId }));
    const attempt = own ?? this.attempts.get(orderKey({ group, orderId: order?.auth_order_id ?? '' }));
    return { attempt, isPart: own === undefined };
  }

  /** Sets what the next observation of this order finds. */
  replace(row: PaymentOrderEntity): void {
    this.orders.set(orderKey(row), row);
  }
}

import type { EntityManager } from 'typeorm';
import { lockRows, readRows } from '../../database/engine/index.js';
import { AttemptEntity } from './attempt.entity.js';
import { PaymentOrderEntity } from './payment-order.entity.js';

/** What an observation names: an attempt, by the id that the service knows it by. */
interface Named {
  readonly group: string;
  readonly orderId: string;
}

/** An order under its lock, and the attempt by which it was found. */
export interface OpenOrder {
  readonly row: PaymentOrderEntity;
  readonly attempt: AttemptEntity;
}

/** Ids are told apart to the letter: some databases compare text loosely (letter case, a space at the end). */
const nameOf = ({ group, orderId }: Named): string => JSON.stringify([group, orderId]);

/** The orders that some observations are about, locked in one order whoever asks for them. */
export class OrderBook {
  private constructor(
    private readonly attempts: ReadonlyMap<string, AttemptEntity>,
    private readonly orders: Map<string, PaymentOrderEntity>,
  ) {}

  /** Finds the attempts and locks their orders until the transaction ends. */
  static async open(tx: EntityManager, named: readonly Named[]): Promise<OrderBook> {
    const attempts = new Map<string, AttemptEntity>();
    const orders = new Map<string, PaymentOrderEntity>();
    for (const group of new Set(named.map((each) => each.group).toSorted())) {
      const values = named.filter((each) => each.group === group).map(({ orderId }) => orderId);
      const found = await readRows(tx, AttemptEntity, { equal: { group }, property: 'serviceOrderId', values });
      for (const attempt of found) attempts.set(nameOf({ group, orderId: attempt.serviceOrderId }), attempt);
      const ids = found.map(({ orderId }) => orderId);
      const locked = await lockRows(tx, PaymentOrderEntity, { equal: { group }, property: 'orderId', values: ids });
      for (const order of locked) orders.set(nameOf(order), order);
    }
    return new OrderBook(attempts, orders);
  }

  /** The order as it is now, or null when there is no such attempt. */
  find(named: Named): OpenOrder | null {
    const attempt = this.attempts.get(nameOf(named));
    const row = attempt && this.orders.get(nameOf(attempt));
    return attempt && row ? { attempt, row } : null;
  }

  /** What the next observation of this order finds. */
  turn(row: PaymentOrderEntity): void {
    this.orders.set(nameOf(row), row);
  }
}

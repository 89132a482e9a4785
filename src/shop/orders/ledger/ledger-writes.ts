import type { EntityManager } from 'typeorm';
import { insertRows, updateRows } from '../../../database/engine/index.js';
import { orderKey } from '../../../support/index.js';
import { AttemptEntity } from '../entities/attempt.entity.js';
import { ObservationEntity } from '../entities/observation.entity.js';
import { PaymentOrderEntity } from '../entities/payment-order.entity.js';
import { TransitionEntity } from '../entities/transition.entity.js';

type Changes = Partial<PaymentOrderEntity>;

/** The writes for some observations: collected first, then executed with a few statements for all of them. */
export class LedgerWrites {
  /** In the order of their creation. */
  readonly transitions: TransitionEntity[] = [];
  private readonly observations: ObservationEntity[] = [];
  private readonly keptAttempts: AttemptEntity[] = [];
  private readonly orders = new Map<string, PaymentOrderEntity>();
  private readonly changed = new Set<keyof PaymentOrderEntity>();

  /** Adds an observation. */
  observed(observation: ObservationEntity): void {
    this.observations.push(observation);
  }

  /** The order after the collected changes, or the row as it was read. */
  latest(row: PaymentOrderEntity): PaymentOrderEntity {
    return this.orders.get(orderKey(row)) ?? row;
  }

  /** Adds a change of an order. @returns the order after the change */
  change(row: PaymentOrderEntity, changes: Changes): PaymentOrderEntity {
    const changed = Object.assign(new PaymentOrderEntity(), row, changes);
    this.orders.set(orderKey(row), changed);
    for (const property of Object.keys(changes) as (keyof PaymentOrderEntity)[])
      if (!isSame(row[property], changed[property])) this.changed.add(property);
    return changed;
  }

  /** Adds a transition. */
  recorded(transition: TransitionEntity): void {
    this.transitions.push(transition);
  }

  /** Adds that the shop has not given up an attempt after all. */
  kept(attempt: AttemptEntity): void {
    attempt.letGoAt = null;
    this.keptAttempts.push(attempt);
  }

  /** Executes the writes; the orders are locked. */
  async write(tx: EntityManager): Promise<void> {
    for (const { group, serviceOrderId } of this.keptAttempts)
      await tx.update(AttemptEntity, { group, serviceOrderId }, { letGoAt: null });
    await insertRows(tx, ObservationEntity, this.observations);
    if (this.changed.size > 0) {
      const changes = { keys: ['group', 'orderId'], changed: [...this.changed] } as const;
      await updateRows(tx, PaymentOrderEntity, [...this.orders.values()], changes);
    }
    await insertRows(tx, TransitionEntity, this.transitions);
  }
}

/** Compares the values of a column: text, a number, or JSON. */
const isSame = (a: unknown, b: unknown): boolean => a === b || JSON.stringify(a) === JSON.stringify(b);

import type { EntityManager } from 'typeorm';
import { insertRows, updateRows } from '../../../database/engine/index.js';
import { orderKey } from '../../../support/index.js';
import { AttemptEntity } from '../entities/attempt.entity.js';
import { ObservationEntity } from '../entities/observation.entity.js';
import { PaymentOrderEntity } from '../entities/payment-order.entity.js';
import { TransitionEntity } from '../entities/transition.entity.js';

type Changes = Partial<PaymentOrderEntity>;

/** What is to be written upon some observations: collected first, then written with a few statements for all of them. */
export class LedgerWrites {
  /** In the order in which they came about. */
  readonly transitions: TransitionEntity[] = [];
  private readonly observations: ObservationEntity[] = [];
  private readonly keptAttempts: AttemptEntity[] = [];
  private readonly orders = new Map<string, PaymentOrderEntity>();
  private readonly changed = new Set<keyof PaymentOrderEntity>();

  /** Notes an observation. */
  observed(observation: ObservationEntity): void {
    this.observations.push(observation);
  }

  /** An order as it will be: what was noted last, or the row as it was read. */
  latest(row: PaymentOrderEntity): PaymentOrderEntity {
    return this.orders.get(orderKey(row)) ?? row;
  }

  /** Notes a change of an order. @returns the order as it will be */
  change(row: PaymentOrderEntity, changes: Changes): PaymentOrderEntity {
    const changed = Object.assign(new PaymentOrderEntity(), row, changes);
    this.orders.set(orderKey(row), changed);
    for (const property of Object.keys(changes) as (keyof PaymentOrderEntity)[])
      if (!isSame(row[property], changed[property])) this.changed.add(property);
    return changed;
  }

  /** Notes a transition. */
  recorded(transition: TransitionEntity): void {
    this.transitions.push(transition);
  }

  /** Notes that the shop has not let go of an attempt after all. */
  kept(attempt: AttemptEntity): void {
    attempt.letGoAt = null;
    this.keptAttempts.push(attempt);
  }

  /** Writes everything down; the orders are locked. */
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

/** Of a column: text, a number, or what is kept as JSON. */
const isSame = (a: unknown, b: unknown): boolean => a === b || JSON.stringify(a) === JSON.stringify(b);

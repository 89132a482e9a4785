import type { Agenda } from '../engine/agenda.js';
import type { Random } from '../../support/random.js';
import type { FaultLimits } from './fault-plan.js';
import { leftIn } from '../../../src/shop/refund-records/money/money-book.js';
import { checkRefundAmount, type RefundableCase } from '../../../src/shop/refund-records/money/refund-amount-rule.js';
import { STATE_OF } from '../../../src/shop/refund-records/protocol/refund-transitions.js';
import type { Journal } from './journal.js';
import type { BookedRefund, Ledger } from './ledger.js';
import type { RefundMonitor } from './refund-monitor.js';
import type { Notifier } from './notifier.js';
import type { Policy } from './policy.js';
import type { RefundRow, Store } from './store.js';

const CURRENCY = 'EUR';
const MINUTE = 60_000;
const HOUR = 3_600_000;

/** What is asked for of an order. Minor units. */
export interface OrderPlan {
  readonly amounts: readonly number[];
  readonly paid: number;
}

/** Clerks who ask for refunds, call them off and decide; others who refund in the dashboard at the same time. */
export class People {
  constructor(
    private readonly parts: {
      readonly agenda: Agenda;
      readonly random: Random;
      readonly faults: FaultLimits;
      readonly journal: Journal;
      readonly ledger: Ledger;
      readonly store: Store;
      readonly monitor: RefundMonitor;
      readonly notifier: Notifier;
      readonly policy: Policy;
    },
  ) {}

  /** Refunds are asked for, and sometimes cancelled. */
  ask(order: number, { amounts, paid }: OrderPlan): void {
    const { agenda, random, faults } = this.parts;
    const start = agenda.now;
    for (const amount of amounts) {
      agenda.at(start + random.between(0, 2 * MINUTE), () => this.#request(order, amount, paid));
    }
    // Two clerks, each of whom wants what is left for one of them only.
    if (random.chance(0.1)) {
      const at = start + random.between(0, 30 * MINUTE);
      for (let clerk = 0; clerk < 2; clerk += 1) agenda.at(at, () => this.#requestRest(order, paid));
    }
    if (random.chance(faults.foreign)) this.#refundElsewhere(order, amounts);
  }

  /** Looks after what waits for a person, a day later and again. */
  attend(): void {
    const { agenda, random } = this.parts;
    for (const hours of [20, 50, 90]) {
      agenda.at(agenda.now + hours * HOUR + random.between(0, 10 * HOUR), () => this.#decide());
    }
  }

  #request(order: number, amount: number, paid: number): void {
    const { agenda, random, faults, store } = this.parts;
    if (!checkRefundAmount({ amount, currency: CURRENCY }, this.#caseOf(order, paid)).ok) return;
    const row = store.add({ order, amount, now: agenda.now });
    if (!random.chance(faults.cancelled)) return;
    const after = random.pick([MINUTE, HOUR]);
    agenda.at(agenda.now + random.between(0, after), () => this.#callOff(row));
  }

  #requestRest(order: number, paid: number): void {
    const { agenda, store, policy } = this.parts;
    const seen = this.#caseOf(order, paid);
    const amount = leftIn(seen);
    agenda.at(agenda.now + 5, () => {
      // Without the order's lock, what the other clerk does at the same time is not seen.
      const judged = policy.quirks.reservesWithoutLock ? seen : this.#caseOf(order, paid);
      if (checkRefundAmount({ amount, currency: CURRENCY }, judged).ok) store.add({ order, amount, now: agenda.now });
    });
  }

  #caseOf(order: number, paid: number): RefundableCase {
    const { rows, foreign } = this.parts.store;
    const own = rows.filter((row) => row.order === order).map(({ amount, facts }) => ({ amount, state: facts.state }));
    const elsewhere = [...foreign.values()].filter((each) => each.order === order);
    const shown = elsewhere.map(({ amount, status }) => ({ amount, state: STATE_OF[status] }));
    return { paid, currency: CURRENCY, rows: [...own, ...shown], reported: 0 };
  }

  /** While it waits here, or in the dashboard while it is reserved there. */
  #callOff(row: RefundRow): void {
    const { agenda, journal, ledger, notifier, store } = this.parts;
    // Not while a copy of it may be on its way: that would be booked, since nothing equal is there any more.
    const isOld = (acceptedAt: number): boolean => agenda.now - acceptedAt > MINUTE;
    const booked = ledger.refunds.find((each) => each.tag === row.tag && each.end === null && isOld(each.acceptedAt));
    if (row.facts.state === 'queued' && store.change(row, row, { type: 'cancelled' }, agenda.now)) {
      journal.count('cancelled');
    } else if (booked) {
      journal.count('cancelled');
      notifier.end(booked, 'void');
    }
  }

  #refundElsewhere(order: number, amounts: readonly number[]): void {
    const { agenda, random, journal, ledger, notifier } = this.parts;
    const amount = random.pick([...amounts, 500]);
    const tag = random.chance(0.5) ? `elsewhere-${order}` : null;
    agenda.at(agenda.now + random.between(0, HOUR), () => {
      const booked: BookedRefund | null = ledger.dashboard(order, amount, agenda.now, tag);
      if (!booked) return;
      journal.count('foreign');
      journal.note(agenda.now, () => `${booked.id}: order ${order}, ${amount}, is refunded in the dashboard`);
      notifier.booked(booked);
    });
  }

  /** What waits for a person is decided by what the dashboard shows; half of the time no one looks at it. */
  #decide(): void {
    const { agenda, random, journal, ledger, store } = this.parts;
    for (const row of store.rows) {
      if (row.facts.state !== 'manual' || random.chance(0.5)) continue;
      const isThere = ledger.refunds.find(({ tag, end }) => tag === row.tag && end?.status !== 'void');
      journal.count('decided');
      const verdict = isThere ? 'paid' : 'not-paid';
      store.change(row, row, { type: 'decided', verdict, serviceRefundId: isThere?.id }, agenda.now);
    }
  }
}

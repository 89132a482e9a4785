import { paidAttemptsOf } from '../../../src/shop/orders/ledger/paid-attempts.js';
import { leftIn } from '../../../src/shop/refund-records/money/money-book.js';
import { checkRefundAmount, type RefundableCase } from '../../../src/shop/refund-records/money/refund-amount-rule.js';
import { STATE_OF } from '../../../src/shop/refund-records/protocol/refund-transitions.js';
import type { Ledger } from '../refunds/ledger.js';
import type { RefundRow } from '../refunds/store.js';
import type { ServiceOrder } from './service-order.js';
import type { Settlement } from './settlement.js';
import { strikes, type Setting } from './setting.js';

const CURRENCY = 'EUR';
const MINUTE = 60_000;
const HOUR = 3_600_000;

/** Who refunds: clerks in the shop, others in the dashboard; they cancel, and decide what waits for a person. */
export class Clerks {
  constructor(
    private readonly setting: Setting,
    private readonly parts: { readonly ledger: Ledger; readonly settlement: Settlement },
  ) {}

  /** Money is there: some of it is given back. */
  serve(order: ServiceOrder): void {
    const { agenda, random, faults } = this.setting;
    for (let count = random.between(0, 3); count > 0; count -= 1) {
      const amount = random.pick([500, 500, 700]);
      agenda.at(agenda.now + random.between(0, 3 * HOUR), () => this.#request(order, amount));
    }
    // Two clerks, each of whom wants what is left for one of them only.
    if (random.chance(0.1)) {
      const at = agenda.now + random.between(0, 3 * HOUR);
      for (let clerk = 0; clerk < 2; clerk += 1) agenda.at(at, () => this.#requestRest(order));
    }
    if (random.chance(faults.foreign)) this.#refundElsewhere(order);
  }

  /** Looks after what waits for a person, a day later and again. */
  attend(): void {
    const { agenda, random } = this.setting;
    for (const hours of [40, 80, 130]) {
      agenda.at(agenda.now + hours * HOUR + random.between(0, 10 * HOUR), () => this.#decide());
    }
  }

  #request(order: ServiceOrder, amount: number): void {
    const { agenda, random, faults } = this.setting;
    if (!checkRefundAmount({ amount, currency: CURRENCY }, this.#caseOf(order)).ok) return;
    const row = this.#reserve(order, amount);
    if (!random.chance(faults.cancelled)) return;
    agenda.at(agenda.now + random.between(0, random.pick([MINUTE, HOUR])), () => this.#callOff(row));
  }

  #requestRest(order: ServiceOrder): void {
    const { agenda, policy } = this.setting;
    const seen = this.#caseOf(order);
    const amount = leftIn(seen);
    agenda.at(agenda.now + 5, () => {
      // Without the order's lock, what the other clerk does at the same time is not seen.
      const judged = policy.quirks.reservesWithoutLock ? seen : this.#caseOf(order);
      if (checkRefundAmount({ amount, currency: CURRENCY }, judged).ok) this.#reserve(order, amount);
    });
  }

  #reserve(order: ServiceOrder, amount: number): RefundRow {
    const { agenda, tables } = this.setting;
    return tables.refunds.add({ order: order.index, amount, now: agenda.now });
  }

  #caseOf({ id, index }: ServiceOrder): RefundableCase {
    const { tables } = this.setting;
    const attempt = tables.attempts.get(id);
    const row = attempt && tables.orders.get(attempt.orderId);
    const attempts = row ? paidAttemptsOf(row, tables.attemptsOf(row.orderId)) : [];
    const paid = attempts.find(({ serviceOrderId }) => serviceOrderId === id)?.amount ?? 0;
    const { rows, foreign } = tables.refunds;
    const own = rows
      .filter(({ order }) => order === index)
      .map(({ amount, facts }) => ({ amount, state: facts.state }));
    const elsewhere = [...foreign.values()].filter(({ order }) => order === index);
    const shown = elsewhere.map(({ amount, status }) => ({ amount, state: STATE_OF[status] }));
    return { paid, currency: CURRENCY, rows: [...own, ...shown], reported: 0 };
  }

  /** While it waits here, or in the dashboard while it is reserved there. */
  #callOff(row: RefundRow): void {
    const { agenda, journal, tables } = this.setting;
    const { ledger, settlement } = this.parts;
    // Not while a copy of it may be on its way: that would be booked, since nothing equal is there any more.
    const isOld = (acceptedAt: number): boolean => agenda.now - acceptedAt > MINUTE;
    const booked = ledger.refunds.find((each) => each.tag === row.tag && each.end === null && isOld(each.acceptedAt));
    if (row.facts.state === 'queued' && tables.refunds.change(row, row, { type: 'cancelled' }, agenda.now)) {
      journal.count('cancelled');
    } else if (booked) {
      journal.count('cancelled');
      settlement.end(booked, 'void');
    }
  }

  #refundElsewhere(order: ServiceOrder): void {
    const { agenda, random, journal } = this.setting;
    const { ledger, settlement } = this.parts;
    const tag = random.chance(0.5) ? `elsewhere-${order.index}` : null;
    agenda.at(agenda.now + random.between(0, 4 * HOUR), () => {
      const booked = ledger.dashboard(order.index, random.pick([500, 700]), agenda.now, tag);
      if (!booked) return;
      journal.count('foreign');
      journal.note(agenda.now, () => `${booked.id}: ${order.id}, ${booked.amount}, is refunded in the dashboard`);
      settlement.booked(booked);
    });
  }

  /** What waits for a person is decided by what the dashboard shows; half of the time no one looks at it. */
  #decide(): void {
    const { agenda, tables } = this.setting;
    for (const row of tables.refunds.rows) {
      if (row.facts.state !== 'manual' || !strikes(this.setting, 'decided', 0.5)) continue;
      const isThere = this.parts.ledger.refunds.find(({ tag, end }) => tag === row.tag && end?.status !== 'void');
      const verdict = isThere ? 'paid' : 'not-paid';
      tables.refunds.change(row, row, { type: 'decided', verdict, serviceRefundId: isThere?.id }, agenda.now);
    }
  }
}

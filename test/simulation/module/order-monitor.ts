import { rankOf } from '../../../src/shop/orders/merge/payment-status.js';
import type { KnownTransaction } from '../../../src/shop/orders/merge/merge.types.js';
import { Monitor } from '../engine/monitor.js';
import { EVERYWHERE, type Invariant as RefundInvariant } from '../refunds/refund-monitor.js';
import type { ObservedVersion } from './book.js';
import type { Service } from './service.js';
import type { ServiceOrder } from './service-order.js';
import type { InboxRow, OrderRow, OutboxRow, Tables } from './tables.js';

/**
 * What must hold in every schedule, whatever the faults: first what is informed of refunds, beside theirs.
 * - S5: each payment is told once, and no more payments than there are. S6: one thing is told under one key.
 * - S7: what the key has not signed, or not for this order, changes nothing. S8: no message takes an order back.
 * - S9: what was acknowledged is stored. S10: money in another amount pays nothing. S11: the key is nowhere.
 * - T1 paid: what counts as paid is. L1: what was acknowledged is worked off, or shown to a person. L4: so is what is told.
 * - L2: a payment is known within its plan of polls, and what was taken in is what counts. B1: strangers wait ten seconds.
 */
export const INVARIANTS = [
  ...EVERYWHERE,
  ...(['S5', 'S6', 'S7', 'S8', 'S9', 'S10', 'S11', 'T1 paid', 'L1', 'L2', 'L4', 'B1'] as const),
] as const;
export type Invariant = (typeof INVARIANTS)[number] | RefundInvariant;

/** Two looks that strangers ask for are so far apart at least. */
const LEAST_GAP_MS = 10_000;

/** Watches orders and notifications. */
export class OrderMonitor extends Monitor<Invariant> {
  readonly #handled = new Map<string, number>();
  readonly #reported = new Map<string, string>();
  readonly #acknowledged: InboxRow[] = [];
  readonly #readAt = new Map<string, number>();

  constructor(
    private readonly tables: Tables,
    private readonly service: Service,
  ) {
    super();
  }

  /** A request to the notification address was stored. */
  stored(row: InboxRow, { isForged, named }: { readonly isForged: boolean; readonly named: string }): void {
    if (isForged) this.report('S7', `${row.orderId}: a forged notification was stored`);
    if (row.orderId !== named) this.report('S7', `${row.orderId}: stored under another id than was signed, ${named}`);
  }

  /** The service was told that a notification has arrived. */
  acknowledged(deliveryKey: string): void {
    const row = this.tables.received.get(deliveryKey);
    if (row) this.#acknowledged.push(row);
    else this.report('S9', 'acknowledged, and not stored');
  }

  /** An order was written. */
  applied(before: OrderRow, after: OrderRow, observed: ObservedVersion): void {
    if (observed.readAt === null) this.#judgeOrder(before, after);
    if (before.paidAt !== null || after.paidAt === null) return;
    const paid = this.#paidOf(after.orderId);
    if (paid.length === 0) this.report('T1 paid', `${after.orderId}: counts as paid, and the service has no payment`);
    else if (!paid.some(({ amount, asked }) => amount === asked))
      this.report('S10', `${after.orderId}: paid in another amount`);
  }

  /** A handler inside the transaction has done its work, as sending goods. */
  handled(orderId: string, kind: string): void {
    const name = `${orderId} is paid`;
    this.#count(name);
    if (this.#handled.get(name)! > 1) this.report('S5', `${orderId}: ${kind}, and the goods had left before`);
  }

  /** An event was recorded, to be told outside later. */
  recorded(orderId: string, kind: string): void {
    if (kind !== 'completed' && kind !== 'paid_after_cancel' && kind !== 'paid_twice') return;
    const name = `${orderId} payments`;
    this.#count(name);
    const paid = this.#paidOf(orderId).length;
    if (this.#handled.get(name)! > Math.max(1, paid)) this.report('S5', `${orderId}: ${kind} is one more than ${paid}`);
  }

  /** Someone outside was told. */
  reported(row: OutboxRow, key: string): void {
    const name = `${row.orderId} ${row.version}`;
    const known = this.#reported.get(name) ?? key;
    this.#reported.set(name, known);
    if (known !== key) this.report('S6', `${name}: told as ${known} and as ${key}`);
  }

  /** The service is asked about an attempt by the poller. */
  polled(serviceOrderId: string, { now, wasAskedFor }: { readonly now: number; readonly wasAskedFor: boolean }): void {
    const last = this.#readAt.get(serviceOrderId);
    if (wasAskedFor && last !== undefined && now - last < LEAST_GAP_MS) {
      this.report('B1', `${serviceOrderId}: read ${now - last} ms after the last time, because a stranger asked`);
    }
    this.#readAt.set(serviceOrderId, now);
  }

  /** Something was sent to the service before it was written down here. */
  sentUnwritten(serviceOrderId: string): void {
    this.report('S12', `${serviceOrderId}: sent before it was written down`);
  }

  /** Everything is over. */
  ended(): void {
    for (const row of this.#acknowledged) {
      if (!this.tables.inbox.includes(row)) this.report('S9', `${row.orderId}: acknowledged, and gone`);
      if (row.state === 'pending') this.report('L1', `${row.orderId}: acknowledged, and never worked off`);
    }
    for (const { id, state } of this.tables.outbox) if (state === 'pending') this.report('L4', `${id}: never told`);
  }

  /** Something was told to the reader of the log. */
  logged(text: string, key: string): void {
    if (text.includes(key)) this.report('S11', 'the key was told');
  }

  /** Whether the key is in anything that was stored or told. */
  searched(key: string, lines: readonly string[]): void {
    const { orders, attempts, polls, inbox, outbox } = this.tables;
    const stored = [...orders.values(), ...attempts.values(), ...polls.values(), ...inbox, ...outbox];
    if (JSON.stringify(stored).includes(key)) this.report('S11', 'the key is in the database');
    if (lines.some((line) => line.includes(key))) this.report('S11', 'the key was told');
  }

  #judgeOrder(before: OrderRow, after: OrderRow): void {
    for (const next of after.transactions ?? []) {
      const known = before.transactions?.find(({ attempt, id }) => attempt === next.attempt && id === next.id);
      if (known && known.facts !== next.facts && isBefore(next, known)) {
        this.report('S8', `${after.orderId}: a message took ${known.facts.status} back to ${next.facts.status}`);
      }
    }
  }

  #paidOf(orderId: string): ServiceOrder[] {
    return this.tables
      .attemptsOf(orderId)
      .flatMap(({ serviceOrderId }) => this.service.orders.get(serviceOrderId) ?? [])
      .filter(({ paidAt }) => paidAt !== null);
  }

  #count(name: string): void {
    this.#handled.set(name, (this.#handled.get(name) ?? 0) + 1);
  }
}

function isBefore({ facts: next }: KnownTransaction, { facts: known }: KnownTransaction): boolean {
  const step = (next.modifiedAt ?? 0) - (known.modifiedAt ?? 0);
  return step < 0 || (step === 0 && rankOf(next.status) < rankOf(known.status));
}

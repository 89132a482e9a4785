import { paymentStatusOf, rankOf } from '../../../src/shop/orders/merge/payment-status.js';
import type { OrderMonitor } from './order-monitor.js';
import { POLLING } from './poll-round.js';
import type { Service } from './service.js';
import type { ServiceOrder } from './service-order.js';
import type { AttemptRow, InboxRow, OrderRow, Tables } from './tables.js';

/** What replicas that are down, reads that fail and leases that run out may add to the plan of polls. */
const TROUBLE_MS = 3 * 3_600_000;
/** Shares are informed of orders that have been looked at before: the first poll comes when it comes. */
const FIRST_POLLS_MS = 2 * POLLING.firstLookMs;

/** Watches what the shop knows of the service's orders: that nothing stays unknown for longer than its plan of polls allows. */
export class Reflection {
  /** Greatest staleness of a payment when it was found out, as a share of the order's age. */
  mostStale = 0;
  /** The same in milliseconds. */
  mostStaleMs = 0;
  readonly #knownAt = new Map<string, number>();

  constructor(
    private readonly tables: Tables,
    private readonly service: Service,
    private readonly orderMonitor: OrderMonitor,
  ) {}

  /** An order was looked at. */
  polled(serviceOrderId: string, now: number): void {
    if (this.#knownAt.has(serviceOrderId)) return;
    const { attempt, order } = this.#of(serviceOrderId);
    const paidAt = this.service.orders.get(serviceOrderId)?.paidAt ?? null;
    if (paidAt === null || !attempt || !order || !isKnown(order, attempt)) return;
    this.#knownAt.set(serviceOrderId, now);
    const age = now - attempt.createdAt;
    this.mostStaleMs = Math.max(this.mostStaleMs, now - paidAt);
    if (age > FIRST_POLLS_MS) this.mostStale = Math.max(this.mostStale, (now - paidAt) / age);
  }

  /** Everything is over. */
  ended(now: number): void {
    for (const seen of this.service.byIndex) this.#judge(seen, now);
  }

  #judge(seen: ServiceOrder, now: number): void {
    const { attempt, order } = this.#of(seen.id);
    const poll = this.tables.polls.get(seen.id);
    if (!attempt || !order || !poll) return;
    this.#judgeLast(seen, { attempt, order });
    if (seen.paidAt === null) return;
    const { openedAt, activeUntil } = poll;
    // What is paid when nothing is waited for any more, only a notification can tell.
    if (seen.paidAt > (activeUntil ?? openedAt) + POLLING.graceMs) return;
    const within = Math.max(FIRST_POLLS_MS, seen.paidAt - attempt.createdAt) + TROUBLE_MS;
    const knownAt = this.#knownAt.get(seen.id) ?? now;
    // What is parked was told to a person.
    if (poll.state !== 'parked' && knownAt - seen.paidAt > within) {
      this.orderMonitor.report('L2', `${seen.id}: paid, and not known after ${knownAt - seen.paidAt} ms`);
    }
  }

  /** The last thing that the service has said, and that was taken in, is what the shop goes by. */
  #judgeLast(seen: ServiceOrder, { attempt, order }: { attempt: AttemptRow; order: OrderRow }): void {
    const last = seen.versions.at(-1)!;
    const isDone = ({ json, state }: InboxRow): boolean => state === 'done' && json === last.json;
    // Of two changes in one second, a copy of the service that lags behind cannot tell which was the last.
    if (seen.versions.at(-2)?.modifiedAt === last.modifiedAt) return;
    if (seen.versions.length === 1 || isKnownMismatch(order) || !this.tables.inbox.some(isDone)) return;
    const { transaction_id: id, amount_refunded: refunded } = last.order;
    const known = order.transactions?.find((each) => each.attempt === attempt.number && each.id === id);
    const status = paymentStatusOf(last.order, attempt.capture);
    if (status === 'unknown') return;
    if (known?.facts.status === status && known.facts.amountRefunded === refunded) return;
    // Of two times in the hour that repeats no one can tell the earlier; between equals it makes no difference.
    if (rankOf(status) === rankOf(known?.facts.status ?? null) && known?.facts.amountRefunded === refunded) return;
    const belief = known ? `${known.facts.status}, ${known.facts.amountRefunded} back` : 'nothing';
    this.orderMonitor.report('L2', `${seen.id}: ${status}, ${refunded} back, was taken in, and the shop has ${belief}`);
  }

  #of(serviceOrderId: string): { attempt: AttemptRow | undefined; order: OrderRow | undefined } {
    const attempt = this.tables.attempts.get(serviceOrderId);
    return { attempt, order: attempt && this.tables.orders.get(attempt.orderId) };
  }
}

const isKnownMismatch = ({ mismatches }: OrderRow): boolean => (mismatches ?? []).length > 0;

const isKnown = (order: OrderRow, { number }: AttemptRow): boolean =>
  isKnownMismatch(order) || (order.transactions ?? []).some(({ attempt, paid }) => attempt === number && paid);

import type { Order } from '../../../src/protocol/order.types.js';
import { merge } from '../../../src/shop/orders/merge/merge.js';
import type { MergeOutcome } from '../../../src/shop/orders/merge/merge.types.js';
import { readAgainAt } from '../../../src/shop/orders/ledger/observed.js';
import type { ObservationSource } from '../../../src/shop/orders/entities/observation.entity.js';
import { changesOf, toOrderState } from '../../../src/shop/orders/ledger/order-state.mapper.js';
import type { Follower } from './follower.js';
import { strikes, type Setting } from './setting.js';
import { idle, type AttemptRow, type OrderRow } from './tables.js';

/** What came of a poll; `lost`: anyone who brought it no longer may. */
export type ObservationKind = MergeOutcome['kind'] | 'unknown-order' | 'lost';

/** One look at an attempt, from whatever source. */
export interface ObservedVersion {
  readonly serviceOrderId: string;
  readonly source: ObservationSource;
  readonly order: Order;
  readonly modifiedAt: number | null;
  /** When the API was asked; null for a message. */
  readonly readAt: number | null;
}

/** Who brought it: what is marked as done in the same transaction. */
export interface Settling {
  isMine(): boolean;
  /** @param notBefore - from when on an answer decides, where only a later one does */
  end(kind: ObservationKind, notBefore?: number): void;
}

/** Thrown by a handler of the shop: everything is taken back. */
export class HandlerTrouble extends Error {}

/** Handlers that run inside the transaction are informed of this. */
const HANDLED_INSIDE: ReadonlySet<string> = new Set(['completed', 'paid_after_cancel']);

/** The one funnel for orders: what `Ledger` does, on tables in memory, with the module's own decisions. */
export class Book {
  constructor(
    private readonly setting: Setting,
    private readonly follower: Follower,
  ) {}

  /** Decides on a poll and carries the decision out, in one transaction under the lock of the order. */
  *observe(observed: ObservedVersion, settling?: Settling): Generator<number, ObservationKind, void> {
    const { agenda, random, tables, quirks } = this.setting;
    if (!quirks.forgetsOrderLock) return tables.run(() => this.#carryOut(observed, this.#rowOf(observed), settling));
    const seen = this.#rowOf(observed);
    yield agenda.now + random.between(1, 200);
    return tables.run(() => this.#carryOut(observed, seen, settling));
  }

  #rowOf({ serviceOrderId }: ObservedVersion): OrderRow | undefined {
    const { tables } = this.setting;
    const attempt = tables.attempts.get(serviceOrderId);
    return attempt && tables.orders.get(attempt.orderId);
  }

  #carryOut(observed: ObservedVersion, row: OrderRow | undefined, settling: Settling | undefined): ObservationKind {
    const { tables, agenda, journal } = this.setting;
    if (settling && !settling.isMine()) return 'lost';
    const attempt = tables.attempts.get(observed.serviceOrderId);
    if (!attempt || !row) {
      settling?.end('unknown-order');
      return 'unknown-order';
    }
    const decision = this.#decide(observed, row, attempt);
    const events = decision.kind === 'transition' ? decision.events : [];
    if (events.length > 0 && strikes(this.setting, 'handler failed', this.setting.faults.handlerFails)) {
      throw new HandlerTrouble('a handler of the shop has failed');
    }
    const changed = this.#enter(row, decision);
    journal.note(
      agenda.now,
      () =>
        `${observed.serviceOrderId}: ${observed.source} says ${observed.order.status}: ${decision.kind}, ${decision.reason}`,
    );
    this.setting.orderMonitor.applied(row, changed, observed);
    this.setting.reflection.polled(observed.serviceOrderId, agenda.now);
    this.#tell(row, changed, this.#eventsOf(observed, events));
    const isStale = decision.kind === 'stale' || observed.order.amount_refunded !== changed.amountRefunded;
    this.follower.follow(changed, observed, isStale);
    settling?.end(decision.kind, decision.kind === 'ask' ? decision.notBefore : undefined);
    this.#readAgain(readAgainAt(decision, { source: observed.source, row: changed, attempt }), attempt);
    return decision.kind;
  }

  /** As the poll book does: at that time, not before. */
  #readAgain(at: number | null, { serviceOrderId }: AttemptRow): void {
    const poll = this.setting.tables.polls.get(serviceOrderId);
    if (at === null || !poll) return;
    poll.askedAt = at;
    if (poll.lease === 0) Object.assign(poll, { state: 'pending', attempts: 0, dueAt: at });
  }

  #eventsOf({ order }: ObservedVersion, events: readonly string[]): readonly string[] {
    const isRepeat = this.setting.quirks.forgetsWhatWasReported && order.status === 'completed' && events.length === 0;
    return isRepeat && order.financial_status === 'completed' ? ['completed'] : events;
  }

  #decide(version: ObservedVersion, row: OrderRow, attempt: AttemptRow): MergeOutcome {
    const { quirks } = this.setting;
    const isMessage = version.readAt === null;
    const order = this.#distorted(version.order, attempt);
    const isNewest = quirks.forgetsModified && isMessage;
    const observed = {
      order,
      attempt,
      authoritative: !isMessage || isNewest,
      modifiedAt: isNewest ? null : version.modifiedAt,
      readAt: version.readAt,
      seenAt: this.setting.agenda.now,
    };
    return merge(toOrderState(row), observed);
  }

  #distorted(order: Order, { amount, currency }: AttemptRow): Order {
    const { takesAnyAmount, takesPendingForPaid } = this.setting.quirks;
    const seen = takesAnyAmount ? { ...order, amount, currency } : order;
    if (this.setting.quirks.takesInitializedForPromised)
      return { ...seen, payment_details: { ...seen.payment_details, capture: 'manual' } };
    const isPending = takesPendingForPaid && order.status === 'uncleared';
    return isPending ? { ...seen, status: 'completed', financial_status: 'completed' } : seen;
  }

  #enter(row: OrderRow, decision: MergeOutcome): OrderRow {
    if (!('next' in decision)) return row;
    const { tables, agenda } = this.setting;
    const events = decision.kind === 'transition' ? decision.events : [];
    const at = decision.kind === 'ask' ? row.updatedAt : agenda.now;
    const changed = { ...row, ...changesOf(row, decision.next, at), version: row.version + events.length };
    tables.orders.set(row.orderId, changed);
    return changed;
  }

  #tell(before: OrderRow, { orderId }: OrderRow, events: readonly string[]): void {
    const { tables, agenda, orderMonitor } = this.setting;
    for (const [index, kind] of events.entries()) {
      const version = before.version + index + 1;
      if (HANDLED_INSIDE.has(kind)) orderMonitor.handled(orderId, kind);
      orderMonitor.recorded(orderId, kind);
      const id = `e${tables.newId()}`;
      tables.outbox.push({ ...idle(agenda.now), id, orderId, kind, version, state: 'pending' });
    }
  }
}

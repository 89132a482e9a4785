import { Inject, Injectable, Logger } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Transactions } from '../../database/engine/index.js';
import { parseServiceTime, type Order } from '../../protocol/index.js';
import { createId, type Clock } from '../../support/index.js';
import { EffectsService } from '../effects/index.js';
import { TerminalGroups } from '../terminal-groups/index.js';
import { messages } from '../tillbridge.messages.js';
import { CLOCK, TRANSACTIONS } from '../tillbridge.tokens.js';
import { merge, NEEDS_A_PERSON } from './merge.js';
import type { Decision } from './merge.types.js';
import { LedgerEntries } from './ledger-entries.js';
import type { ObservationSource } from './observation.entity.js';
import { OrderBook, type OpenOrder } from './order-book.js';
import { reportedAmounts, storableFacts } from './order-facts.js';
import { changesOf, toOrderState } from './order-state.mapper.js';
import type { PaymentOrderEntity } from './payment-order.entity.js';

/** An order's state as read from any source, for {@link Ledger.observe}. */
export interface Observation {
  readonly group: string;
  /** The `order_id` at the service: that of one of the order's attempts. */
  readonly orderId: string;
  readonly source: ObservationSource;
  readonly order: Order;
  readonly notificationId?: string;
  /** For an answer of the API: when it was asked for, epoch milliseconds. What changed since then it may not know. */
  readonly readAt?: number;
  /** Runs in the same transaction, so that whatever brought the observation is marked as done together with it. */
  readonly settle?: (tx: EntityManager, outcome: ObserveOutcome) => Promise<void>;
}

/** What came of an observation; `unknown-order` when the shop has no such order (yet). */
export type ObserveOutcome = Decision | { readonly kind: 'unknown-order'; readonly reason: string };

/** Sources whose answer is the API's own, not a message about it. */
const AUTHORITATIVE: ReadonlySet<ObservationSource> = new Set(['create', 'return', 'confirmation', 'poll', 'sync']);

/** An observation together with what it is about. */
interface Seen extends OpenOrder {
  readonly observation: Observation;
}

/** How several observations are carried out together. */
export interface TogetherOptions {
  /** Runs in the same transaction, when everything is written and every handler was told. */
  readonly settle?: (tx: EntityManager, outcomes: readonly ObserveOutcome[]) => Promise<void>;
  /** Told how long the handlers inside the transaction took, in milliseconds. */
  readonly onHandled?: (tookMs: number) => void;
}

/** Longest time for the handlers of several orders in one transaction: all of these orders are locked meanwhile. */
const TOGETHER_MS = 1_000;

const OTHER_MODE = 'other-mode';

/** Events that are about one payment, which need not be the transaction that was looked at. */
const TELLS_OF_PAYMENT: ReadonlySet<string> = new Set(['completed', 'paid_after_cancel', 'paid_twice']);

/** What is known of a payment that an earlier message had proved: it was as asked for, or it would not count. */
const paymentFacts = ({ amount, currency }: PaymentOrderEntity, transactionId: string | null) => ({
  transactionId,
  paymentMethod: null,
  amount,
  amountRefunded: 0,
  currency,
});

/** The one funnel: every change of an order, whatever its source, goes through {@link Ledger.observe} (design §7). */
@Injectable()
export class Ledger {
  private readonly logger = new Logger('Tillbridge:Ledger');

  constructor(
    @Inject(TRANSACTIONS) private readonly transactions: Transactions,
    private readonly groups: TerminalGroups,
    private readonly effects: EffectsService,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Decides on an observation and carries the decision out in one transaction, the order's row locked first. Safe to
   * repeat: what was applied before is recognised as a repeat.
   *
   * @throws whatever an in-transaction handler throws; nothing has changed then
   */
  async observe({ settle, ...observation }: Observation): Promise<ObserveOutcome> {
    const options = settle && {
      settle: (tx: EntityManager, [outcome]: readonly ObserveOutcome[]) => settle(tx, outcome!),
    };
    const [outcome] = await this.observeMany([observation], options);
    return outcome!;
  }

  /**
   * Several observations, of one order or of many, in one transaction. It ends as if each had been observed by itself,
   * one after the other; or, where one of them cannot be carried out, with nothing.
   *
   * @returns the outcome of each, in the order of the observations
   * @throws whatever an in-transaction handler throws; nothing has changed then
   */
  async observeMany(
    observations: readonly Omit<Observation, 'settle'>[],
    options: TogetherOptions = {},
  ): Promise<ObserveOutcome[]> {
    const facts = observations.map((each) => ({ ...each, order: storableFacts(each.order) }));
    const outcomes = await this.transactions.run((tx) => this.observeIn(tx, facts, options));
    for (const [index, each] of facts.entries()) this.report(each, outcomes[index]!);
    if (outcomes.some(({ kind }) => kind === 'transition')) this.effects.announce();
    return outcomes;
  }

  private async observeIn(
    tx: EntityManager,
    observations: readonly Observation[],
    { settle, onHandled }: TogetherOptions,
  ): Promise<ObserveOutcome[]> {
    const book = await OrderBook.open(tx, observations);
    const entries = new LedgerEntries();
    const outcomes = observations.map((each) => this.observeOne(book, entries, each));
    await entries.write(tx);
    const patienceMs = observations.length > 1 ? TOGETHER_MS : undefined;
    const tookMs = await this.effects.apply(tx, entries.transitions, patienceMs);
    onHandled?.(tookMs);
    await settle?.(tx, outcomes);
    return outcomes;
  }

  private observeOne(book: OrderBook, entries: LedgerEntries, observation: Observation): ObserveOutcome {
    const open = book.find(observation);
    if (!open) return { kind: 'unknown-order', reason: 'no-such-order' };
    const outcome = this.decide(open, observation);
    const changed = this.enter(entries, { ...open, observation }, outcome);
    if (changed) book.turn(changed);
    return outcome;
  }

  private decide({ row, attempt }: OpenOrder, observation: Observation): Decision {
    const { order, source, readAt } = observation;
    const group = this.groups.get(observation.group);
    // A copy of the production database on another environment: its orders are not what is paid here (scenario C3).
    if (row.mode !== group.mode) return { kind: 'ignored', reason: OTHER_MODE };
    const observed = {
      order,
      attempt,
      authoritative: AUTHORITATIVE.has(source),
      modifiedAt: parseServiceTime(order.modified, this.groups.timeZone),
      readAt: readAt ?? null,
    };
    return merge(toOrderState(row), observed, group.onAbandoned);
  }

  /** Enters what is to be written. Null when the order stays as it is. */
  private enter(entries: LedgerEntries, seen: Seen, decision: Decision): PaymentOrderEntity | null {
    const { row, observation } = seen;
    const observationId = this.record(entries, seen, decision);
    if (!('next' in decision)) return null;
    const now = this.clock.now();
    const events = decision.kind === 'transition' ? decision.events : [];
    // What is only held changes nothing: an answer asked for before it came is none the older.
    const changes = changesOf(row, decision.next, decision.kind === 'ask' ? row.updatedAt : now);
    const paidBy = decision.kind === 'transition' ? [...decision.paidBy] : [];
    for (const [index, kind] of events.entries()) {
      const payment = TELLS_OF_PAYMENT.has(kind) ? paidBy.shift() : undefined;
      entries.recorded({
        ...this.transitionOf(row, observation, { kind, version: row.version + index + 1, now }),
        ...(payment === undefined || payment === observation.order.transaction_id ? {} : paymentFacts(row, payment)),
        status: changes.status,
        observationId,
      });
    }
    return entries.change(row, { ...changes, version: row.version + events.length });
  }

  private transitionOf(
    row: PaymentOrderEntity,
    { order, source }: Observation,
    { kind, version, now }: { kind: string; version: number; now: number },
  ) {
    return {
      id: createId(this.clock),
      group: row.group,
      orderId: row.orderId,
      version,
      kind,
      previousStatus: row.status,
      transactionId: order.transaction_id,
      paymentMethod: order.payment_details.type,
      ...reportedAmounts(order, row),
      source,
      recordedAt: now,
    };
  }

  private record(entries: LedgerEntries, { row, attempt, observation }: Seen, decision: Decision): string {
    const id = createId(this.clock);
    entries.observed({
      id,
      group: observation.group,
      orderId: row.orderId,
      attempt: attempt.number,
      source: observation.source,
      notificationId: observation.notificationId ?? null,
      rawStatus: observation.order.status,
      decision: decision.kind,
      reason: decision.reason.slice(0, 64),
      observedAt: this.clock.now(),
    });
    return id;
  }

  private report({ group, orderId, order }: Observation, outcome: ObserveOutcome): void {
    if (outcome.reason === 'unknown-status') this.logger.warn(messages.unknownStatus(String(order.status), orderId));
    if (outcome.reason === OTHER_MODE) this.logger.warn(messages.otherMode(orderId, group));
    if (outcome.kind !== 'transition') return;
    this.logger.log(`Order ${orderId} of terminal group ${group}: ${outcome.events.join(', ')}`);
    for (const reason of new Set(outcome.events.filter((event) => NEEDS_A_PERSON.includes(event))))
      this.logger.error(messages.needsAttention(reason, group, orderId));
  }
}

import { Inject, Injectable } from '@nestjs/common';
import { SpanKind } from '@opentelemetry/api';
import type { EntityManager } from 'typeorm';
import { lockRow, type Transactions } from '../../../database/engine/index.js';
import { createId, orderKey, type Clock } from '../../../support/index.js';
import { EffectsService, type RecordedEffects } from '../../effects/index.js';
import { SPAN, traced } from '../../telemetry/index.js';
import { TerminalGroups, CLOCK, TRANSACTIONS } from '../../core/index.js';
import { PollScheduleRepository, type NextRead } from '../../poll-schedule/index.js';
import type { AttemptEntity } from '../entities/attempt.entity.js';
import { ledgerAttributes, countObservations, countTransitions } from './ledger-telemetry.js';
import { merge } from '../merge/merge.js';
import type { MergeOutcome } from '../merge/merge.types.js';
import { attentionAfter, endUnreadable } from './attention-after.js';
import { LedgerReport } from './ledger-report.js';
import { LedgerWrites } from './ledger-writes.js';
import { awaitsRecheck } from './awaits-recheck.js';
import { EARLIER_ORDER, isEarlierOrder } from './earlier-order.js';
import {
  OTHER_MODE,
  type LedgerOrder,
  type Observation,
  type ObserveResult,
  type ObserveOutcome,
  type Seen,
  type TogetherOptions,
} from './ledger.types.js';
import type { ChangeSource } from '../entities/observation.entity.js';
import { RefundObserver, type RefundChanges } from '../../refund-records/index.js';
import { paidAttemptsIn } from './paid-attempts.js';
import { observedOf, nextReadOf } from './observed.js';
import { LockedOrders, onlyOrderOf, type OpenOrder } from './locked-orders.js';
import { orderUnknown } from '../orders.errors.js';
import { storableFacts } from '../merge/order-facts.js';
import { changesOf, methodOf, toOrderState } from './order-state.mapper.js';
import { PaymentOrderEntity } from '../entities/payment-order.entity.js';
import { agrees, isAnyRefunded, decidePart } from '../merge/captured-part.js';
import { knownSumOf, withKnownSum } from '../merge/kept-sum.js';
import { paymentTransition, refundTransition, PAYMENT_EVENTS, type TransitionStamp } from './transition-rows.js';

/** What observations share that are processed together. */
interface Batch {
  readonly tx: EntityManager;
  readonly locked: LockedOrders;
  readonly writes: LedgerWrites;
  readonly observed: LedgerOrder[];
  /** Attempts that must be read again, and when. */
  readonly again: [AttemptEntity, NextRead][];
}

/** Longest time for the handlers of several orders in one transaction: all of these orders are locked meanwhile. */
const TOGETHER_MS = 1_000;
const NO_TRANSITION = { events: [], paidBy: [], isKept: false } as const;

/** The single way in: every change of an order, from any source, goes through {@link Ledger.observe} (design §7). */
@Injectable()
export class Ledger {
  private readonly log = new LedgerReport();

  constructor(
    @Inject(TRANSACTIONS) private readonly transactions: Transactions,
    private readonly groups: TerminalGroups,
    private readonly effects: EffectsService,
    private readonly refunds: RefundObserver,
    private readonly polls: PollScheduleRepository,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Decides on an observation and applies it in one transaction, with the order's row locked first. Safe to repeat: an
   * observation that was applied before is recognised.
   *
   * @throws the error of a handler inside the transaction; nothing has changed then
   */
  async observe({ inTransaction, silent, leaveLocked, ...observation }: Observation): Promise<ObserveOutcome> {
    const withOne = inTransaction && {
      inTransaction: (tx: EntityManager, [outcome]: readonly ObserveOutcome[]) => inTransaction(tx, outcome!),
    };
    const [outcome] = await this.observeMany([observation], { ...withOne, silent, leaveLocked });
    return outcome!;
  }

  /**
   * Processes several observations, of one order or of many, in one transaction, as one by one; or none, if one fails.
   *
   * @returns the outcome of each, in the order of the observations
   * @throws the error of a handler inside the transaction; nothing has changed then
   */
  async observeMany(
    observations: readonly Omit<Observation, keyof TogetherOptions>[],
    options: TogetherOptions = {},
  ): Promise<ObserveOutcome[]> {
    const facts = observations.map((each) => ({ ...each, order: storableFacts(each.order) }));
    const about = { kind: SpanKind.INTERNAL, attributes: ledgerAttributes(observations) };
    const only = options.leaveLocked ? undefined : onlyOrderOf(facts);
    const { outcomes, orderIds, transitions } = await traced(SPAN.observe, about, () =>
      this.effects.recording((recorded) =>
        this.transactions.run((tx) => this.observeIn(tx, facts, { ...options, recorded }), only),
      ),
    );
    countObservations(observations, outcomes);
    for (const [index, each] of facts.entries()) this.log.report(orderIds[index]!, each, outcomes[index]!);
    countTransitions(transitions);
    return outcomes;
  }

  /**
   * Applies a change of an order's refunds without an observation: the answer to a refund request, or a person's decision.
   * The order is locked first. Recorded transitions reach their handlers as with {@link observe}.
   *
   * @param act - makes the change, with the locked order; it may run again after a deadlock
   * @returns what `act` returned
   * @throws the error of `act` or of a handler inside the transaction; nothing has changed then
   */
  async applyRefundChanges<T extends RefundChanges>(
    { group, orderId, source }: { group: string; orderId: string; source: ChangeSource },
    act: (tx: EntityManager, row: PaymentOrderEntity) => Promise<T>,
  ): Promise<T> {
    const change = async (tx: EntityManager, recorded: RecordedEffects) => {
      const row = await lockRow(tx, PaymentOrderEntity, { group, orderId });
      if (!row) throw orderUnknown({ group, orderId });
      const writes = new LedgerWrites();
      const outcome = await act(tx, row);
      await this.enterRefunds(tx, writes, { of: { row, source }, ...outcome });
      await writes.write(tx);
      await this.effects.apply(tx, writes.transitions, { recorded });
      return { done: outcome, transitions: writes.transitions };
    };
    const { done, transitions } = await this.effects.recording((recorded) =>
      this.transactions.run((tx) => change(tx, recorded), orderKey({ group, orderId })),
    );
    countTransitions(transitions);
    return done;
  }

  private async observeIn(
    tx: EntityManager,
    observations: readonly Observation[],
    { inTransaction, silent, leaveLocked, onHandled, recorded }: TogetherOptions & { recorded: RecordedEffects },
  ): Promise<ObserveResult> {
    const locked = await LockedOrders.open(tx, observations, leaveLocked);
    const writes = new LedgerWrites();
    const [observed, again]: [LedgerOrder[], [AttemptEntity, NextRead][]] = [[], []];
    const outcomes = observations.map((each) => this.observeOne({ tx, locked, writes, observed, again }, each));
    await this.observeRefunds(tx, writes, observed);
    await endUnreadable(tx, { writes, polls: this.polls }, observed);
    await writes.write(tx);
    for (const [attempt, next] of again) await this.polls.plan(tx, attempt, next);
    const patienceMs = observations.length > 1 ? TOGETHER_MS : undefined;
    const tookMs = await this.effects.apply(tx, silent ? [] : writes.transitions, { recorded, patienceMs });
    onHandled?.(tookMs);
    await inTransaction?.(tx, outcomes);
    const orderIds = observations.map((each) => locked.find(each)?.row.orderId ?? each.serviceOrderId);
    return { outcomes, orderIds, transitions: writes.transitions };
  }

  private observeOne({ tx, locked, writes, observed, again }: Batch, reported: Observation): ObserveOutcome {
    const open = locked.find(reported);
    if (!open) return locked.whyMissing(reported);
    const known = knownSumOf(open.row, open, reported.order);
    const observation = { ...reported, order: withKnownSum(reported.order, known, this.groups.timeZone) };
    if (isEarlierOrder(observation.order, open, this.groups.timeZone))
      return { kind: 'unknown-order', reason: EARLIER_ORDER };
    const outcome = this.decide(open, observation);
    const changed = this.enter(writes, { ...open, observation }, outcome);
    if (changed) locked.replace(changed);
    const { order, source, readAt = null, serviceOrderId } = observation;
    const row = changed ?? open.row;
    const isStale = outcome.kind === 'stale' || !agrees(row, open, order);
    const hadRefunds = isAnyRefunded(open.row);
    const times = { now: this.clock.now(), graceMs: this.groups.get(observation.group).polling.graceMs };
    const next = nextReadOf(outcome, { before: open.row, row, attempt: open.attempt, observation }, times);
    if (next !== null) again.push([open.attempt, next]);
    const paidAttempts = paidAttemptsIn(tx, row);
    if (outcome.reason !== OTHER_MODE)
      observed.push({ row, serviceOrderId, order, source, isStale, hadRefunds, readAt, paidAttempts });
    return outcome;
  }

  /** Passes the observations to the records of refunds. */
  private async observeRefunds(tx: EntityManager, writes: LedgerWrites, seen: readonly LedgerOrder[]): Promise<void> {
    const found = await this.refunds.observe(tx, seen);
    for (const [index, { row, source }] of seen.entries())
      if (found[index]) await this.enterRefunds(tx, writes, { of: { row, source }, ...found[index] });
  }

  private async enterRefunds(
    tx: EntityManager,
    writes: LedgerWrites,
    { of: { row: seen, source }, changes, attention }: RefundChanges & { of: Pick<LedgerOrder, 'row' | 'source'> },
  ): Promise<void> {
    const row = writes.latest(seen);
    for (const [index, change] of changes.entries())
      writes.recorded(refundTransition(seen, change, { ...this.stamp(row, index), source }));
    if (changes.length === 0 && attention === undefined) return;
    const left = await attentionAfter(tx, row, attention);
    writes.change(row, { version: row.version + changes.length, attention: left });
  }

  private decide({ row, attempt, reached, isPart }: OpenOrder, observation: Observation): MergeOutcome {
    const group = this.groups.get(observation.group);
    // In a copy of the production database in another environment, its orders are not the ones paid here (scenario C3).
    if (row.mode !== group.mode) return { kind: 'ignored', reason: OTHER_MODE };
    if (awaitsRecheck(row, attempt, observation)) return { kind: 'ignored', reason: 'awaits-recheck' };
    const seen = observedOf(observation, attempt, { timeZone: this.groups.timeZone, now: this.clock.now() });
    const state = { ...toOrderState(row), attempt: reached };
    return isPart ? decidePart(state, seen) : merge(state, seen, group);
  }

  /** Adds the writes of an outcome. Null when the order stays as it is. */
  private enter(writes: LedgerWrites, seen: Seen, outcome: MergeOutcome): PaymentOrderEntity | null {
    const { row, observation } = seen;
    const observationId = this.record(writes, seen, outcome);
    if (!('next' in outcome)) return null;
    const { events, paidBy, isKept } = outcome.kind === 'transition' ? outcome : NO_TRANSITION;
    if (isKept) writes.kept(seen.attempt);
    // Held facts change nothing, so the time of the order stays: an answer requested before them is still usable.
    const changes = changesOf(row, outcome.next, outcome.kind === 'ask' ? row.updatedAt : this.clock.now());
    const payments = [...paidBy];
    for (const [index, kind] of events.entries()) {
      const payment = PAYMENT_EVENTS.has(kind) ? payments.shift() : undefined;
      const facts = { kind, status: changes.status, observationId, payment, received: changes.received };
      writes.recorded(paymentTransition(row, observation, { ...this.stamp(row, index), ...facts }));
    }
    const paymentMethod = methodOf(row, observation.order, changes.transactionId);
    return writes.change(row, { ...changes, paymentMethod, version: row.version + events.length });
  }

  /** The next number of the order, and the other common fields of a transition. */
  private stamp(row: PaymentOrderEntity, index: number): TransitionStamp {
    return { id: createId(this.clock), version: row.version + index + 1, recordedAt: this.clock.now() };
  }

  private record(writes: LedgerWrites, { row, attempt, observation }: Seen, outcome: MergeOutcome): string {
    const id = createId(this.clock);
    writes.observed({
      id,
      group: observation.group,
      orderId: row.orderId,
      attempt: attempt.number,
      source: observation.source,
      notificationId: observation.notificationId ?? null,
      rawStatus: observation.order.status,
      decision: outcome.kind,
      reason: outcome.reason,
      observedAt: this.clock.now(),
    });
    return id;
  }
}

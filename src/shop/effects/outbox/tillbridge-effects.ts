import { Inject, Injectable } from '@nestjs/common';
import { In, type EntityManager } from 'typeorm';
import { lockRow, readPage, type Transactions } from '../../../database/engine/index.js';
import { isName, type Clock, type Page, type PageOptions } from '../../../support/index.js';
import { checkedDecision, Decisions, type OperatorDecision } from '../../decisions/index.js';
import { checkedOptions, checkFilter, checkTexts, CLOCK, filterInvalid, TRANSACTIONS } from '../../core/index.js';
import { EffectsService } from '../effects.service.js';
import type { EffectRun, EffectTransport } from './effect-transport.js';
import { EffectsDispatcher } from './effects-dispatcher.js';
import {
  countFailed,
  FAILED,
  nextFailed,
  type EffectReplayState,
  type FailedCount,
  type FailedPass,
  type FailedTarget,
} from './failed-effects.js';
import { HandOver } from './hand-over.js';
import { OutboxEntity } from './outbox.entity.js';

/** An after-commit effect that failed too often: it did not happen. */
export interface FailedEffect {
  /** The event's id, for a replay or a discard. */
  readonly id: string;
  /** The handler's name. */
  readonly effect: string;
  readonly group: string;
  readonly orderId: string;
  readonly attempts: number;
  /** The last failure, without any key. */
  readonly error: string | null;
  /** When it was given up, epoch milliseconds (UTC). */
  readonly failedAt: number;
}

/** Who decides about a failed effect, and why; the order's timeline shows both. */
export type EffectDecision = OperatorDecision;

/** Whether a decision was applied; `not-failed` when there is no such effect or it is not (or no longer) failed. */
export type EffectDecisionOutcome = { readonly ok: true } | { readonly ok: false; readonly reason: 'not-failed' };

const STATES: ReadonlySet<unknown> = new Set<EffectReplayState>(['failed', 'pending']);

/** @throws PaymentError `FILTER_INVALID` */
function checkState(state: unknown): void {
  if (state === undefined || STATES.has(state)) return;
  throw filterInvalid([{ path: 'state', message: 'must be failed or pending' }]);
}

/** The progress of a replay of many failed effects. */
export interface EffectReplayProgress {
  /** Failed effects checked. */
  readonly seen: number;
  /** Effects that will run again; about the others another person decided meanwhile. */
  readonly replayed: number;
}

/** The result of a replay of many failed effects. */
export interface EffectReplayReport extends EffectReplayProgress {
  /** False when it was aborted: the same call continues it. */
  readonly complete: boolean;
}

/** Options to watch a replay of many failed effects and to end it early. */
export interface EffectReplayOptions {
  /** Called after each batch of at most a hundred. */
  readonly onProgress?: (progress: EffectReplayProgress) => void;
  /** Ends the replay after the current batch. */
  readonly signal?: AbortSignal;
}

/**
 * The after-commit effects that failed too often, for the person who corrects the cause.
 *
 * @example
 * ```ts
 * async function tryAgain(effects: TillbridgeEffects): Promise<void> {
 *   for (const { id, effect } of await effects.failed()) {
 *     if (effect === 'Mailer.confirm') await effects.replay(id, { by: 'ann', why: 'mail server is back' });
 *   }
 * }
 * ```
 */
@Injectable()
export class TillbridgeEffects {
  constructor(
    @Inject(TRANSACTIONS) private readonly transactions: Transactions,
    private readonly effects: EffectsService,
    private readonly dispatcher: EffectsDispatcher,
    private readonly handing: HandOver,
    private readonly decisions: Decisions,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** The failed effects of one page, the newest first. */
  async failed(options?: PageOptions): Promise<FailedEffect[]> {
    return [...(await this.page(options)).items];
  }

  /** One page of the failed effects, the newest first, with the places of its neighbours. */
  async page(options?: PageOptions): Promise<Page<FailedEffect>> {
    const page = await this.transactions.run((tx) => readPage(tx, FAILED, checkedOptions(options)));
    return { ...page, items: page.items.map(toFailedEffect) };
  }

  /**
   * Runs a failed effect again, at once and with all its attempts, under the same id.
   *
   * @throws PaymentError `FILTER_INVALID` for an id that is not text, `DECISION_INVALID`
   */
  replay(id: string, decision: EffectDecision): Promise<EffectDecisionOutcome> {
    return this.decide(id, decision, this.again());
  }

  /**
   * How many effects have failed, by handler, those with the most first; at most the 100,000 oldest are counted.
   *
   * @param state - `pending`: those that failed, and wait for their next attempt
   * @throws PaymentError `FILTER_INVALID` for another state
   */
  async failedCounts(state: EffectReplayState = 'failed'): Promise<FailedCount[]> {
    checkState(state);
    return this.transactions.run((tx) => countFailed(tx, state, this.clock.now()));
  }

  /**
   * Runs all failed effects again, or those of one handler, each as {@link replay} does; with `state: 'pending'` those that
   * failed and wait for their next attempt. Works in batches; may be repeated. What fails again meanwhile is left out where
   * it had failed on every attempt.
   *
   * @throws PaymentError `FILTER_INVALID` for an invalid handler's name or state, `DECISION_INVALID`
   * @example
   * const mailsAgain = (effects: TillbridgeEffects) =>
   *   effects.replayAll({ effect: 'Mailer.confirm' }, { by: 'ann', why: 'mail server is back' });
   */
  async replayAll(
    target: FailedTarget,
    decision: EffectDecision,
    options: EffectReplayOptions = {},
  ): Promise<EffectReplayReport> {
    const { effect, state } = { ...target };
    checkFilter({ texts: { effect } });
    checkState(state);
    checkedDecision(decision);
    let pass: FailedPass = { effect, state, begunAt: this.clock.now(), place: [0, ''] };
    let progress: EffectReplayProgress = { seen: 0, replayed: 0 };
    while (!options.signal?.aborted) {
      // Counted after the commit: a transaction may run again.
      const { seen, replayed, isEnd, place } = await this.transactions.run((tx) => this.batch(tx, pass, decision));
      progress = { seen: progress.seen + seen, replayed: progress.replayed + replayed };
      pass = { ...pass, place };
      if (replayed > 0) this.effects.announce();
      if (seen > 0) options.onProgress?.(progress);
      if (isEnd) return { ...progress, complete: true };
    }
    return { ...progress, complete: false };
  }

  /** Leaves a failed effect undone: it was handled in another way, or is no longer wanted. */
  discard(id: string, decision: EffectDecision): Promise<EffectDecisionOutcome> {
    return this.decide(id, decision, { state: 'discarded', doneAt: this.clock.now() });
  }

  /**
   * From now on after-commit effects are handed to a transport. Each process with workers that should do so calls this while
   * the application starts (`onModuleInit`).
   */
  handTo(transport: EffectTransport): void {
    this.handing.use(transport);
  }

  /**
   * Runs an effect that was handed over, in this process. It runs once at a time, even if several processes get it, and never
   * again after a success.
   *
   * @param id - from the hand-over
   */
  run(id: string): Promise<EffectRun> {
    return this.dispatcher.runById(id);
  }

  private again() {
    return { state: 'pending' as const, attempts: 0, dueAt: this.clock.now(), doneAt: null, lastError: null };
  }

  private batch(tx: EntityManager, pass: FailedPass, decision: EffectDecision) {
    return this.decisions.once(tx, 'replayed', async () => {
      const { seen, rows, isEnd, place } = await nextFailed(tx, pass);
      const subjects = rows.map((row) => ({ ...subjectOf(row), decision: 'replayed' as const }));
      if (rows.length > 0) {
        await tx.update(OutboxEntity, { id: In(rows.map(({ id }) => id)) }, this.again());
        await this.decisions.record(tx, decision, subjects);
      }
      return { subjects, outcome: { seen, replayed: rows.length, isEnd, place } };
    });
  }

  private async decide(
    id: string,
    decision: EffectDecision,
    change: Partial<OutboxEntity>,
  ): Promise<EffectDecisionOutcome> {
    checkTexts({ id });
    const isDone = await this.transactions.run(async (tx) => {
      const row = isName(id) ? await lockRow(tx, OutboxEntity, { id }) : null;
      if (!row) return false;
      const kind = change.state === 'pending' ? ('replayed' as const) : ('discarded' as const);
      const subject = { ...subjectOf(row), decision: kind };
      if (row.state !== 'dead') return this.decisions.wasRecorded(tx, subject);
      await tx.update(OutboxEntity, { id }, change);
      await this.decisions.record(tx, decision, [subject]);
      return true;
    });
    if (!isDone) return { ok: false, reason: 'not-failed' };
    this.effects.announce();
    return { ok: true };
  }
}

const subjectOf = ({ id, group, orderId, effect }: OutboxEntity) => ({
  group,
  orderId,
  about: 'effect' as const,
  subjectId: id,
  subject: effect,
});

const toFailedEffect = (row: OutboxEntity): FailedEffect => ({
  id: row.id,
  effect: row.effect,
  group: row.group,
  orderId: row.orderId,
  attempts: row.attempts,
  error: row.lastError,
  failedAt: row.doneAt ?? row.createdAt,
});

import { Inject, Injectable } from '@nestjs/common';
import { lockRow, readPage, type RowList, type Transactions } from '../../../database/engine/index.js';
import { isName, type Clock, type Page, type PageOptions } from '../../../support/index.js';
import { Decisions, type OperatorDecision } from '../../decisions/index.js';
import { CLOCK, TRANSACTIONS } from '../../core/index.js';
import { EffectsService } from '../effects.service.js';
import type { EffectRun, EffectTransport } from './effect-transport.js';
import { EffectsDispatcher } from './effects-dispatcher.js';
import { HandOver } from './hand-over.js';
import { OutboxEntity } from './outbox.entity.js';

/** An after-commit effect that was given up: it did not happen. */
export interface FailedEffect {
  /** The event's id, and the one to replay or discard by. */
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

/** Who decides about a failed effect, and why; both are shown in the order's timeline. */
export type EffectDecision = OperatorDecision;

/** Whether a decision was carried out; `not-failed` when there is no such effect or it is not (or no longer) given up. */
export type EffectDecisionOutcome = { readonly ok: true } | { readonly ok: false; readonly reason: 'not-failed' };

/**
 * The after-commit effects that were given up after their last attempt, for the person who mends the cause.
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

  /** One page of the failed effects, the newest first, and the way to its neighbours. */
  async page(options?: PageOptions): Promise<Page<FailedEffect>> {
    const page = await this.transactions.run((tx) => readPage(tx, FAILED, { ...options }));
    return { ...page, items: page.items.map(toFailedEffect) };
  }

  /** Runs a failed effect again, at once and with all its attempts, under the id it always had. */
  replay(id: string, decision: EffectDecision): Promise<EffectDecisionOutcome> {
    const change = { state: 'pending' as const, attempts: 0, dueAt: this.clock.now(), doneAt: null, lastError: null };
    return this.decide(id, decision, change);
  }

  /** Leaves a failed effect be: it has been seen to in another way, or is not wanted any more. */
  discard(id: string, decision: EffectDecision): Promise<EffectDecisionOutcome> {
    return this.decide(id, decision, { state: 'discarded', doneAt: this.clock.now() });
  }

  /**
   * From now on the effects after the commit are handed to a transport, by every process with workers that says so. Call it
   * while the application starts (`onModuleInit`).
   */
  handTo(transport: EffectTransport): void {
    this.handing.use(transport);
  }

  /**
   * Runs an effect that was handed over, in this process. Once at a time, whoever else is asked to; and never a second time
   * once it has gone well.
   *
   * @param id - as it was handed over
   */
  run(id: string): Promise<EffectRun> {
    return this.dispatcher.runById(id);
  }

  private async decide(
    id: string,
    decision: EffectDecision,
    change: Partial<OutboxEntity>,
  ): Promise<EffectDecisionOutcome> {
    const isDone = await this.transactions.run(async (tx) => {
      const row = isName(id) ? await lockRow(tx, OutboxEntity, { id }) : null;
      if (row?.state !== 'dead') return false;
      await tx.update(OutboxEntity, { id }, change);
      const kind = change.state === 'pending' ? ('replayed' as const) : ('discarded' as const);
      const { group, orderId, effect: subject } = row;
      const about = { group, orderId, about: 'effect' as const, subjectId: id, subject, decision: kind };
      await this.decisions.record(tx, decision, [about]);
      return true;
    });
    if (!isDone) return { ok: false, reason: 'not-failed' };
    this.effects.announce();
    return { ok: true };
  }
}

/** By the index over state and time; by ids alone a database may well read all that ever was. */
export const FAILED: RowList<OutboxEntity> = { entity: OutboxEntity, where: { state: 'dead' }, key: ['dueAt', 'id'] };

const toFailedEffect = (row: OutboxEntity): FailedEffect => ({
  id: row.id,
  effect: row.effect,
  group: row.group,
  orderId: row.orderId,
  attempts: row.attempts,
  error: row.lastError,
  failedAt: row.doneAt ?? row.createdAt,
});

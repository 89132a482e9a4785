import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { lockRow, type Transactions } from '../../../database/engine/index.js';
import type { Clock } from '../../../support/index.js';
import { Decisions, type OperatorDecision } from '../../decisions/index.js';
import { CLOCK, TRANSACTIONS } from '../../core/index.js';
import { EffectsService } from '../effects.service.js';
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

/** Which part of the failed effects is wanted. */
export interface FailedEffectsPart {
  /** Older ones than the effect of this id. */
  readonly before?: string | undefined;
  /** Newer ones than the effect of this id; `before` wins. */
  readonly after?: string | undefined;
  /** 1 to 1,000; default 50. */
  readonly limit?: number | undefined;
}

/** One page of failed effects. */
export interface FailedEffectPage {
  readonly items: readonly FailedEffect[];
  /** For `after`; null on the first page. */
  readonly previous: string | null;
  /** For `before`; null on the last page. */
  readonly next: string | null;
}

/** Who decides about a failed effect, and why; both are shown in the order's timeline. */
export type EffectDecision = OperatorDecision;

/** Whether a decision was carried out; `not-failed` when there is no such effect or it is not (or no longer) given up. */
export type EffectDecisionOutcome = { readonly ok: true } | { readonly ok: false; readonly reason: 'not-failed' };

const DEFAULT_LIMIT = 50;
const MOST = 1_000;

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
    private readonly decisions: Decisions,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * The failed effects, the newest first.
   *
   * @param page - `limit`: at most so many, 1 to 1,000, default 50; `before`: only older ones than the effect of this id,
   *   for the next page
   */
  async failed({ limit, before }: { limit?: number; before?: string } = {}): Promise<FailedEffect[]> {
    const { items } = await this.page({ limit, before });
    return [...items];
  }

  /**
   * One page of the failed effects, the newest first, and the way to its neighbours.
   *
   * @param part - `before`: older ones than the effect of this id; `after`: newer ones, `before` wins; `limit` as above
   */
  page({ limit = DEFAULT_LIMIT, before, after }: FailedEffectsPart = {}): Promise<FailedEffectPage> {
    const take = Math.min(Math.max(1, Math.trunc(limit)), MOST);
    const isBack = before === undefined && after !== undefined;
    const id = before ?? after;
    return this.transactions.run(async (tx) => {
      const place = id === undefined ? null : await tx.findOneBy(OutboxEntity, { id });
      const rows = await deadRows(tx, { place, isBack, limit: take + 1 });
      return toPage(rows, { take, isBack, isFirst: place === null });
    });
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

  private async decide(
    id: string,
    said: EffectDecision,
    change: Partial<OutboxEntity>,
  ): Promise<EffectDecisionOutcome> {
    const isDone = await this.transactions.run(async (tx) => {
      const row = await lockRow(tx, OutboxEntity, { id });
      if (row?.state !== 'dead') return false;
      await tx.update(OutboxEntity, { id }, change);
      const decision = change.state === 'pending' ? ('replayed' as const) : ('discarded' as const);
      const { group, orderId, effect: subject } = row;
      const about = { group, orderId, about: 'effect' as const, subjectId: id, subject, decision };
      await this.decisions.record(tx, said, [about]);
      return true;
    });
    if (!isDone) return { ok: false, reason: 'not-failed' };
    this.effects.announce();
    return { ok: true };
  }
}

/** By the index over state and time; by ids alone a database may well read all that ever was. */
export function deadRows(
  tx: EntityManager,
  { place, isBack, limit }: { place: Pick<OutboxEntity, 'id' | 'dueAt'> | null; isBack: boolean; limit: number },
): Promise<OutboxEntity[]> {
  const [sign, way] = isBack ? (['>', 'ASC'] as const) : (['<', 'DESC'] as const);
  const query = tx.createQueryBuilder(OutboxEntity, 'e').where('e.state = :state', { state: 'dead' });
  const bound = `e.dueAt ${sign}= :dueAt AND (e.dueAt ${sign} :dueAt OR e.id ${sign} :id)`;
  if (place) query.andWhere(bound, { dueAt: place.dueAt, id: place.id });
  return query.orderBy('e.dueAt', way).addOrderBy('e.id', way).limit(limit).getMany();
}

/** One row more than fits was read: that one tells whether the list goes on in the direction that was read. */
function toPage(
  rows: readonly OutboxEntity[],
  { take, isBack, isFirst }: { take: number; isBack: boolean; isFirst: boolean },
): FailedEffectPage {
  const isMore = rows.length > take;
  const items = (isBack ? rows.slice(0, take).reverse() : rows.slice(0, take)).map(toFailedEffect);
  const hasPrevious = isBack ? isMore : !isFirst;
  return {
    items,
    previous: hasPrevious ? (items[0]?.id ?? null) : null,
    next: isBack || isMore ? (items.at(-1)?.id ?? null) : null,
  };
}

const toFailedEffect = (row: OutboxEntity): FailedEffect => ({
  id: row.id,
  effect: row.effect,
  group: row.group,
  orderId: row.orderId,
  attempts: row.attempts,
  error: row.lastError,
  failedAt: row.doneAt ?? row.createdAt,
});

import { Inject, Injectable, Logger } from '@nestjs/common';
import { IsNull, LessThan, MoreThan, type EntityManager } from 'typeorm';
import { lockRow, type Transactions } from '../../database/engine/index.js';
import type { Clock } from '../../support/index.js';
import { messages } from '../tillbridge.messages.js';
import { CLOCK, TRANSACTIONS } from '../tillbridge.tokens.js';
import { afterFailure, FailureTexts, isSpent, isSuspect, LeasedRows, type Work } from '../workers/index.js';
import { EffectsService, toPaymentEvent, type TransitionFacts } from './effects.service.js';
import { HandlersRegistry, type PaymentHandler } from './handlers.registry.js';
import { OutboxEntity } from './outbox.entity.js';

const LEASE_MS = 60_000;
/** An effect that waits for an earlier one looks again after this long at the latest when that one is about to end. */
const LEAST_WAIT_MS = 250;

/** Looks a recorded transition up; given by the room that owns transitions. */
export type TransitionReader = (id: string) => Promise<TransitionFacts | null>;

/**
 * Runs the after-commit handlers from the outbox: at least once, with a stable id, retried, never dropped. The effects of
 * one handler for one order run in the order of the transitions; those of other orders and handlers are independent.
 */
@Injectable()
export class EffectsDispatcher {
  private readonly logger = new Logger('Tillbridge:Effects');
  private readonly rows: LeasedRows<OutboxEntity>;

  constructor(
    @Inject(TRANSACTIONS) private readonly transactions: Transactions,
    private readonly registry: HandlersRegistry,
    private readonly effects: EffectsService,
    private readonly texts: FailureTexts,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {
    this.rows = new LeasedRows(transactions, clock, { entity: OutboxEntity, leaseMs: LEASE_MS });
  }

  /** The outbox as work for a loop. */
  work(readTransition: TransitionReader): Work<OutboxEntity> {
    return {
      claim: (limit) => this.rows.claim(limit),
      perform: (row) => this.perform(row, readTransition),
      renew: (row) => this.rows.renew(row),
      leaseMs: LEASE_MS,
      isSuspect,
      giveBack: (rows) => this.rows.giveBack(rows),
    };
  }

  private async perform(row: OutboxEntity, readTransition: TransitionReader): Promise<void> {
    if (isSpent(row)) return this.giveUp(row, row.lastError ?? messages.workKilled(row.attempts - 1));
    if (!(await this.isItsTurn(row))) return;
    const failure = await this.dispatch(row, readTransition);
    if (failure === null) await this.end(row, { state: 'done', doneAt: this.clock.now(), lastError: null });
    else await this.fail(row, failure);
  }

  /** Null when the handler has done its work, otherwise why not. */
  private async dispatch(row: OutboxEntity, readTransition: TransitionReader): Promise<string | null> {
    try {
      const transition = await readTransition(row.transitionId);
      if (!transition) throw new Error(messages.transitionMissing(row.transitionId));
      await this.handlerOf(row).run(toPaymentEvent(transition, row.id));
      return null;
    } catch (error) {
      return this.texts.of(error);
    }
  }

  private handlerOf(row: OutboxEntity): PaymentHandler {
    const handler = this.registry.get(row.effect);
    if (!handler) throw new Error(messages.handlerMissing(row.effect));
    return handler;
  }

  /**
   * Whether every earlier effect of the same handler for the same order has ended; one that has not is being retried, and
   * must not be overtaken. Rows of earlier transitions were committed before this one: the order's row lock sees to that.
   */
  private async isItsTurn(row: OutboxEntity): Promise<boolean> {
    if (row.version === 1) return true;
    return this.transactions.run(async (tx) => {
      const ahead = await lockAhead(tx, row);
      if (ahead === null) return true;
      const dueAt = Math.max(ahead.dueAt, this.clock.now() + LEAST_WAIT_MS);
      await this.rows.end(tx, row, { dueAt, attempts: row.attempts - 1 });
      return false;
    });
  }

  private async fail(row: OutboxEntity, lastError: string): Promise<void> {
    const verdict = afterFailure(row.attempts, this.clock.now());
    if (verdict === 'given-up') return this.giveUp(row, lastError);
    this.logger.warn(messages.effectFailed(factsOf(row, lastError)));
    await this.end(row, { dueAt: verdict.dueAt, lastError });
  }

  private async giveUp(row: OutboxEntity, lastError: string): Promise<void> {
    const isMine = await this.end(row, { state: 'dead', doneAt: this.clock.now(), lastError });
    if (isMine) this.logger.error(messages.effectDead(factsOf(row, lastError)));
  }

  /** Only the holder of the lease may write. What waited for this effect is due at once when it is over. */
  private async end(row: OutboxEntity, change: Partial<OutboxEntity>): Promise<boolean> {
    const isMine = await this.transactions.run(async (tx) => {
      if (!(await this.rows.end(tx, row, change))) return false;
      const { group, orderId, effect } = row;
      const later = { group, orderId, effect, version: MoreThan(row.version), leaseToken: IsNull() };
      const now = this.clock.now();
      if (change.state)
        await tx.update(OutboxEntity, { ...later, state: 'pending', dueAt: MoreThan(now) }, { dueAt: now });
      return true;
    });
    if (!isMine) this.logger.warn(messages.leaseLost('Effect', row.id));
    if (change.state) this.effects.announce();
    return isMine;
  }
}

/** The nearest earlier effect that has not ended, under its lock: it cannot end unseen while the later one begins to wait. */
async function lockAhead(tx: EntityManager, row: OutboxEntity): Promise<OutboxEntity | null> {
  const { group, orderId, effect } = row;
  const where = { group, orderId, effect, version: LessThan(row.version), state: 'pending' as const };
  for (;;) {
    const [found] = await tx.find(OutboxEntity, { select: { id: true }, where, order: { version: 'DESC' }, take: 1 });
    if (!found) return null;
    const ahead = await lockRow(tx, OutboxEntity, { id: found.id });
    if (ahead?.state === 'pending') return ahead;
  }
}

const factsOf = ({ id, effect, orderId, attempts }: OutboxEntity, error: string) => ({
  id,
  effect,
  orderId,
  attempts,
  error,
});

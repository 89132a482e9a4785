import { Inject, Injectable, Logger } from '@nestjs/common';
import { claimRows, renewLease, type Transactions } from '../../database/engine/index.js';
import { createId, type Clock } from '../../support/index.js';
import { messages } from '../tillbridge.messages.js';
import { CLOCK, TRANSACTIONS } from '../tillbridge.tokens.js';
import { afterFailure, failureText, type Work } from '../workers/index.js';
import { toPaymentEvent, type TransitionFacts } from './effects.service.js';
import { HandlersRegistry, type PaymentHandler } from './handlers.registry.js';
import { OutboxEntity } from './outbox.entity.js';

/** After a crash the rows of the dead worker are due again this long after their lease was last renewed. */
const LEASE_MS = 60_000;

/** Looks a recorded transition up; given by the room that owns transitions. */
export type TransitionReader = (id: string) => Promise<TransitionFacts | null>;

/** Runs the after-commit handlers from the outbox: at least once, with a stable id, retried, never dropped. */
@Injectable()
export class EffectsDispatcher {
  private readonly logger = new Logger('Tillbridge:Effects');

  constructor(
    @Inject(TRANSACTIONS) private readonly transactions: Transactions,
    private readonly registry: HandlersRegistry,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** The outbox as work for a loop. */
  work(readTransition: TransitionReader): Work<OutboxEntity> {
    return {
      claim: (limit) => this.claim(limit),
      perform: (row) => this.dispatch(row, readTransition),
      renew: (row) => this.renew(row),
      leaseMs: LEASE_MS,
    };
  }

  private claim(limit: number): Promise<OutboxEntity[]> {
    const now = this.clock.now();
    const lease = { token: createId(this.clock), until: now + LEASE_MS };
    return this.transactions.run((em) => claimRows(em, OutboxEntity, { state: 'pending', now, limit, lease }));
  }

  private renew(row: OutboxEntity): Promise<boolean> {
    const until = this.clock.now() + LEASE_MS;
    return this.transactions.run((em) => renewLease(em, OutboxEntity, { row, until }));
  }

  private async dispatch(row: OutboxEntity, readTransition: TransitionReader): Promise<void> {
    try {
      const transition = await readTransition(row.transitionId);
      if (!transition) throw new Error(messages.transitionMissing(row.transitionId));
      await this.handlerOf(row).run(toPaymentEvent(transition, row.id));
      await this.finish(row, { state: 'done', doneAt: this.clock.now(), lastError: null });
    } catch (error) {
      await this.fail(row, error);
    }
  }

  private handlerOf(row: OutboxEntity): PaymentHandler {
    const handler = this.registry.get(row.effect);
    if (!handler) throw new Error(messages.handlerMissing(row.effect));
    return handler;
  }

  private async fail(row: OutboxEntity, error: unknown): Promise<void> {
    const lastError = failureText(error);
    const verdict = afterFailure(row.attempts, this.clock.now());
    const facts = { effect: row.effect, orderId: row.orderId, attempts: row.attempts, error: lastError };
    if (verdict === 'given-up') {
      this.logger.error(messages.effectDead(facts));
      await this.finish(row, { state: 'dead', doneAt: this.clock.now(), lastError });
      return;
    }
    this.logger.warn(messages.effectFailed(facts));
    await this.finish(row, { dueAt: verdict.dueAt, lastError });
  }

  /** Only the holder of the lease may write; another worker that took the row over has the last word. */
  private async finish(row: OutboxEntity, change: Partial<OutboxEntity>): Promise<void> {
    const mine = { id: row.id, leaseToken: row.leaseToken ?? '' };
    await this.transactions.run((em) =>
      em.update(OutboxEntity, mine, { ...change, leaseToken: null, leaseUntil: null }),
    );
  }
}

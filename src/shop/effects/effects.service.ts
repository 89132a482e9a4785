import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Money } from '../../protocol/index.js';
import { createId, type Clock } from '../../support/index.js';
import { messages } from '../tillbridge.messages.js';
import { CLOCK } from '../tillbridge.tokens.js';
import { closeManager } from './closed-manager.js';
import { EffectEntity } from './effect.entity.js';
import { HandlersRegistry, type PaymentHandler } from './handlers.registry.js';
import { OutboxEntity } from './outbox.entity.js';
import type { PaymentEvent, PaymentEventKind } from './payment-event.js';

/** The part of a transition that its event is built from. */
export interface TransitionFacts {
  readonly id: string;
  readonly group: string;
  readonly orderId: string;
  /** Its number within the order, from 1. */
  readonly version: number;
  readonly kind: string;
  readonly amount: number;
  readonly amountRefunded: number;
  readonly currency: string;
  readonly status: string | null;
  readonly previousStatus: string | null;
  readonly transactionId: string | null;
  readonly paymentMethod: string | null;
  readonly source: string;
  readonly recordedAt: number;
}

/** Builds the event a handler is told of; the same transition always makes the same event. */
export function toPaymentEvent(transition: TransitionFacts, id: string): PaymentEvent {
  const { currency } = transition;
  return {
    id,
    kind: transition.kind as PaymentEventKind,
    group: transition.group,
    orderId: transition.orderId,
    transitionId: transition.id,
    amount: Money.ofMinor(transition.amount, currency),
    amountRefunded: Money.ofMinor(transition.amountRefunded, currency),
    status: transition.status,
    previousStatus: transition.previousStatus,
    transactionId: transition.transactionId,
    paymentMethod: transition.paymentMethod,
    source: transition.source,
    at: transition.recordedAt,
  };
}

/** Carries out the effects of a transition, inside its transaction. */
@Injectable()
export class EffectsService {
  private onQueued: () => void = () => {};

  constructor(
    private readonly registry: HandlersRegistry,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Who is to be woken when effects were put in the outbox. */
  whenQueued(listener: () => void): void {
    this.onQueued = listener;
  }

  /** To be called once a transition has committed. */
  announce(): void {
    this.onQueued();
  }

  /**
   * Runs the in-transaction handlers and puts the others in the outbox. Each leaves its row, whose primary key makes
   * a second run of the same effect for the same transition impossible (promise 2).
   *
   * @throws whatever a handler throws: the whole transition then rolls back and is tried again later
   */
  async apply(tx: EntityManager, transition: TransitionFacts): Promise<void> {
    for (const handler of this.registry.matching(transition.kind as PaymentEventKind, transition.group)) {
      await this.applyOne(tx, transition, handler);
    }
  }

  private async applyOne(tx: EntityManager, transition: TransitionFacts, handler: PaymentHandler): Promise<void> {
    const now = this.clock.now();
    const { group, orderId, id: transitionId, version } = transition;
    const { effect, phase } = handler;
    await tx.insert(EffectEntity, { group, orderId, transitionId, effect, phase, recordedAt: now });
    const id = createId(this.clock);
    if (phase === 'transaction') {
      await runIn(tx, handler, toPaymentEvent(transition, id));
      await assertStillOpen(tx, { group, orderId, transitionId, effect });
      return;
    }
    const row = { id, group, orderId, transitionId, version, effect, state: 'pending' as const };
    await tx.insert(OutboxEntity, { ...row, attempts: 0, dueAt: now, createdAt: now });
  }
}

/** Nothing that still runs of a handler that failed, or is late, may write once its transaction has been rolled back. */
async function runIn(tx: EntityManager, handler: PaymentHandler, event: PaymentEvent): Promise<void> {
  try {
    await handler.run(event, tx);
  } catch (error) {
    closeManager(tx, messages.managerClosed(handler.effect));
    throw error;
  }
}

/**
 * A deadlock takes the whole transaction back on MySQL and MariaDB. A handler that swallows its error would let the rest
 * go on outside of any transaction, and the notification be marked as done without its change; so the handler's own row
 * is looked for.
 *
 * @throws Error when it is gone: the change is then tried again as a whole
 */
async function assertStillOpen(
  tx: EntityManager,
  key: Pick<EffectEntity, 'group' | 'orderId' | 'transitionId' | 'effect'>,
): Promise<void> {
  if (!(await tx.existsBy(EffectEntity, key))) throw new Error(messages.transactionLost(key.effect));
}

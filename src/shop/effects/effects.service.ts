import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { insertRows } from '../../database/engine/index.js';
import { waitAtMost, createId, type Clock } from '../../support/index.js';
import { tracedNow } from '../telemetry/index.js';
import { messages, CLOCK } from '../core/index.js';
import { WorkerRegistry } from '../workers/index.js';
import { closeManager } from './closed-manager.js';
import { toEvent, type HandledEvent, type TransitionFacts } from './effect-event.js';
import { EffectEntity } from './effect.entity.js';
import { HandlerExplorer, type PaymentHandler } from './handler-explorer.js';
import { OwnEffects, type NewEffect, type RecordedEffects } from './outbox/own-effects.js';
import { TransactionWatch } from './transaction-watch.js';

/** Runs the effects of a transition, inside its transaction. */
@Injectable()
export class EffectsService {
  constructor(
    private readonly registry: HandlerExplorer,
    private readonly workers: WorkerRegistry,
    private readonly own: OwnEffects,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Called after a transition has been committed. */
  announce(): void {
    this.workers.wake('effects');
  }

  /**
   * Runs a transaction that may record effects. After the commit the effects are run: by this process as far as it has places
   * for them, otherwise by the process that claims them.
   *
   * @throws the error of the transaction
   */
  async recording<T>(transaction: (recorded: RecordedEffects) => Promise<T>): Promise<T> {
    const recorded = this.own.begin();
    try {
      const result = await transaction(recorded);
      if (recorded.commit()) this.announce();
      return result;
    } finally {
      recorded.drop();
    }
  }

  /**
   * Runs the in-transaction handlers and puts the others in the outbox. Each leaves its row, whose primary key makes
   * a second run of the same effect for the same transition impossible (promise 2).
   *
   * @param transitions - in the order in which their handlers are called
   * @param recorded - of the transaction, from {@link recording}
   * @param patienceMs - longest time for all handlers together; without it only each handler's own limit applies
   * @returns how long the handlers took, in milliseconds
   * @throws the error of a handler: the whole transaction is then rolled back and tried again later
   */
  async apply(
    tx: EntityManager,
    transitions: readonly TransitionFacts[],
    { recorded, patienceMs }: { readonly recorded: RecordedEffects; readonly patienceMs?: number | undefined },
  ): Promise<number> {
    // Effects that an earlier run of the transaction recorded were rolled back with it.
    recorded.drop();
    const planned = transitions.flatMap((transition) => this.plan(transition));
    await this.record(tx, planned);
    const inside = planned.filter(({ handler }) => handler.phase === 'transaction');
    const startedAt = performance.now();
    if (inside.length > 0) await withPatience((signal) => runAll(tx, inside, signal), { tx, patienceMs });
    const tookMs = performance.now() - startedAt;
    const effects = planned.filter(({ handler }) => handler.phase === 'commit').map((each) => this.toRow(each));
    if (effects.length > 0) await recorded.write(tx, { effects, transitions });
    return tookMs;
  }

  private plan(transition: TransitionFacts): Planned[] {
    const handlers = this.registry.matching(transition.kind, transition.group);
    return handlers.map((handler) => ({ transition, handler, id: createId(this.clock) }));
  }

  private async record(tx: EntityManager, planned: readonly Planned[]): Promise<void> {
    const recordedAt = this.clock.now();
    const effects = planned.map((each) => ({ ...keyOf(each), phase: each.handler.phase, recordedAt }));
    await insertRows(tx, EffectEntity, effects);
  }

  private toRow(each: Planned): NewEffect {
    const now = this.clock.now();
    const { id, transition } = each;
    const work = { state: 'pending' as const, attempts: 0, dueAt: now, createdAt: now };
    return { id, ...keyOf(each), version: transition.version, ...work, ...tracedNow() };
  }
}

/** A call of one handler for one transition. */
interface Planned {
  readonly id: string;
  readonly transition: TransitionFacts;
  readonly handler: PaymentHandler;
}

const keyOf = ({ transition: { group, orderId, id }, handler: { effect } }: Planned) => ({
  group,
  orderId,
  transitionId: id,
  effect,
});

/**
 * Handlers of many orders share one transaction: if one hangs, it must not block the others for its full time limit.
 */
async function withPatience(
  work: (signal: AbortSignal) => Promise<void>,
  { tx, patienceMs }: { tx: EntityManager; patienceMs: number | undefined },
): Promise<void> {
  const abort = new AbortController();
  if (patienceMs === undefined) return work(abort.signal);
  const late = (): never => {
    throw new Error(messages.batchLate(patienceMs));
  };
  try {
    await waitAtMost(work(abort.signal), { ms: patienceMs, late, ref: false });
  } catch (error) {
    // A late handler still runs in the background: it must call no further handler, and write nothing.
    abort.abort();
    closeManager(tx, messages.batchLate(patienceMs));
    throw error;
  }
}

/**
 * A handler may swallow the loss of its transaction. The next handlers would then run outside of any transaction, and the
 * notification would be marked as done without its change. So the handler's own row is checked whenever that may have
 * happened, and once at the end.
 */
async function runAll(tx: EntityManager, planned: readonly Planned[], signal: AbortSignal): Promise<void> {
  const watch = TransactionWatch.over(tx);
  for (const [index, each] of planned.entries()) {
    if (signal.aborted) return;
    await watch.handling(each.handler.effect, () => runIn(tx, each.handler, toEvent(each.transition, each.id)));
    if (watch.takeDoubt() || index === planned.length - 1) await assertStillOpen(tx, keyOf(each));
  }
}

/** A handler that failed or is late may still run. It must write nothing after the rollback of its transaction. */
async function runIn(tx: EntityManager, handler: PaymentHandler, event: HandledEvent): Promise<void> {
  try {
    await handler.run(event, tx);
  } catch (error) {
    closeManager(tx, messages.managerClosed(handler.effect));
    throw error;
  }
}

/** @throws Error when the handler's row is gone: the change is then tried again as a whole */
async function assertStillOpen(tx: EntityManager, key: ReturnType<typeof keyOf>): Promise<void> {
  if (!(await tx.existsBy(EffectEntity, key))) throw new Error(messages.transactionLost(key.effect));
}

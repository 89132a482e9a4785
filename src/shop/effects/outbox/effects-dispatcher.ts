import { Inject, Injectable, Logger } from '@nestjs/common';
import { context } from '@opentelemetry/api';
import { In, IsNull, type EntityManager } from 'typeorm';
import { isDiskFull, type Transactions } from '../../../database/engine/index.js';
import { isName, SharedCommit, type Clock } from '../../../support/index.js';
import { traceContextOf } from '../../telemetry/index.js';
import { messages, CLOCK, TRANSACTIONS, ErrorRedactor, ThrottledLogger } from '../../core/index.js';
import {
  afterFailure,
  isSpent,
  LeasedRows,
  LeaseLost,
  whileRenewing,
  type BatchWork,
  type RowHandler,
} from '../../workers/index.js';
import { toEvent } from '../effect-event.js';
import { EffectsService } from '../effects.service.js';
import { HandlerExplorer, type PaymentHandler } from '../handler-explorer.js';
import { isSameLine, lockAhead, pendingOf } from './effect-line.js';
import type { EffectRun } from './effect-transport.js';
import { HandOver } from './hand-over.js';
import { leftUntil } from './missing-handler.js';
import { OutboxEntity } from './outbox.entity.js';
import { PreparedEffects } from './prepared-effects.js';

/** Most effects in progress: half of them may be ending while the others run. */
const PLACES = 40;
/** The least time that an effect waits for an earlier one before it is checked again. */
const LEAST_WAIT_MS = 250;

const NOT_DUE: EffectRun = { outcome: 'not-due' };

/**
 * Runs the after-commit handlers from the outbox: at least once, with a stable id, retried, never dropped. The effects of one
 * handler for one order run in the order of the transitions; those of other orders and handlers are independent.
 */
@Injectable()
export class EffectsDispatcher implements RowHandler<OutboxEntity> {
  readonly places = PLACES;
  readonly rows: LeasedRows<OutboxEntity>;
  readonly batches: BatchWork<OutboxEntity>;
  private readonly logger = new Logger('Tillbridge:Effects');
  /** For failures that are tried again: thousands may fail for one reason. */
  private readonly retried = new ThrottledLogger(this.logger);
  private readonly takes = new SharedCommit<string, Map<string, OutboxEntity>>({ commit: (ids) => this.take(ids) });
  /** Effects whose handler has succeeded. If the database is away then, they must not run again once it is back. */
  private readonly succeeded = new WeakSet<OutboxEntity>();
  private readonly ends = new SharedCommit<OutboxEntity, boolean>({ commit: (rows) => this.endDone(rows) });

  constructor(
    @Inject(TRANSACTIONS) private readonly transactions: Transactions,
    private readonly registry: HandlerExplorer,
    private readonly effects: EffectsService,
    private readonly prepared: PreparedEffects,
    handing: HandOver,
    private readonly texts: ErrorRedactor,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {
    this.batches = {
      get size() {
        return handing.size;
      },
      atOnce: 1,
      ofOne: true,
      split: (rows) => (handing.size > 1 ? [rows] : rows.map((row) => [row])),
      perform: (rows) => handing.hand(rows),
    };
    this.rows = new LeasedRows(transactions, clock, {
      entity: OutboxEntity,
      ended: (row) => (this.succeeded.has(row) ? this.done() : undefined),
      prepare: (tx, rows) => prepared.read(tx, rows),
      beforeClaim: () => handing.measure(registry.all.map(({ effect }) => effect)),
      afterClaim: (tx, rows) =>
        handing.release(
          tx,
          rows.filter((row) => this.mayBeHanded(row)),
          this.rows,
        ),
    });
  }

  /** Runs one effect, and records the result. */
  async perform(row: OutboxEntity): Promise<void> {
    await this.carryOut(row);
  }

  /** Runs an effect that was handed over, unless it has ended, is in progress or must wait. */
  async runById(id: string): Promise<EffectRun> {
    if (!isName(id)) return NOT_DUE;
    const taken = await this.takes.add(id);
    const row = taken.get(id);
    // Two requests at the same time share one claim, and one of them runs the effect.
    if (!taken.delete(id) || !row) return NOT_DUE;
    const renew = (): Promise<unknown> => this.rows.renew(row).catch(() => this.warnIfLost(row, false));
    try {
      return await whileRenewing({ leaseMs: this.rows.leaseMs, renew }, () => this.carryOut(row));
    } catch (error) {
      this.rows.unrecorded([row]);
      throw error;
    }
  }

  private async take(ids: readonly string[]): Promise<Map<string, OutboxEntity>> {
    await this.rows.recordLate();
    const rows = await this.transactions.run((tx) => this.rows.takeByIds(tx, ids));
    return new Map(rows.map((row) => [row.id, row]));
  }

  private async carryOut(row: OutboxEntity): Promise<EffectRun> {
    if (isSpent(row)) {
      // The current claim has not begun any work.
      const attempts = row.attempts - 1;
      await this.giveUp({ ...row, attempts }, row.lastError ?? messages.workKilled(attempts));
      return NOT_DUE;
    }
    if (!(await this.isNext(row))) return NOT_DUE;
    const handler = this.registry.get(row.effect);
    if (!handler) return this.leave(row);
    const failure = await this.dispatch(row, handler);
    if (failure !== null) return { outcome: 'failed', error: await this.fail(row, failure.error) };
    this.succeeded.add(row);
    this.warnIfLost(row, await this.ends.add(row));
    return { outcome: 'done' };
  }

  /** A queue does not keep the order, and would run an effect that may have ended a process beside others. */
  private mayBeHanded(row: OutboxEntity): boolean {
    return this.prepared.isNext(row) && !this.rows.mayHaveCrashed(row);
  }

  /** Runs the handler. Null when it succeeded. */
  private async dispatch(row: OutboxEntity, handler: PaymentHandler): Promise<{ readonly error: unknown } | null> {
    try {
      const transition = this.prepared.transitionOf(row);
      if (!transition) throw new Error(messages.transitionMissing(row.transitionId));
      await context.with(traceContextOf(row), () => handler.run(toEvent(transition, row.id)));
      return null;
    } catch (error) {
      return { error };
    }
  }

  /** Leaves an effect whose handler only another release has: for this process it does not count as an attempt. */
  private async leave(row: OutboxEntity): Promise<EffectRun> {
    const error = messages.handlerMissing(row.effect);
    const dueAt = leftUntil(row.createdAt, this.clock.now());
    if (dueAt === null) await this.giveUp(row, error);
    else {
      this.retried.error(messages.effectLeft(factsOf(row, error)), error);
      await this.end(row, { dueAt, attempts: row.attempts - 1, lastError: error });
    }
    return { outcome: 'failed', error };
  }

  /**
   * Whether every earlier effect of the same handler for the same order has ended. An earlier one that is being retried must
   * not be overtaken. Rows of earlier transitions were committed before this one, because of the lock on the order's row.
   */
  private async isNext(row: OutboxEntity): Promise<boolean> {
    if (this.prepared.isNext(row)) return true;
    return this.transactions.run(async (tx) => {
      const ahead = await lockAhead(tx, row);
      if (ahead === null) return true;
      const dueAt = Math.max(ahead.dueAt, this.clock.now() + LEAST_WAIT_MS);
      await this.rows.end(tx, row, { dueAt, attempts: row.attempts - 1 });
      return false;
    });
  }

  /** @returns the reason as text */
  private async fail(row: OutboxEntity, error: unknown): Promise<string> {
    const lastError = this.texts.of(error);
    const verdict = afterFailure(row.attempts, this.clock.now(), isDiskFull(error));
    if (verdict === 'given-up') {
      await this.giveUp(row, lastError);
      return lastError;
    }
    this.retried.warn(messages.effectFailed(factsOf(row, lastError)), `${row.effect}: ${lastError}`);
    await this.end(row, { ...verdict, lastError });
    return lastError;
  }

  private async giveUp(row: OutboxEntity, lastError: string): Promise<void> {
    const { attempts } = row;
    const isMine = await this.end(row, { state: 'dead', attempts, doneAt: this.clock.now(), lastError });
    if (isMine) this.logger.error(messages.effectAbandoned(factsOf(row, lastError)));
  }

  /** Records an end, but only as the holder of the lease. */
  private async end(row: OutboxEntity, change: Partial<OutboxEntity>): Promise<boolean> {
    const isMine = await this.transactions.run(async (tx) => {
      if (!(await this.rows.end(tx, row, change))) return false;
      if (change.state) await this.wakeThoseAfter(tx, [row]);
      return true;
    });
    this.warnIfLost(row, isMine);
    if (change.state) this.effects.announce();
    return isMine;
  }

  private done() {
    return { state: 'done' as const, doneAt: this.clock.now(), lastError: null };
  }

  /**
   * Ends all rows together; one by one when one of the leases was lost. @returns false when the lease of a single row was
   * lost
   */
  private async endDone(rows: readonly OutboxEntity[]): Promise<boolean> {
    const done = this.done();
    const woken = await this.transactions.run(async (tx) => {
      if (await this.rows.endAll(tx, rows, done)) return this.wakeThoseAfter(tx, rows);
      if (rows.length > 1) throw new LeaseLost();
      return null;
    });
    if (woken !== null && woken > 0) this.effects.announce();
    return woken !== null;
  }

  private warnIfLost(row: OutboxEntity, isMine: boolean): void {
    if (!isMine) this.logger.warn(messages.leaseLost('Effect', row.id));
  }

  /**
   * Makes effects due that waited for these, which have ended. Reads after the change of their rows, under their locks.
   *
   * @returns how many
   */
  private async wakeThoseAfter(tx: EntityManager, rows: readonly OutboxEntity[]): Promise<number> {
    const now = this.clock.now();
    const isAfter = (other: OutboxEntity): boolean =>
      rows.some((row) => isSameLine(row, other) && other.version > row.version);
    const waiting = (await pendingOf(tx, rows)).filter(
      (other) => other.leaseToken === null && other.dueAt > now && isAfter(other),
    );
    if (waiting.length === 0) return 0;
    const ids = waiting.map(({ id }) => id).sort();
    await tx.update(OutboxEntity, { id: In(ids), state: 'pending', leaseToken: IsNull() }, { dueAt: now });
    return ids.length;
  }
}

const factsOf = ({ id, effect, orderId, attempts }: OutboxEntity, error: string) => ({
  id,
  effect,
  orderId,
  attempts,
  error,
});

import { Inject, Injectable, Logger } from '@nestjs/common';
import { setTimeout as pause } from 'node:timers/promises';
import { In, IsNull, type EntityManager } from 'typeorm';
import type { Transactions } from '../../../database/engine/index.js';
import { waitAtMost, type Clock } from '../../../support/index.js';
import { CLOCK, ErrorRedactor, messages, ThrottledLogger, TRANSACTIONS } from '../../core/index.js';
import type { LeasedRows } from '../../workers/index.js';
import { EffectsService } from '../effects.service.js';
import type { EffectTransport, HandedEffect } from './effect-transport.js';
import { HandedTimes } from './handed-times.js';
import { OutboxEntity } from './outbox.entity.js';

/** An effect that no process has begun is handed over again after this long, in milliseconds: its queue may have lost it. */
const HANDED_MS = 60_000;
/** How many effects are handed over together. */
const TOGETHER = 100;
/** Most effects that wait in a queue: a larger backlog stays in the database. */
const MOST_WAITING = 1_000;
/** How long until an effect whose queue is full is tried again, in milliseconds. */
const FULL_MS = 5_000;
/** How long until the next claim when nothing could be handed over, in milliseconds. */
const FULL_REST_MS = 100;
/** How long a transport may take to answer before it counts as failed, in milliseconds. */
const PATIENCE_MS = 2_000;
/** How long effects are run here after the transport has failed, in milliseconds. */
const AWAY_MS = 5_000;

const FULL = Symbol('full');

/** The state of the hand-over, as this process sees it. */
export interface HandOverFigures {
  /** Whether the transport failed when it was last used: this process then runs the effects itself. */
  readonly isAway: boolean;
  /** How long effects have been handed over repeatedly without a start, in milliseconds; null: none has. */
  readonly oldestWaitingMs: number | null;
}

/** Hands effects over to the host's transport, and has them run here while it fails. */
@Injectable()
export class HandOver {
  private readonly logger = new ThrottledLogger(new Logger('Tillbridge:Effects'));
  private transport: EffectTransport | null = null;
  /** Of a monotonic clock; 0 while the transport works. */
  private awayUntil = 0;
  /** How many effects each queue accepts now; null: none are handed over. */
  private rooms: ReadonlyMap<string, number> | null = null;
  /** The queue that an effect was released for. */
  private readonly released = new WeakMap<OutboxEntity, string | typeof FULL>();
  private readonly times = new HandedTimes(2.5 * HANDED_MS);

  constructor(
    @Inject(TRANSACTIONS) private readonly transactions: Transactions,
    private readonly effects: EffectsService,
    private readonly texts: ErrorRedactor,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Sets the transport for effects. */
  use(transport: EffectTransport): void {
    this.transport = transport;
  }

  /** The state of the hand-over; null where there is no transport. */
  get figures(): HandOverFigures | null {
    if (!this.transport) return null;
    return { isAway: this.awayUntil > 0, oldestWaitingMs: this.times.waitingMs(performance.now()) };
  }

  /** How many effects are claimed together for the hand-over; 1: there is no transport, they are run here. */
  get size(): number {
    return this.transport ? TOGETHER : 1;
  }

  /**
   * Asks the transport how much room the queues have, before a claim.
   *
   * @param effects - the names of all handlers
   */
  async measure(effects: readonly string[]): Promise<void> {
    this.rooms = null;
    const { transport } = this;
    if (!transport || performance.now() < this.awayUntil) return;
    const rooms = new Map<string, number>();
    for (const queue of new Set(effects.map((effect) => this.queueOf(transport, effect)))) {
      if (queue === null) continue;
      const waiting = await this.attempt(() => transport.backlog(queue));
      if (waiting === null) return;
      rooms.set(queue, Math.max(0, MOST_WAITING - waiting));
    }
    this.rooms = rooms;
  }

  /**
   * Ends the claim of effects that are handed over, in the transaction of the claim: if the process dies during the
   * hand-over, it has not tried any of them.
   */
  async release(tx: EntityManager, rows: readonly OutboxEntity[], leased: LeasedRows<OutboxEntity>): Promise<void> {
    const { transport, rooms } = this;
    if (!transport || !rooms) return;
    const left = new Map(rooms);
    for (const row of rows) {
      const queue = this.queueOf(transport, row.effect);
      if (queue === null) continue;
      const room = left.get(queue) ?? MOST_WAITING;
      left.set(queue, room - 1);
      this.released.set(row, room > 0 ? queue : FULL);
    }
    const now = this.clock.now();
    const isFull = (row: OutboxEntity): boolean => this.released.get(row) === FULL;
    const given = rows.filter((row) => this.released.has(row) && !isFull(row));
    await leased.putOff(tx, rows.filter(isFull), now + FULL_MS);
    await leased.putOff(tx, given, now + HANDED_MS);
  }

  /** Hands over the released effects. @returns the others, which must be run here */
  async hand(rows: readonly OutboxEntity[]): Promise<readonly OutboxEntity[]> {
    const queues = new Map<string, OutboxEntity[]>();
    const stay: OutboxEntity[] = [];
    let isFull = rows.length > 0;
    for (const row of rows) {
      const queue = this.released.get(row);
      if (queue === undefined) stay.push(row);
      else if (queue !== FULL) queues.set(queue, [...(queues.get(queue) ?? []), row]);
      isFull &&= queue === FULL;
    }
    for (const [queue, some] of queues) await this.handTo(queue, some);
    if (isFull) await pause(FULL_REST_MS, undefined, { ref: false });
    return stay;
  }

  /** An error of the host's code must not end claims without a record: after five such ends the effects would be given up. */
  private queueOf(transport: EffectTransport, effect: string): string | null {
    try {
      return transport.queueOf(effect);
    } catch (error) {
      this.fail(error);
      return null;
    }
  }

  private async handTo(queue: string, rows: readonly OutboxEntity[]): Promise<void> {
    const hasTaken = await this.attempt(async () => {
      await this.transport?.hand(queue, rows.map(toHanded));
      return true;
    });
    const ids = rows.map(({ id }) => id);
    // Some may have arrived and may begin there. They are claimed again here, and only one of the two processes gets each.
    if (hasTaken) this.times.note(ids, performance.now());
    else await this.makeDue(rows);
  }

  private async makeDue(rows: readonly OutboxEntity[]): Promise<void> {
    const waiting = { id: In(rows.map(({ id }) => id).sort()), state: 'pending' as const, leaseToken: IsNull() };
    await this.transactions.single((em) => em.update(OutboxEntity, waiting, { dueAt: this.clock.now() }));
    this.effects.announce();
  }

  /** Calls the host's transport; null when it failed, or took too long. */
  private async attempt<T>(ask: () => Promise<T>): Promise<T | null> {
    const late = (): never => {
      throw new Error(messages.transportLate(PATIENCE_MS));
    };
    try {
      const answer = await waitAtMost(Promise.resolve().then(ask), { ms: PATIENCE_MS, late });
      if (this.awayUntil > 0) this.logger.warn(messages.transportBack(), 'back');
      this.awayUntil = 0;
      return answer;
    } catch (error) {
      this.fail(error);
      return null;
    }
  }

  private fail(error: unknown): void {
    this.awayUntil = performance.now() + AWAY_MS;
    const text = this.texts.of(error);
    this.logger.error(messages.transportAway(text), text);
  }
}

const toHanded = ({ id, effect, group, orderId, attempts }: OutboxEntity): HandedEffect => ({
  id,
  effect,
  group,
  orderId,
  attempts: attempts - 1,
});

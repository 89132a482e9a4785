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

/** An effect that nobody has begun is handed over again after this long, in milliseconds: its queue may have lost it. */
const HANDED_MS = 60_000;
/** Effects handed over together. */
const TOGETHER = 100;
/** So many may wait in a queue: a backlog of a million stays in the database, which has room for it. */
const MOST_WAITING = 1_000;
/** An effect whose queue is full tries again after this long, in milliseconds. */
const FULL_MS = 5_000;
/** When nothing could be handed over the next claim comes after this long, in milliseconds. */
const FULL_REST_MS = 100;
/** A transport that does not answer counts as away after this long, in milliseconds. */
const PATIENCE_MS = 2_000;
/** For so long effects are run here after the transport has failed, in milliseconds. */
const AWAY_MS = 5_000;

const FULL = Symbol('full');

/** How effects fare that are handed over, as this process sees it. */
export interface HandOverFigures {
  /** Whether the transport failed when it was last used: this process then runs the effects itself. */
  readonly isAway: boolean;
  /** For how long effects have been handed over again and again without having been begun, in milliseconds; null: none has. */
  readonly oldestWaitingMs: number | null;
}

/** Hands effects over to the host's transport, and has them run here while it is away. */
@Injectable()
export class HandOver {
  private readonly logger = new ThrottledLogger(new Logger('Tillbridge:Effects'));
  private transport: EffectTransport | null = null;
  /** By a clock that never jumps; 0 while the transport works. */
  private awayUntil = 0;
  /** How many effects each queue takes now; null: none are handed over. */
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

  /** From now on effects are handed to this transport. */
  use(transport: EffectTransport): void {
    this.transport = transport;
  }

  /** How handing over fares; null where there is no transport. */
  get figures(): HandOverFigures | null {
    if (!this.transport) return null;
    return { isAway: this.awayUntil > 0, oldestWaitingMs: this.times.waitingMs(performance.now()) };
  }

  /** How many effects are claimed together to be handed over; 1: there is no transport, they are run here. */
  get size(): number {
    return this.transport ? TOGETHER : 1;
  }

  /**
   * Asks how much room the queues have, before a claim.
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
   * Ends the claim of those that are handed over, in its own transaction: a process that dies while it hands effects over
   * has not tried any of them.
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

  /** Hands over those that were released. @returns the others, which are to be run here */
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

  /** A host's mistake must not end the claims of effects without a word: after five of these they would be given up. */
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
    // Some may have arrived, and be begun there: what is due here is claimed again, and only one of the two gets it.
    if (hasTaken) this.times.note(ids, performance.now());
    else await this.makeDue(rows);
  }

  private async makeDue(rows: readonly OutboxEntity[]): Promise<void> {
    const waiting = { id: In(rows.map(({ id }) => id).sort()), state: 'pending' as const, leaseToken: IsNull() };
    await this.transactions.single((em) => em.update(OutboxEntity, waiting, { dueAt: this.clock.now() }));
    this.effects.announce();
  }

  /** What the host's transport answers; null when it failed, or took too long. */
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

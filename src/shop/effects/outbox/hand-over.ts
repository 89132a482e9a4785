import { Inject, Injectable, Logger } from '@nestjs/common';
import { setTimeout as pause } from 'node:timers/promises';
import { In, IsNull } from 'typeorm';
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

  /** How many effects are claimed to be handed over; 1: none are, they are run here. */
  get size(): number {
    return this.transport && performance.now() >= this.awayUntil ? TOGETHER : 1;
  }

  /**
   * Hands claimed effects over. Their leases end first: a queue may begin with one at once.
   *
   * @returns those that are to be run here
   */
  async tryTo(rows: readonly OutboxEntity[], leased: LeasedRows<OutboxEntity>): Promise<readonly OutboxEntity[]> {
    const { transport } = this;
    if (!transport || this.size === 1) return rows;
    const queues = new Map<string, OutboxEntity[]>();
    const stay: OutboxEntity[] = [];
    for (const row of rows) {
      const queue = this.queueOf(transport, row);
      if (queue === null) stay.push(row);
      else queues.set(queue, [...(queues.get(queue) ?? []), row]);
    }
    let isFull = queues.size > 0;
    for (const [queue, some] of queues) {
      const handed = await this.handTo(transport, { queue, rows: some, leased });
      if (handed === null) stay.push(...some);
      else isFull &&= handed === 0;
    }
    if (isFull && stay.length === 0) await pause(FULL_REST_MS, undefined, { ref: false });
    return stay;
  }

  /** A host's mistake must not end the claims of effects without a word: after five of these they would be given up. */
  private queueOf(transport: EffectTransport, { effect }: OutboxEntity): string | null {
    try {
      return transport.queueOf(effect);
    } catch (error) {
      this.fail(error);
      return null;
    }
  }

  /** @returns how many it were; null when the transport is away */
  private async handTo(transport: EffectTransport, { queue, rows, leased }: Handed): Promise<number | null> {
    const waiting = await this.attempt(() => transport.backlog(queue));
    if (waiting === null) return null;
    const room = Math.max(0, MOST_WAITING - waiting);
    const [given, kept] = [rows.slice(0, room), rows.slice(room)];
    const now = this.clock.now();
    await this.putOff(leased, kept, now + FULL_MS);
    await this.putOff(leased, given, now + HANDED_MS);
    if (given.length === 0) return 0;
    const hasTaken = await this.attempt(async () => {
      await transport.hand(queue, given.map(toHanded));
      return true;
    });
    // Some may have arrived, and be begun there: what is due here is claimed again, and only one of the two gets it.
    if (hasTaken === null) await this.makeDue(given);
    else
      this.times.note(
        given.map(({ id }) => id),
        performance.now(),
      );
    return given.length;
  }

  private async putOff(leased: LeasedRows<OutboxEntity>, rows: readonly OutboxEntity[], dueAt: number): Promise<void> {
    if (rows.length > 0) await this.transactions.run((tx) => leased.putOff(tx, rows, dueAt));
  }

  private async makeDue(rows: readonly OutboxEntity[]): Promise<void> {
    const waiting = { id: In(rows.map(({ id }) => id).sort()), state: 'pending' as const, leaseToken: IsNull() };
    await this.transactions.run((tx) => tx.update(OutboxEntity, waiting, { dueAt: this.clock.now() }));
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

/** Effects of one queue, under leases. */
interface Handed {
  readonly queue: string;
  readonly rows: readonly OutboxEntity[];
  readonly leased: LeasedRows<OutboxEntity>;
}

const toHanded = ({ id, effect, group, orderId, attempts }: OutboxEntity): HandedEffect => ({
  id,
  effect,
  group,
  orderId,
  attempts: attempts - 1,
});

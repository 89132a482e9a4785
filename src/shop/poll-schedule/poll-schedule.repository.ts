import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { changeRows, insertOrIgnore, lockRow, readRows, type Transactions } from '../../database/engine/index.js';
import type { CreateOrderInput } from '../../protocol/index.js';
import { createId, type Clock } from '../../support/index.js';
import { TerminalGroups, CLOCK, TRANSACTIONS } from '../core/index.js';
import { WORK_LEASE_MS } from '../workers/index.js';
import { requestedAt } from './poll-request-time.js';
import { PollEntity, type PollState } from './poll.entity.js';
import { firstPollAt, payableUntil } from './poll-schedule.js';
import { type WakeTimes, WAKE_MS } from './poll-times.js';

const FREE = { leaseToken: null, leaseUntil: null, lastError: null };

/** An attempt, by its id at the service. */
export interface AttemptKey {
  /** Name of the terminal group. */
  readonly group: string;
  /** The `order_id` at the service. */
  readonly serviceOrderId: string;
}

/** When an attempt must be read, epoch milliseconds; `anew`: its polls begin again, unless it is still polled. */
export type NextRead = number | 'anew';

/**
 * The schedule of polls: which attempts are read, and when. Each is read until nothing more can follow, with or without
 * notifications (design §9).
 */
@Injectable()
export class PollScheduleRepository {
  private wakes: WakeTimes = { nextAfter: (_group, at) => at + WAKE_MS };

  constructor(
    @Inject(TRANSACTIONS) private readonly transactions: Transactions,
    private readonly groups: TerminalGroups,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Sets when the poller of a group is woken; by default at the interval at which a process checks. */
  useWakes(wakes: WakeTimes): void {
    this.wakes = wakes;
  }

  /**
   * Schedules an attempt that will be sent, for the first time or again, in the same transaction. An attempt that is sent
   * again is as young as a new one: the service may have it only from now on.
   */
  async sent(tx: EntityManager, { group, serviceOrderId }: AttemptKey, request: CreateOrderInput): Promise<void> {
    const fresh = this.freshRow(group, request);
    const row = { id: createId(this.clock), group, serviceOrderId, ...fresh, polledAt: 0, askedAt: 0 };
    await insertOrIgnore(tx, PollEntity, [row], ['group', 'serviceOrderId']);
    const older = { equal: { group, serviceOrderId }, less: { openedAt: fresh.openedAt } };
    await changeRows(tx, PollEntity, older, fresh);
  }

  /**
   * The next poll of a watched attempt comes in so many milliseconds at the latest (spec §6, Delay). A poll in progress is
   * not changed: it is soon enough.
   */
  async pollWithin({ group, serviceOrderId }: AttemptKey, withinMs: number): Promise<void> {
    const dueAt = this.clock.now() + withinMs;
    const waiting = { group, serviceOrderId, state: 'pending' as const, leaseToken: null };
    const later = { equal: waiting, more: { dueAt } };
    await this.transactions.single((em) => changeRows(em, PollEntity, later, { dueAt }));
  }

  /** Does what an observation asks for, in its transaction: {@link readFrom}, or polls that have ended begin again. */
  async plan(tx: EntityManager, attempt: AttemptKey, next: NextRead): Promise<void> {
    if (next !== 'anew') return this.readFrom(tx, attempt, next);
    const { group, serviceOrderId } = attempt;
    const fresh = this.freshRow(group, {});
    const row = { id: createId(this.clock), group, serviceOrderId, ...fresh, polledAt: 0, askedAt: 0 };
    await insertOrIgnore(tx, PollEntity, [row], ['group', 'serviceOrderId']);
    const over = { property: 'state' as const, values: ['done', 'parked'] satisfies PollState[] };
    await changeRows(tx, PollEntity, { equal: { group, serviceOrderId }, among: over }, fresh);
    // A poll in progress may have been answered before the payment began, and may be the last one of its order.
    const known = await lockRow(tx, PollEntity, { group, serviceOrderId });
    if (known?.leaseToken) await this.readFrom(tx, attempt, this.clock.now());
  }

  /**
   * The attempt is read at this time, in any state of its order. It is not read before: a copy of the service that lags
   * behind would show nothing new. Runs in the transaction that asks for it. A poll in progress began earlier: its worker
   * finds the request when it ends.
   *
   * @param at - epoch milliseconds
   */
  async readFrom(tx: EntityManager, { group, serviceOrderId }: AttemptKey, at: number): Promise<void> {
    const wanted = { state: 'pending' as const, attempts: 0, dueAt: at, askedAt: at, reason: null };
    const facts = { openedAt: this.clock.now(), activeUntil: null, method: null, methodSince: null };
    const row = { id: createId(this.clock), group, serviceOrderId, ...FREE, ...facts, ...wanted, polledAt: 0 };
    await insertOrIgnore(tx, PollEntity, [row], ['group', 'serviceOrderId']);
    // Locked, so that a poll that ends just now either finds the request or has ended before.
    const known = await lockRow(tx, PollEntity, { group, serviceOrderId });
    const askedAt = requestedAt(known ?? row, at);
    await tx.update(PollEntity, { group, serviceOrderId }, known?.leaseToken ? { askedAt } : { ...wanted, askedAt });
  }

  /** An attempt was read, in this transaction: its failures are over. @returns whether polls of one of the others fail */
  async succeeded(tx: EntityManager, attempt: AttemptKey, others: readonly string[]): Promise<boolean> {
    const { group, serviceOrderId } = attempt;
    const equal = { group, serviceOrderId, state: 'pending' as const };
    await changeRows(tx, PollEntity, { equal }, { attempts: 0, lastError: null, reason: null });
    const query = { equal: { group }, property: 'serviceOrderId' as const, values: others };
    const rows = await readRows(tx, PollEntity, query);
    return rows.some(({ state, reason }) => state === 'pending' && reason === 'unreadable');
  }

  /**
   * The time by which the next poll of all these attempts has ended, epoch milliseconds; one poll may be lost with its
   * worker. Null when none of them is polled any more.
   */
  async polledBy(group: string, serviceOrderIds: readonly string[]): Promise<number | null> {
    const query = { equal: { group }, property: 'serviceOrderId' as const, values: serviceOrderIds };
    const rows = await this.transactions.read((em) => readRows(em, PollEntity, query));
    const pending = rows.filter(({ state }) => state === 'pending');
    if (pending.length === 0) return null;
    const dueAt = Math.max(...pending.map((row) => row.dueAt));
    return this.wakes.nextAfter(group, Math.max(dueAt, this.clock.now())) + WORK_LEASE_MS;
  }

  private freshRow(group: string, request: Partial<CreateOrderInput>) {
    const { type, gateway } = request;
    const openedAt = this.clock.now();
    const { polling } = this.groups.get(group);
    // On a payment page, a payment by a method begins when the shopper opens the page, maybe a month later.
    const method = type === 'direct' && gateway !== undefined ? gateway.toUpperCase() : null;
    return {
      state: 'pending' as const,
      attempts: 0,
      dueAt: firstPollAt(openedAt, polling),
      ...FREE,
      openedAt,
      activeUntil: payableUntil(openedAt, request, polling),
      method,
      methodSince: method === null ? null : openedAt,
      reason: null,
    };
  }
}

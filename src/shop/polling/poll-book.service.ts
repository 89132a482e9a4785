import { Inject, Injectable } from '@nestjs/common';
import { LessThan, IsNull, MoreThan, type DataSource, type EntityManager } from 'typeorm';
import { insertOrIgnore, lockRow, masterManager, readRows, type Transactions } from '../../database/engine/index.js';
import type { CreateOrderInput } from '../../protocol/index.js';
import { createId, type Clock } from '../../support/index.js';
import type { AttemptKey, AttemptWatch, PaymentOrderEntity, SettlementBound } from '../orders/index.js';
import { AttemptEntity } from '../orders/index.js';
import { TerminalGroups } from '../terminal-groups/index.js';
import { CLOCK, DATA_SOURCE, TRANSACTIONS } from '../tillbridge.tokens.js';
import { WORK_LEASE_MS } from '../workers/index.js';
import { wishedAt } from './poll-doubt.js';
import { PollEntity } from './poll.entity.js';
import { firstLookAt } from './poll-schedule.js';
import { type WakeTimes, WAKE_MS } from './poll-times.js';

const SECOND_MS = 1_000;
const DAY_MS = 86_400_000;
const FREE = { leaseToken: null, leaseUntil: null, lastError: null };

/** Writes down which attempts are to be looked at, and tells how long that takes at most. */
@Injectable()
export class PollBook implements AttemptWatch {
  private wakes: WakeTimes = { nextAfter: (_group, at) => at + WAKE_MS };

  constructor(
    @Inject(TRANSACTIONS) private readonly transactions: Transactions,
    @Inject(DATA_SOURCE) private readonly dataSource: DataSource,
    private readonly groups: TerminalGroups,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Who knows when the poller of a group is woken; until told, it is each second. */
  useWakes(wakes: WakeTimes): void {
    this.wakes = wakes;
  }

  /** One that is sent once more is as young as a new one: the service may have it from now on. */
  async sent(tx: EntityManager, { group, serviceOrderId }: AttemptKey, request: CreateOrderInput): Promise<void> {
    const fresh = this.freshRow(group, request);
    const row = { id: createId(this.clock), group, serviceOrderId, ...fresh, polledAt: 0, askedAt: 0 };
    await insertOrIgnore(tx, PollEntity, [row], ['group', 'serviceOrderId']);
    const isOlder = { group, serviceOrderId, openedAt: LessThan(fresh.openedAt) };
    await tx.update(PollEntity, isOlder, fresh);
  }

  /** Looks that are being taken are left alone: they are soon enough. */
  async lookWithin({ group, serviceOrderId }: AttemptKey, withinMs: number): Promise<void> {
    const dueAt = this.clock.now() + withinMs;
    const waiting = { group, serviceOrderId, state: 'pending' as const, leaseToken: IsNull(), dueAt: MoreThan(dueAt) };
    await this.transactions.run((tx) => tx.update(PollEntity, waiting, { dueAt }));
  }

  /** A look that is being taken has begun before: its worker sees when it ends that another is wanted. */
  async readFrom(tx: EntityManager, { group, serviceOrderId }: AttemptKey, at: number): Promise<void> {
    const wanted = { state: 'pending' as const, attempts: 0, dueAt: at, askedAt: at, reason: null };
    const facts = { openedAt: this.clock.now(), activeUntil: null, method: null, methodSince: null };
    const row = { id: createId(this.clock), group, serviceOrderId, ...FREE, ...facts, ...wanted, polledAt: 0 };
    await insertOrIgnore(tx, PollEntity, [row], ['group', 'serviceOrderId']);
    // Locked, so that a look that ends just now either finds the wish or has ended before.
    const known = await lockRow(tx, PollEntity, { group, serviceOrderId });
    const askedAt = wishedAt(known ?? row, at);
    await tx.update(PollEntity, { group, serviceOrderId }, known?.leaseToken ? { askedAt } : { ...wanted, askedAt });
  }

  /** The latest of its attempts counts: money may come by any of them. One look may be lost with its worker. */
  async boundOf(order: PaymentOrderEntity): Promise<SettlementBound | null> {
    if (order.paidAt !== null) return null;
    const { group, orderId } = order;
    const manager = masterManager(this.dataSource);
    const attempts = await manager.find(AttemptEntity, { where: { group, orderId } });
    const values = attempts.map(({ serviceOrderId }) => serviceOrderId);
    const rows = await readRows(manager, PollEntity, { equal: { group }, property: 'serviceOrderId', values });
    const pending = rows.filter(({ state }) => state === 'pending');
    if (pending.length === 0) return null;
    const dueAt = Math.max(...pending.map((row) => row.dueAt));
    const at = this.wakes.nextAfter(group, Math.max(dueAt, this.clock.now())) + WORK_LEASE_MS;
    return { at, withinMs: at - this.clock.now() };
  }

  private freshRow(group: string, { type, gateway, secondsActive, daysActive }: CreateOrderInput) {
    const openedAt = this.clock.now();
    // Seconds win over days (protocol §2.1).
    const activeMs = secondsActive ? secondsActive * SECOND_MS : (daysActive ?? 0) * DAY_MS;
    // On a page the payment by a method begins when the shopper comes to it, which may be in a month.
    const method = type === 'direct' && gateway !== undefined ? gateway.toUpperCase() : null;
    return {
      state: 'pending' as const,
      attempts: 0,
      dueAt: firstLookAt(openedAt, this.groups.get(group).polling),
      ...FREE,
      openedAt,
      activeUntil: activeMs > 0 ? openedAt + activeMs : null,
      method,
      methodSince: method === null ? null : openedAt,
      reason: null,
    };
  }
}

import { Inject, Injectable } from '@nestjs/common';
import { LessThanOrEqual } from 'typeorm';
import { nextDelivery } from '../../protocol/index.js';
import { readOrderRecord, recordOfTry, SandboxOrderEntity } from '../orders/index.js';
import { SANDBOX_SETTINGS, SandboxDatabase, type SandboxSettings } from '../core/index.js';
import { SandboxDeliveryEntity } from './sandbox-delivery.entity.js';
import { historyEntry } from './delivery-entry.js';
import type { SandboxDelivery } from './delivery.types.js';
import type { NotificationTicket } from './notification-queue.js';
import type { NotificationRecord } from './notification-record.js';
import type { Round } from './notification-rounds.js';
import { SandboxNotificationEntity, type NotificationState } from './sandbox-notification.entity.js';

/** A finished round of sending, to be recorded. */
export interface FinishedRound extends Round {
  readonly deliveries: readonly SandboxDeliveryEntity[];
}

/** Reads and records the sender's data. */
@Injectable()
export class NotificationArchive {
  constructor(
    private readonly database: SandboxDatabase,
    @Inject(SANDBOX_SETTINGS) private readonly settings: SandboxSettings,
  ) {}

  /** The notification with its order and transaction; null if there is none with that id. */
  async load(notificationId: string): Promise<NotificationRecord | null> {
    const { manager } = this.database;
    const notification = await manager.findOneBy(SandboxNotificationEntity, { id: notificationId });
    if (notification === null) return null;
    const order = await manager.findOneByOrFail(SandboxOrderEntity, { id: notification.orderKey });
    return { notification, ...recordOfTry(await readOrderRecord(manager, order), notification.transactionKey) };
  }

  /** The notifications that are due, oldest first. */
  due(): Promise<NotificationTicket[]> {
    return this.database.manager.find(SandboxNotificationEntity, {
      select: { id: true, orderKey: true },
      where: { state: 'pending', dueAt: LessThanOrEqual(this.settings.clock.now()) },
      order: { dueAt: 'ASC', id: 'ASC' },
    });
  }

  /** When the next notification is due, epoch milliseconds; null if none is. */
  nextDueAt(): Promise<number | null> {
    return this.database.earliest(SandboxNotificationEntity, 'dueAt', [{ state: 'pending' }]);
  }

  /** Records a round, and the due time of the next one (spec §6, §8). */
  async record(round: FinishedRound): Promise<void> {
    const { id } = round.record.notification;
    await this.database.run(async (em) => {
      await em.insert(SandboxDeliveryEntity, [...round.deliveries]);
      // Read again: a held round may have been overtaken by a manual one.
      const notification = await em.findOneByOrFail(SandboxNotificationEntity, { id });
      const counted = { attempts: notification.attempts + 1, lastDeliveryId: round.deliveries.at(-1)?.id ?? null };
      // A clock that is wrong in one round must not affect the next ones.
      const lastTimestamp = round.fault?.kind === 'clock-skew' ? notification.lastTimestamp : round.timestamp;
      const changes = { ...this.#progress(notification, round), ...counted, lastTimestamp };
      await em.update(SandboxNotificationEntity, { id }, changes);
    });
  }

  /** Postpones a notification by `ms` milliseconds from now. */
  async postpone({ id }: SandboxNotificationEntity, ms: number): Promise<void> {
    const dueAt = this.settings.clock.now() + ms;
    await this.database.run((em) => em.update(SandboxNotificationEntity, { id }, { dueAt }).then(() => undefined));
  }

  // A manual resend is not part of the plan: it ends the plan if it succeeds, and otherwise does not change it.
  #progress(notification: SandboxNotificationEntity, round: FinishedRound): Partial<SandboxNotificationEntity> {
    const acknowledged = round.deliveries.some(({ verdict }) => verdict === 'acknowledged');
    const rounds = notification.rounds + (round.trigger === 'manual' ? 0 : 1);
    if (acknowledged) return { state: 'acknowledged', rounds };
    if (round.trigger === 'manual' || notification.state !== 'pending') return {};
    const history = { attemptsMade: rounds, lastAttemptAtMs: this.settings.clock.now() };
    const next = nextDelivery(this.settings.deliveryPlan, history);
    const state: NotificationState = next === 'exhausted' ? 'exhausted' : 'pending';
    return { state, rounds, ...(next === 'exhausted' ? {} : { dueAt: next.dueAtMs }) };
  }

  /** The delivery history of an order, oldest first. */
  async history(order: SandboxOrderEntity): Promise<SandboxDelivery[]> {
    const { manager } = this.database;
    const deliveries = await manager.find(SandboxDeliveryEntity, {
      where: { orderKey: order.id },
      order: { id: 'ASC' },
    });
    const notifications = await manager.findBy(SandboxNotificationEntity, { orderKey: order.id });
    const causes = new Map(notifications.map(({ id, cause }) => [id, cause]));
    return deliveries.flatMap((delivery) => {
      const cause = causes.get(delivery.notificationId);
      return cause === undefined ? [] : [historyEntry(delivery, { cause, orderId: order.orderId, group: order.group })];
    });
  }

  /** The same, by the sandbox's own key of the order. */
  async historyOf(orderKey: string): Promise<SandboxDelivery[]> {
    return this.history(await this.database.manager.findOneByOrFail(SandboxOrderEntity, { id: orderKey }));
  }

  /** The delivery with this id. */
  findDelivery(id: string): Promise<SandboxDeliveryEntity | null> {
    return this.database.manager.findOneBy(SandboxDeliveryEntity, { id });
  }
}

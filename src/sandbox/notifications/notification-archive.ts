import { Inject, Injectable } from '@nestjs/common';
import { LessThanOrEqual } from 'typeorm';
import { nextDelivery } from '../../protocol/index.js';
import { SandboxOrderEntity } from '../orders/order.entity.js';
import { readOrderRecord, type OrderRecord } from '../orders/order-record.js';
import { SandboxDatabase } from '../sandbox.database.js';
import type { SandboxSettings } from '../sandbox.settings.js';
import { SANDBOX_SETTINGS } from '../sandbox.tokens.js';
import { SandboxDeliveryEntity } from './delivery.entity.js';
import type { DeliveryTrigger, SandboxDelivery } from './delivery.types.js';
import type { NotificationTicket } from './notification-queue.js';
import { SandboxNotificationEntity, type NotificationState } from './notification.entity.js';

/** A notification with what it is about, as it is now. */
export interface NotificationRecord extends OrderRecord {
  readonly notification: SandboxNotificationEntity;
}

/** One round of sending, to be recorded. */
export interface NotificationRound {
  readonly trigger: DeliveryTrigger;
  readonly timestamp: number;
  readonly deliveries: readonly SandboxDeliveryEntity[];
}

/** Reads and records what the sender does. */
@Injectable()
export class NotificationArchive {
  constructor(
    private readonly database: SandboxDatabase,
    @Inject(SANDBOX_SETTINGS) private readonly settings: SandboxSettings,
  ) {}

  /** The notification with its order and transaction; null when there is none of that id. */
  async load(notificationId: string): Promise<NotificationRecord | null> {
    const { manager } = this.database;
    const notification = await manager.findOneBy(SandboxNotificationEntity, { id: notificationId });
    if (notification === null) return null;
    const order = await manager.findOneByOrFail(SandboxOrderEntity, { id: notification.orderKey });
    return { notification, ...(await readOrderRecord(manager, order)) };
  }

  /** The notifications that are due, oldest first. */
  due(): Promise<NotificationTicket[]> {
    return this.database.manager.find(SandboxNotificationEntity, {
      select: { id: true, orderKey: true },
      where: { state: 'pending', dueAt: LessThanOrEqual(this.settings.clock.now()) },
      order: { dueAt: 'ASC', id: 'ASC' },
    });
  }

  /** When the next notification is due, epoch milliseconds; null when none is. */
  async nextDueAt(): Promise<number | null> {
    const [next] = await this.database.manager.find(SandboxNotificationEntity, {
      select: { id: true, dueAt: true },
      where: { state: 'pending' },
      order: { dueAt: 'ASC' },
      take: 1,
    });
    return next?.dueAt ?? null;
  }

  /** Records a round, and when the next one is due (spec §6, §8). */
  async record(notification: SandboxNotificationEntity, round: NotificationRound): Promise<void> {
    await this.database.run(async (em) => {
      await em.insert(SandboxDeliveryEntity, [...round.deliveries]);
      await em.update(
        SandboxNotificationEntity,
        { id: notification.id },
        { ...this.#progress(notification, round), lastTimestamp: round.timestamp },
      );
    });
  }

  // A resend by hand is none of the plan's: it ends the plan when it succeeds and leaves it alone otherwise.
  #progress(notification: SandboxNotificationEntity, round: NotificationRound): Partial<SandboxNotificationEntity> {
    const acknowledged = round.deliveries.some(({ verdict }) => verdict === 'acknowledged');
    const rounds = notification.rounds + (round.trigger === 'manual' ? 0 : 1);
    if (acknowledged) return { state: 'acknowledged', rounds };
    if (round.trigger === 'manual') return {};
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

function historyEntry(
  delivery: SandboxDeliveryEntity,
  about: Pick<SandboxDelivery, 'cause' | 'orderId' | 'group'>,
): SandboxDelivery {
  const { id, notificationId, trigger, level, timestamp, at } = delivery;
  const { method, url, headers, body } = delivery;
  const { durationMs, status, response, verdict } = delivery;
  const request = { method, url, headers, body };
  return {
    id,
    notificationId,
    ...about,
    trigger,
    level,
    timestamp,
    at,
    ...request,
    durationMs,
    status,
    response,
    verdict,
  };
}

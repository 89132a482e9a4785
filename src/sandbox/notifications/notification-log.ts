import { Injectable } from '@nestjs/common';
import { In, LessThan, type FindOptionsWhere } from 'typeorm';
import { SandboxOrderEntity } from '../orders/index.js';
import { SandboxDatabase } from '../core/index.js';
import { historyEntry } from './delivery-entry.js';
import { SandboxDeliveryEntity } from './sandbox-delivery.entity.js';
import type { NotificationsPage, NotificationsQuery, SandboxNotification } from './delivery.types.js';
import { SandboxNotificationEntity } from './sandbox-notification.entity.js';

const DEFAULT_LIMIT = 50;
const MAX_LIMIT = 1_000;

type OrderName = Pick<SandboxOrderEntity, 'id' | 'orderId' | 'group'>;

/** Reads the list of all notifications (spec §6), newest first, page by page. */
@Injectable()
export class NotificationLog {
  constructor(private readonly database: SandboxDatabase) {}

  /** One page. A cursor stays valid when new notifications come in, because those stand before it. */
  async page({ after, limit = DEFAULT_LIMIT, group }: NotificationsQuery): Promise<NotificationsPage> {
    const take = Math.min(Math.max(Math.trunc(limit) || DEFAULT_LIMIT, 1), MAX_LIMIT);
    const found = await this.#find(after, group, take + 1);
    const notifications = found.slice(0, take);
    const orders = await this.#orders(notifications);
    const deliveries = await this.#deliveries(notifications);
    const items = notifications.flatMap((each) => {
      const order = orders.get(each.orderKey);
      const last = deliveries.get(each.lastDeliveryId ?? '') ?? null;
      return order === undefined ? [] : [entry(each, order, last)];
    });
    return { items, after: found.length > take ? (notifications.at(-1)?.id ?? null) : null };
  }

  /** The notification with this id. */
  find(id: string): Promise<SandboxNotificationEntity | null> {
    return this.database.manager.findOneBy(SandboxNotificationEntity, { id });
  }

  #find(after: string | undefined, group: string | undefined, take: number): Promise<SandboxNotificationEntity[]> {
    const where: FindOptionsWhere<SandboxNotificationEntity> = after === undefined ? {} : { id: LessThan(after) };
    const { manager } = this.database;
    if (group === undefined) return manager.find(SandboxNotificationEntity, { where, order: { id: 'DESC' }, take });
    const inGroup = manager
      .createQueryBuilder(SandboxOrderEntity, 'o')
      .select('o.id')
      .where('o.group = :group', { group });
    return manager
      .createQueryBuilder(SandboxNotificationEntity, 'n')
      .where(where)
      .andWhere(`n.orderKey IN (${inGroup.getQuery()})`, inGroup.getParameters())
      .orderBy('n.id', 'DESC')
      .limit(take)
      .getMany();
  }

  async #orders(notifications: readonly SandboxNotificationEntity[]): Promise<Map<string, OrderName>> {
    const orders = await this.database.manager.find(SandboxOrderEntity, {
      select: { id: true, orderId: true, group: true },
      where: { id: In([...new Set(notifications.map(({ orderKey }) => orderKey))]) },
    });
    return new Map(orders.map((order) => [order.id, order]));
  }

  async #deliveries(notifications: readonly SandboxNotificationEntity[]): Promise<Map<string, SandboxDeliveryEntity>> {
    const ids = notifications.flatMap(({ lastDeliveryId }) => lastDeliveryId ?? []);
    const deliveries = await this.database.manager.findBy(SandboxDeliveryEntity, { id: In(ids) });
    return new Map(deliveries.map((delivery) => [delivery.id, delivery]));
  }
}

function entry(
  notification: SandboxNotificationEntity,
  { orderId, group }: OrderName,
  last: SandboxDeliveryEntity | null,
): SandboxNotification {
  const { id, cause, state, attempts, createdAt, dueAt } = notification;
  const about = { cause, orderId, group };
  return {
    id,
    ...about,
    state,
    attempts,
    createdAt,
    dueAt: state === 'pending' ? dueAt : null,
    last: last === null ? null : historyEntry(last, about),
  };
}

import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import { readPage } from '../../database/engine/index.js';
import { SandboxOrderEntity, SandboxSessionEntity, SandboxTransactionEntity } from '../orders/index.js';
import { type NotificationCause, SandboxDeliveryEntity, SandboxNotificationEntity } from '../notifications/index.js';
import { SandboxDatabase } from '../core/index.js';
import type { Page } from '../../support/index.js';

/** One complete delivery, with its notification. */
export interface DeliveryEntry {
  readonly id: string;
  readonly delivery: SandboxDeliveryEntity;
  readonly cause: NotificationCause | null;
}

/** All that is known of one order. */
export interface OrderHistory {
  readonly order: SandboxOrderEntity;
  /** The payment page, while it is open. */
  readonly paymentUrl: string | null;
  /** Payment attempts and later movements, newest first; at most {@link MOST_MOVEMENTS}. */
  readonly movements: readonly SandboxTransactionEntity[];
  /** Notifications that will be sent or resent. */
  readonly pending: readonly SandboxNotificationEntity[];
  /** Newest first. */
  readonly deliveries: Page<DeliveryEntry>;
}

/** The most movements on a page. */
export const MOST_MOVEMENTS = 50;

const MOST_PENDING = 10;
const DELIVERIES = 20;

/** Reads the history of one order, a bounded part of it at a time. */
@Injectable()
export class OrderHistories {
  constructor(private readonly database: SandboxDatabase) {}

  /** The order alone, by the sandbox's own key; null if there is none. */
  order(id: string): Promise<SandboxOrderEntity | null> {
    return this.database.manager.findOneBy(SandboxOrderEntity, { id });
  }

  /** The order with its history; the cursor is one of its deliveries. */
  async read(id: string, cursor: string | null): Promise<OrderHistory | null> {
    const { manager } = this.database;
    const order = await this.order(id);
    if (order === null) return null;
    const session = await manager.findOneBy(SandboxSessionEntity, { orderKey: id, open: true });
    const movements = await manager.find(SandboxTransactionEntity, {
      where: { orderKey: id },
      order: { id: 'DESC' },
      take: MOST_MOVEMENTS,
    });
    const pending = await manager.find(SandboxNotificationEntity, {
      where: { orderKey: id, state: 'pending' },
      take: MOST_PENDING,
    });
    const deliveries = await this.#deliveries(id, cursor);
    return { order, paymentUrl: session?.paymentUrl ?? null, movements, pending, deliveries };
  }

  async #deliveries(orderKey: string, cursor: string | null): Promise<Page<DeliveryEntry>> {
    const { manager } = this.database;
    const list = { entity: SandboxDeliveryEntity, where: { orderKey }, key: ['id'] } as const;
    const page = await readPage(manager, list, { cursor, limit: DELIVERIES });
    const keys = [...new Set(page.items.map(({ notificationId }) => notificationId))];
    const notifications = keys.length === 0 ? [] : await manager.findBy(SandboxNotificationEntity, { id: In(keys) });
    const causes = new Map(notifications.map((each) => [each.id, each.cause]));
    const items = page.items.map((delivery) => {
      return { id: delivery.id, delivery, cause: causes.get(delivery.notificationId) ?? null };
    });
    return { ...page, items };
  }
}

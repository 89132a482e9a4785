import { Injectable } from '@nestjs/common';
import { In, LessThan } from 'typeorm';
import { readPage } from '../../database/engine/index.js';
import {
  type DeliveryVerdict,
  type NotificationCause,
  SandboxDeliveryEntity,
  SandboxNotificationEntity,
} from '../notifications/index.js';
import { SandboxOrderEntity } from '../orders/index.js';
import { SandboxDatabase } from '../core/index.js';
import { PAGE_SIZE } from '../../pages/paging.js';
import type { Page } from '../../support/index.js';

/** One delivery in the list over all orders, without request and reply. */
export interface DeliveryRow {
  readonly id: string;
  readonly delivery: Omit<SandboxDeliveryEntity, 'headers' | 'body' | 'response' | 'responseHeaders'>;
  readonly cause: NotificationCause | null;
  readonly orderId: string;
  readonly group: string;
}

// Sorts after every key. Without a bound, the engine would scan the table for the first page.
const LAST = '~';

const COLUMNS = [
  'id',
  'notificationId',
  'orderKey',
  'trigger',
  'level',
  'method',
  'url',
  'timestamp',
  'at',
  'durationMs',
  'status',
  'verdict',
  'attempt',
  'fault',
] as const;

/** Lists the deliveries to the shops, over all orders, newest first. */
@Injectable()
export class DeliveryList {
  constructor(private readonly database: SandboxDatabase) {}

  /** A page of the list, of one verdict or of all. */
  async page(verdict: DeliveryVerdict | null, cursor: string | null): Promise<Page<DeliveryRow>> {
    const where = { id: LessThan(LAST), ...(verdict !== null && { verdict }) };
    const list = { entity: SandboxDeliveryEntity, select: COLUMNS, where, key: ['id'] } as const;
    const page = await readPage(this.database.manager, list, { cursor, limit: PAGE_SIZE });
    if (page.items.length === 0 && cursor !== null) return this.page(verdict, null);
    return { ...page, items: await this.#complete(page.items) };
  }

  async #complete(deliveries: readonly SandboxDeliveryEntity[]): Promise<DeliveryRow[]> {
    if (deliveries.length === 0) return [];
    const { manager } = this.database;
    const orders = await manager.find(SandboxOrderEntity, {
      select: { id: true, orderId: true, group: true },
      where: { id: In([...new Set(deliveries.map(({ orderKey }) => orderKey))]) },
    });
    const notifications = await manager.find(SandboxNotificationEntity, {
      select: { id: true, cause: true },
      where: { id: In([...new Set(deliveries.map(({ notificationId }) => notificationId))]) },
    });
    const orderOf = new Map(orders.map((order) => [order.id, order]));
    const causeOf = new Map(notifications.map(({ id, cause }) => [id, cause]));
    return deliveries.map((delivery) => ({
      id: delivery.id,
      delivery,
      cause: causeOf.get(delivery.notificationId) ?? null,
      orderId: orderOf.get(delivery.orderKey)?.orderId ?? '',
      group: orderOf.get(delivery.orderKey)?.group ?? '',
    }));
  }
}

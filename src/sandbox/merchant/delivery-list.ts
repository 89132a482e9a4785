import { Injectable } from '@nestjs/common';
import { In, LessThan, MoreThan, type FindOptionsWhere } from 'typeorm';
import {
  type DeliveryVerdict,
  type NotificationCause,
  SandboxDeliveryEntity,
  SandboxNotificationEntity,
} from '../notifications/index.js';
import { SandboxOrderEntity } from '../orders/index.js';
import { SandboxDatabase } from '../core/index.js';
import { FIRST_PAGE, goesBack, PAGE_SIZE, pageOf, type ListPage, type PageCursor } from '../../pages/paging.js';

/** One sending in the list of all orders' notifications: everything but what was said. */
export interface DeliveryRow {
  readonly id: string;
  readonly delivery: Omit<SandboxDeliveryEntity, 'headers' | 'body' | 'response' | 'responseHeaders'>;
  readonly cause: NotificationCause | null;
  readonly orderId: string;
  readonly group: string;
}

// Sorts after every key.
const LAST = '~';

const COLUMNS = {
  id: true,
  notificationId: true,
  orderKey: true,
  trigger: true,
  level: true,
  method: true,
  url: true,
  timestamp: true,
  at: true,
  durationMs: true,
  status: true,
  verdict: true,
  attempt: true,
  fault: true,
} as const;

/** Lists what was sent to the shops, over all orders, newest first. */
@Injectable()
export class DeliveryList {
  constructor(private readonly database: SandboxDatabase) {}

  /** A page of the list, of one verdict or of all. */
  async page(verdict: DeliveryVerdict | null, cursor: PageCursor): Promise<ListPage<DeliveryRow>> {
    const back = goesBack(cursor);
    const where: FindOptionsWhere<SandboxDeliveryEntity> = {
      id: back ? MoreThan(cursor.before ?? '') : LessThan(cursor.after ?? LAST),
      ...(verdict === null ? {} : { verdict }),
    };
    const rows = await this.database.manager.find(SandboxDeliveryEntity, {
      select: COLUMNS,
      where,
      order: { id: back ? 'ASC' : 'DESC' },
      take: PAGE_SIZE + 1,
    });
    if (rows.length === 0 && back) return this.page(verdict, FIRST_PAGE);
    const page = pageOf(rows, cursor);
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

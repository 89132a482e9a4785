import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { createId } from '../../support/index.js';
import { OrderSnapshots, type SandboxOrderEntity } from '../orders/index.js';
import { SANDBOX_SETTINGS, type SandboxSettings } from '../core/index.js';
import { SandboxNotificationEntity, type NotificationCause } from './sandbox-notification.entity.js';
import { targetsOf } from './notification-request.js';

/** The ids of a notification and its order. */
export interface NotificationTicket {
  readonly id: string;
  /** The sandbox's own key of the order. */
  readonly orderKey: string;
}

/** Stores a notification for the shop, in the transaction of the change that it reports. */
@Injectable()
export class NotificationQueue {
  constructor(
    private readonly snapshots: OrderSnapshots,
    @Inject(SANDBOX_SETTINGS) private readonly settings: SandboxSettings,
  ) {}

  /**
   * Adds a notification about the order, due at once; called for every change of an order, as the last step.
   *
   * @param transactionKey the try that has changed; default: the one whose state the order has.
   * @returns its ticket; null if neither the order nor its site has a notification address, or if unfinished sessions
   *   are not notified.
   */
  async add(
    em: EntityManager,
    order: SandboxOrderEntity,
    cause: NotificationCause,
    transactionKey: string | null = order.transactionKey,
  ): Promise<NotificationTicket | null> {
    const { accounts, clock, pretransaction } = this.settings;
    await this.snapshots.keep(em, order);
    if (targetsOf(order, accounts).length === 0) return null;
    if (cause === 'unfinished' && pretransaction === 'off') return null;
    const now = clock.now();
    const about = { orderKey: order.id, transactionKey, cause };
    const notification = { id: createId(clock), ...about, dueAt: now, createdAt: now };
    await em.insert(SandboxNotificationEntity, { ...notification, state: 'pending', rounds: 0, lastTimestamp: 0 });
    return { id: notification.id, orderKey: order.id };
  }
}

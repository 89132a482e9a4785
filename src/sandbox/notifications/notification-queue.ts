import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { createId } from '../../support/index.js';
import { OrderSnapshots, type SandboxOrderEntity } from '../orders/index.js';
import { SANDBOX_SETTINGS, type SandboxSettings } from '../core/index.js';
import { SandboxNotificationEntity, type NotificationCause } from './sandbox-notification.entity.js';
import { targetsOf } from './notification-request.js';

/** Names a notification and the order it is about. */
export interface NotificationTicket {
  readonly id: string;
  /** The sandbox's own key of the order. */
  readonly orderKey: string;
}

/** Writes down that the shop must be told something, in the transaction that made it true. */
@Injectable()
export class NotificationQueue {
  constructor(
    private readonly snapshots: OrderSnapshots,
    @Inject(SANDBOX_SETTINGS) private readonly settings: SandboxSettings,
  ) {}

  /**
   * Adds a notification about the order, due at once; called for every change of an order, after all of it.
   *
   * @returns its ticket; null when neither the order nor its site has a notification address, or when sessions left
   * unfinished are not notified.
   */
  async add(
    em: EntityManager,
    order: SandboxOrderEntity,
    cause: NotificationCause,
  ): Promise<NotificationTicket | null> {
    const { accounts, clock, pretransaction } = this.settings;
    await this.snapshots.keep(em, order);
    if (targetsOf(order, accounts).length === 0) return null;
    if (cause === 'unfinished' && pretransaction === 'off') return null;
    const now = clock.now();
    const notification = { id: createId(clock), orderKey: order.id, cause, dueAt: now, createdAt: now };
    await em.insert(SandboxNotificationEntity, { ...notification, state: 'pending', rounds: 0, lastTimestamp: 0 });
    return { id: notification.id, orderKey: order.id };
  }
}

import { Injectable } from '@nestjs/common';
import { SandboxError } from '../core/index.js';
import type { NotificationsPage, NotificationsQuery, SandboxDelivery } from './delivery.types.js';
import { NotificationArchive } from './notification-archive.js';
import { NotificationLog } from './notification-log.js';
import type { NotificationTicket } from './notification-queue.js';
import { NotificationSender } from './notification-sender.js';

/** The notification functions of a merchant's dashboard (spec §6): a list of all, and manual resends. */
@Injectable()
export class NotificationAdminService {
  constructor(
    private readonly archive: NotificationArchive,
    private readonly log: NotificationLog,
    private readonly sender: NotificationSender,
  ) {}

  /** One page of all notifications, newest first. */
  page(query: NotificationsQuery): Promise<NotificationsPage> {
    return this.log.page(query);
  }

  /**
   * Sends a notification again, with the current state of the try that it reports.
   *
   * @param id of the notification, or of any of its deliveries.
   * @returns the decisive delivery: the site-level one if the order's own address failed.
   * @throws SandboxError `DELIVERY_UNKNOWN`
   */
  async resend(id: string): Promise<SandboxDelivery> {
    const ticket = await this.#ticket(id);
    const sent = ticket === null ? [] : await this.sender.resend(ticket);
    const history = ticket === null ? [] : await this.archive.historyOf(ticket.orderKey);
    const own = sent.findLast(({ notificationId }) => notificationId === ticket?.id);
    const decisive = history.find((delivery) => delivery.id === own?.id);
    if (decisive !== undefined) return decisive;
    const advice = 'Take the id from Sandbox.deliveries() or notifications(), while the sandbox is running.';
    throw new SandboxError('DELIVERY_UNKNOWN', `There is no delivery "${id}" to repeat.`, { advice });
  }

  async #ticket(id: string): Promise<NotificationTicket | null> {
    const notification = await this.log.find(id);
    if (notification !== null) return { id, orderKey: notification.orderKey };
    const delivery = await this.archive.findDelivery(id);
    return delivery && { id: delivery.notificationId, orderKey: delivery.orderKey };
  }
}

import type { DataSource } from 'typeorm';
import { masterManager } from '../../database/engine/index.js';
import type { TimelineEntry, TimelineSource } from '../orders/index.js';
import { NotificationEntity, type NotificationState } from './notification.entity.js';

const STATE_TEXTS: Readonly<Record<NotificationState, string>> = {
  pending: 'waits to be applied',
  done: 'applied',
  unmatched: 'no such order came to be',
  parked: 'failed too often, waits for a person',
  erased: 'its content has been erased',
};

const toEntry = (row: NotificationEntity): TimelineEntry => ({
  at: row.receivedAt,
  kind: 'notification',
  text: `Notification received, signature verified, stored and acknowledged; ${STATE_TEXTS[row.state]}`,
  details: {
    id: row.id,
    // Which attempt it was about: an order may have several.
    serviceOrderId: row.orderId,
    keyId: row.keyId,
    signedAt: row.signedAt,
    state: row.state,
    attempts: row.attempts,
    error: row.lastError,
  },
});

/** The inbox's part of an order's timeline. A row exists only for what was verified, committed and acknowledged. */
export const notificationTimeline =
  (dataSource: DataSource): TimelineSource =>
  async (where) => {
    const rows = await masterManager(dataSource).find(NotificationEntity, { where });
    return rows.map(toEntry);
  };

import type { RowList } from '../../database/engine/index.js';
import { NotificationEntity } from '../notifications/index.js';
import type { NotificationFilter, NotificationSummary } from './replay.types.js';

/** All columns of a notification except its content. */
const WITHOUT_BODY = ['id', 'group', 'orderId', 'receivedAt', 'state', 'attempts', 'dueAt', 'lastError'] as const;

/** Stored notifications, the newest first. With a state, the index over state and time serves it, otherwise the order of ids. */
export const notificationList = ({ state, group }: NotificationFilter): RowList<NotificationEntity> => ({
  entity: NotificationEntity,
  select: WITHOUT_BODY,
  where: { ...(state && { state }), ...(group !== undefined && { group }) },
  key: state ? ['dueAt', 'id'] : ['id'],
});

/** Copies the fields for a list. */
export const toSummary = (row: NotificationEntity): NotificationSummary => ({
  id: row.id,
  group: row.group,
  orderId: row.orderId,
  receivedAt: row.receivedAt,
  state: row.state,
  attempts: row.attempts,
  reason: row.lastError,
});

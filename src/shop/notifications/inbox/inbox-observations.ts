import { SpanKind } from '@opentelemetry/api';
import { OTHER_MODE, type ObserveOutcome } from '../../orders/index.js';
import { ATTRIBUTE, traceContextOf } from '../../telemetry/index.js';
import { standingOf } from './notification-bodies.js';
import type { NotificationEntity } from './notification.entity.js';

/** What a notification says of an order, for the ledger. */
export const toObservation = (row: NotificationEntity) => ({
  source: 'notification' as const,
  order: standingOf(row),
  group: row.group,
  serviceOrderId: row.orderId,
  notificationId: row.id,
});

/** Whether the rest is done by itself: a read of the order, or all of it. */
export const isLeftOver = ({ kind }: ObserveOutcome): boolean => kind === 'ask' || kind === 'locked';

/** Whether nothing was applied, and nothing can be decided yet. */
export const isToWait = ({ kind, reason }: ObserveOutcome): boolean =>
  kind === 'unknown-order' || reason === OTHER_MODE;

/** A separate span, in the trace of the request that brought the notification. */
export const aboutOf = (row: NotificationEntity, batchSize = 1) => ({
  kind: SpanKind.CONSUMER,
  attributes: { [ATTRIBUTE.group]: row.group, [ATTRIBUTE.orderId]: row.orderId, [ATTRIBUTE.batchSize]: batchSize },
  parent: traceContextOf(row),
});

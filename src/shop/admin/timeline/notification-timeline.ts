import { In, type EntityManager } from 'typeorm';
import { asWritten, maskPersonal } from '../../../support/index.js';
import { NotificationEntity, type NotificationState } from '../../notifications/index.js';
import type { TimelineEntry } from './timeline.types.js';

const STATE_TEXTS: Readonly<Record<NotificationState, string>> = {
  pending: 'waits to be applied',
  done: 'applied',
  unmatched: 'no such order came to be',
  parked: 'failed too often, needs attention',
  erased: 'its content has been erased',
};

/** What became of it, with the error while it has not been applied. */
const outcomeOf = ({ state, lastError }: NotificationEntity): string => {
  if (lastError === null || (state !== 'pending' && state !== 'parked')) return STATE_TEXTS[state];
  const text = state === 'pending' ? 'could not be applied yet, and is tried again' : STATE_TEXTS[state];
  return `${text}: ${maskPersonal(lastError)}`;
};

const toEntry = (row: NotificationEntity): TimelineEntry => ({
  at: row.receivedAt,
  kind: 'notification',
  text: `Notification received, signature verified, stored and acknowledged; ${outcomeOf(row)}`,
  details: {
    id: row.id,
    // The attempt of the notification: an order may have several.
    serviceOrderId: row.orderId,
    keyId: row.keyId,
    signedAt: row.signedAt,
    state: row.state,
    attempts: row.attempts,
    error: row.lastError,
  },
});

/** The notifications about attempts. A row exists only for a notification that was verified, committed and acknowledged. */
export async function notificationEntries(
  manager: EntityManager,
  { group, serviceOrderIds }: { group: string; serviceOrderIds: readonly string[] },
): Promise<TimelineEntry[]> {
  const rows = await manager.find(NotificationEntity, { where: { group, orderId: In([...serviceOrderIds]) } });
  return asWritten(rows).map(toEntry);
}

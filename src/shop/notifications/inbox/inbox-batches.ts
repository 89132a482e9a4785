import type { NotificationEntity } from './notification.entity.js';

/**
 * Which notifications share a transaction. A notification that has failed before, or whose group is unknown, goes alone: it
 * must not roll its neighbours back again.
 *
 * @param most - notifications of one transaction
 * @param isKnown - whether its terminal group is known
 */
export function splitFresh(
  rows: readonly NotificationEntity[],
  most: number,
  isKnown: (row: NotificationEntity) => boolean,
): NotificationEntity[][] {
  const isFresh = (row: NotificationEntity): boolean => row.attempts === 1 && isKnown(row);
  const [fresh, alone] = [rows.filter(isFresh), rows.filter((row) => !isFresh(row))];
  const groups = alone.map((row) => [row]);
  for (let start = 0; start < fresh.length; start += most) groups.push(fresh.slice(start, start + most));
  return groups;
}

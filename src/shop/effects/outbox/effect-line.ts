import { LessThan, type EntityManager } from 'typeorm';
import { lockRow, readRows } from '../../../database/engine/index.js';
import { OutboxEntity } from './outbox.entity.js';

/** Effects of one handler for one order, which run one after the other. */
export const isSameLine = (a: OutboxEntity, b: OutboxEntity): boolean =>
  a.group === b.group && a.orderId === b.orderId && a.effect === b.effect;

/** Effects of the same orders that have not ended. */
export async function pendingOf(tx: EntityManager, rows: readonly OutboxEntity[]): Promise<OutboxEntity[]> {
  const found: OutboxEntity[] = [];
  for (const group of new Set(rows.map((row) => row.group))) {
    const values = rows.filter((row) => row.group === group).map(({ orderId }) => orderId);
    const equal = { group, state: 'pending' as const };
    found.push(...(await readRows(tx, OutboxEntity, { equal, property: 'orderId', values })));
  }
  return found;
}

/** The nearest earlier effect that has not ended, locked: it cannot end unnoticed while the later one begins to wait. */
export async function lockAhead(tx: EntityManager, row: OutboxEntity): Promise<OutboxEntity | null> {
  const { group, orderId, effect } = row;
  const where = { group, orderId, effect, version: LessThan(row.version), state: 'pending' as const };
  for (;;) {
    const [found] = await tx.find(OutboxEntity, { select: { id: true }, where, order: { version: 'DESC' }, take: 1 });
    if (!found) return null;
    const ahead = await lockRow(tx, OutboxEntity, { id: found.id });
    if (ahead?.state === 'pending') return ahead;
  }
}

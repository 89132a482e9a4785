import { In, MoreThan, type EntityManager, type FindOptionsWhere } from 'typeorm';
import { readRows } from '../../../database/engine/index.js';
import { parseJson, parseOrder, parseOrderStanding, type Order, type OrderStanding } from '../../../protocol/index.js';
import { NotificationEntity } from './notification.entity.js';
import { NotificationPartEntity, PART_BYTES } from './notification-part.entity.js';

/** A body as it is stored: the bytes in the notification's own row, and those in its parts. */
export interface SplitBody {
  readonly head: Buffer;
  /** In their order; empty for most bodies. */
  readonly parts: readonly Buffer[];
}

/** Cuts a body into pieces of one row each. The pieces are views of it. */
export function splitBody(body: Buffer): SplitBody {
  const parts: Buffer[] = [];
  for (let start = PART_BYTES; start < body.length; start += PART_BYTES) {
    parts.push(body.subarray(start, start + PART_BYTES));
  }
  return { head: body.subarray(0, PART_BYTES), parts };
}

type Kept = Pick<NotificationEntity, 'id' | 'body' | 'parts'>;

/** Whether parts of the body must still be read: a complete body in memory is longer than a row can hold. */
export const isInParts = ({ body, parts }: Kept): boolean => parts > 0 && body.length <= PART_BYTES;

/**
 * Puts the whole bodies into rows that were read. Queries only bodies that are stored in parts, and changes only the rows in
 * memory. A body with missing parts stays as it was, which {@link isInParts} shows.
 */
export async function completeBodies(em: EntityManager, rows: readonly Kept[]): Promise<void> {
  for (const row of rows.filter(isInParts)) {
    const wanted = { equal: { notificationId: row.id }, property: 'number', values: numbersOf(row) } as const;
    const parts = await readRows(em, NotificationPartEntity, wanted);
    if (parts.length === row.parts) row.body = Buffer.concat([row.body, ...parts.map(({ body }) => body)]);
  }
}

const numbersOf = ({ parts }: Kept): number[] => Array.from({ length: parts }, (_, index) => index + 1);

/** Deletes the parts of notifications whose content is erased. @param which - selects the notifications */
export async function dropParts(tx: EntityManager, which: FindOptionsWhere<NotificationEntity>): Promise<void> {
  const where = { ...which, state: 'erased', parts: MoreThan(0) } as const;
  const rows = await tx.find(NotificationEntity, { select: { id: true }, where });
  if (rows.length === 0) return;
  const ids = rows.map(({ id }) => id).sort();
  await tx.delete(NotificationPartEntity, { notificationId: In(ids) });
  await tx.update(NotificationEntity, { id: In(ids) }, { parts: 0 });
}

/** The bytes were checked to be JSON before they were stored. */
function valueIn({ body }: Kept): unknown {
  const parsed = parseJson(body.toString('utf8'));
  return parsed.ok ? parsed.value : null;
}

/** The order in the stored bytes. */
export const orderOf = (row: Kept): Order => parseOrder(valueIn(row)).order;

/** The part of the order in the stored bytes that the ledger needs. */
export const standingOf = (row: Kept): OrderStanding => parseOrderStanding(valueIn(row));

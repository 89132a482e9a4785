import type { EntityManager, EntityTarget, ObjectLiteral } from 'typeorm';
import { conditions, type RowsWanted } from './many-rows.js';
import { RowMaker } from './row-statements.js';

/** Which rows are wanted, and the properties that link the other rows to them. */
export interface JoinedRowsWanted<E, P> extends RowsWanted<E> {
  /** Properties of both entities. Rows belong together if all of these are equal. */
  readonly on: readonly (keyof E & keyof P & string)[];
}

/** A row, and the rows of another entity that belong to it. */
export interface JoinedRow<E, P> {
  readonly row: E;
  readonly parts: readonly P[];
}

/**
 * Reads rows and the rows of another entity that belong to them with one statement, so all are of one moment. Two
 * statements outside of a transaction would not guarantee that. The result has no order.
 *
 * @example
 * const wanted = { property: 'orderId', values: ['S1'], on: ['group', 'orderId'] } as const;
 * const [order] = await readJoinedRows(em, [PaymentOrderEntity, OutboxEntity], wanted);
 */
export async function readJoinedRows<E extends ObjectLiteral, P extends ObjectLiteral>(
  em: EntityManager,
  [entity, part]: readonly [EntityTarget<E>, EntityTarget<P>],
  wanted: JoinedRowsWanted<E, P>,
): Promise<JoinedRow<E, P>[]> {
  const [rows, parts] = [RowMaker.of(em.connection, entity, 'r'), RowMaker.of(em.connection, part, 'p')];
  const { on } = wanted;
  const same = on.map((property) => `${parts.column(property)} = ${rows.column(property)}`).join(' AND ');
  const select = `SELECT ${rows.selected}, ${parts.selected} FROM ${rows.from} LEFT JOIN ${parts.from} ON ${same} WHERE`;
  const found = new Map<string, { row: E; parts: P[] }>();
  for (const { sql, parameters } of conditions(rows, wanted)) {
    for (const raw of await em.query<Record<string, unknown>[]>(`${select} ${sql}`, parameters)) {
      const [row, piece] = [rows.toEntity<E>(raw), parts.toEntity<P>(raw)];
      const key = JSON.stringify(on.map((property) => row[property] as unknown));
      const known = found.get(key) ?? { row, parts: [] };
      found.set(key, known);
      // Some databases compare text loosely. A part belongs to a row only if the values are exactly equal.
      if (on.every((property) => (piece[property] as unknown) === row[property])) known.parts.push(piece);
    }
  }
  return [...found.values()];
}

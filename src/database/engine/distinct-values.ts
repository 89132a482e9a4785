import type { EntityManager, EntityTarget, ObjectLiteral } from 'typeorm';
import { engineOf } from './engine.js';
import { RowMaker } from './row-statements.js';

/** Values of one statement: fewer steps than the recursion limit of any engine. */
const CHUNK = 500;

/**
 * The different values of a text column, in the order of its index. It steps through the index from one value to the
 * next, so the cost depends on the number of values, not of rows.
 *
 * @param property - one with which an index begins; never empty
 * @example
 * const groups = await distinctValues(em, PaymentOrderEntity, 'group');
 */
export async function distinctValues<E extends ObjectLiteral>(
  em: EntityManager,
  entity: EntityTarget<E>,
  property: string & keyof E,
): Promise<string[]> {
  const row = RowMaker.of(em.connection, entity);
  const column = { name: row.column(property), table: row.table, last: row.placeholders(1) };
  const sql = ['mysql', 'mariadb'].includes(engineOf(em.connection)) ? skipping(column) : stepping(column);
  const values: string[] = [];
  for (let last = ''; ;) {
    const rows: { value: string }[] = await em.query(sql, [last]);
    values.push(...rows.map(({ value }) => value));
    if (rows.length < CHUNK) return values;
    last = values.at(-1)!;
  }
}

/** A column, and the placeholder of the value after which the next ones come. */
interface SteppedColumn {
  readonly name: string;
  readonly table: string;
  readonly last: string;
}

/** MySQL and MariaDB step through an index by themselves ("Using index for group-by"), but not in a subquery. */
const skipping = ({ name, table, last }: SteppedColumn): string =>
  `SELECT ${name} AS value FROM ${table} WHERE ${name} > ${last} GROUP BY ${name} ORDER BY ${name} LIMIT ${CHUNK}`;

/** PostgreSQL and SQLite would read every row for `DISTINCT`. */
function stepping({ name, table, last }: SteppedColumn): string {
  const after = (value: string): string =>
    `SELECT ${name} FROM ${table} WHERE ${name} > ${value} ORDER BY ${name} LIMIT 1`;
  return `WITH RECURSIVE found (value, place) AS (
    SELECT (${after(last)}), 1
    UNION ALL
    SELECT (${after('found.value')}), place + 1 FROM found WHERE found.value IS NOT NULL AND place < ${CHUNK}
  ) SELECT value FROM found WHERE value IS NOT NULL ORDER BY place`;
}

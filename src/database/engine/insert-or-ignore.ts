import type { DataSource, EntityManager, EntityTarget, ObjectLiteral } from 'typeorm';
import { engineOf, type Engine } from './engine.js';
import { RowMaker, type Statement } from './row-statements.js';

interface ConflictTarget {
  /** Escaped names of the unique columns. */
  readonly unique: readonly string[];
}

const doNothing = ({ unique }: ConflictTarget): string => `ON CONFLICT (${unique.join(', ')}) DO NOTHING`;

// INSERT IGNORE would also swallow values that are too long or of the wrong type. A column set to itself changes nothing.
const keep = ({ unique }: ConflictTarget): string => `ON DUPLICATE KEY UPDATE ${unique[0]} = ${unique[0]}`;

const ON_CONFLICT: Readonly<Record<Engine, (target: ConflictTarget) => string>> = {
  sqlite: doNothing,
  postgres: doNothing,
  mysql: keep,
  mariadb: keep,
};

const inOrder = (a: unknown, b: unknown): number => (String(a) < String(b) ? -1 : Number(String(a) > String(b)));

/** In the order of the unique columns, so that concurrent batches lock in one order (design §10.2). */
function sortRows<E extends ObjectLiteral>(rows: readonly E[], uniqueColumns: readonly string[]): E[] {
  return rows.toSorted((a, b) => uniqueColumns.reduce((sign, column) => sign || inOrder(a[column], b[column]), 0));
}

/**
 * The statements of {@link insertOrIgnore}; one, but for thousands of rows.
 *
 * @param uniqueColumns - property names of a unique constraint or of the primary key
 */
export function insertOrIgnoreStatements<E extends ObjectLiteral>(
  dataSource: DataSource,
  entity: EntityTarget<E>,
  rows: readonly Partial<E>[],
  uniqueColumns: readonly (keyof E & string)[],
): Statement[] {
  const maker = RowMaker.of(dataSource, entity);
  const onConflict = (): string =>
    ON_CONFLICT[engineOf(dataSource)]({ unique: uniqueColumns.map((property) => maker.column(property)) });
  return [...maker.inserts(sortRows(rows, uniqueColumns), onConflict)];
}

/**
 * Inserts rows, leaving alone those whose unique columns are there already. One statement for as many rows as it takes.
 *
 * Rows are inserted in the order of their unique columns; even so concurrent batches can deadlock on MySQL, MariaDB and
 * PostgreSQL, so call it inside {@link Transactions.run}, which retries. Of several rows with the same unique columns
 * the first is kept. Existing rows are not changed, and nothing tells which rows were new. On MySQL and MariaDB a
 * conflict of *any* unique key leaves the row out, so the entity should have no other one that can clash.
 *
 * @param uniqueColumns - property names of a unique constraint or of the primary key
 * @example
 * const row = { group: 'web', deliveryKey: 'web:1756720810' };
 * await insertOrIgnore(em, NotificationEntity, [row], ['deliveryKey']);
 */
export async function insertOrIgnore<E extends ObjectLiteral>(
  em: EntityManager,
  entity: EntityTarget<E>,
  rows: readonly Partial<E>[],
  uniqueColumns: readonly (keyof E & string)[],
): Promise<void> {
  const statements = insertOrIgnoreStatements(em.connection, entity, rows, uniqueColumns);
  for (const { sql, parameters } of statements) await em.query(sql, parameters);
}

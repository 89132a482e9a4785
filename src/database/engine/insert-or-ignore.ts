import type { EntityManager, EntityTarget, ObjectLiteral, QueryDeepPartialEntity } from 'typeorm';
import { engineOf, type Engine } from './engine.js';

/** Fewer than what any engine takes in one statement (SQLite 32 766, PostgreSQL 65 535). */
const MAX_PARAMETERS = 30_000;

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
 * Inserts rows, leaving alone those whose unique columns are there already. One statement for as many rows as it takes.
 *
 * Rows are inserted in the order of their unique columns; even so concurrent batches can deadlock on MySQL, MariaDB and
 * PostgreSQL, so call it inside {@link Transactions.run}, which retries. Of several rows with the same unique columns
 * the first is kept. Existing rows are not changed, and nothing tells which rows were new. On MySQL and MariaDB a
 * conflict of *any* unique key leaves the row out, so the entity should have no other one that can clash.
 *
 * @param uniqueColumns - property names of a unique constraint or of the primary key
 * @example
 * await insertOrIgnore(em, NotificationEntity, rows, ['deliveryKey']);
 */
export async function insertOrIgnore<E extends ObjectLiteral>(
  em: EntityManager,
  entity: EntityTarget<E>,
  rows: readonly QueryDeepPartialEntity<E>[],
  uniqueColumns: readonly (keyof E & string)[],
): Promise<void> {
  const { connection } = em;
  const metadata = connection.getMetadata(entity);
  const unique = uniqueColumns.map((property) =>
    connection.driver.escape(metadata.findColumnWithPropertyName(property)?.databaseName ?? property),
  );
  const onConflict = ON_CONFLICT[engineOf(connection)]({ unique });
  const batchSize = Math.max(1, Math.floor(MAX_PARAMETERS / metadata.columns.length));
  const sorted = sortRows(rows, uniqueColumns);
  for (let start = 0; start < sorted.length; start += batchSize) {
    const insert = em
      .createQueryBuilder()
      .insert()
      .into(entity)
      .values(sorted.slice(start, start + batchSize));
    const [sql, parameters] = insert.getQueryAndParameters();
    await em.query(`${sql} ${onConflict}`, parameters);
  }
}

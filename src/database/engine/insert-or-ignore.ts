import type { DataSource, EntityManager, EntityTarget, ObjectLiteral } from 'typeorm';
import { compareText } from '../../support/compare-text.js';
import { engineOf, type Engine } from './engine.js';
import { RowMaker, type Statement } from './row-statements.js';
import type { Transactions } from './transactions.js';

interface ConflictTarget {
  /** Escaped names of the unique columns. */
  readonly unique: readonly string[];
}

const doNothing = ({ unique }: ConflictTarget): string => `ON CONFLICT (${unique.join(', ')}) DO NOTHING`;

// INSERT IGNORE also hides values that are too long or of the wrong type. Setting a column to itself changes nothing.
const keep = ({ unique }: ConflictTarget): string => `ON DUPLICATE KEY UPDATE ${unique[0]} = ${unique[0]}`;

const ON_CONFLICT: Readonly<Record<Engine, (target: ConflictTarget) => string>> = {
  sqlite: doNothing,
  postgres: doNothing,
  mysql: keep,
  mariadb: keep,
};

/** Sorts by the unique columns, so that concurrent batches lock rows in one order (design §10.2). */
function sortRows<E extends ObjectLiteral>(rows: readonly E[], uniqueColumns: readonly string[]): E[] {
  return rows.toSorted((a, b) =>
    uniqueColumns.reduce((sign, column) => sign || compareText(String(a[column]), String(b[column])), 0),
  );
}

function statementsFor<E extends ObjectLiteral>(
  dataSource: DataSource,
  entity: EntityTarget<E>,
  rows: readonly Partial<E>[],
  { unique, end = '' }: { readonly unique: readonly (keyof E & string)[]; readonly end?: string },
): Statement[] {
  const maker = RowMaker.of(dataSource, entity);
  const columns = unique.map((property) => maker.column(property));
  const onConflict = (): string => ON_CONFLICT[engineOf(dataSource)]({ unique: columns }) + end;
  return [...maker.inserts(sortRows(rows, unique), onConflict)];
}

/**
 * The statements of {@link insertOrIgnore}: one, or more for thousands of rows.
 *
 * @param uniqueColumns - property names of a unique constraint or of the primary key
 */
export const insertOrIgnoreStatements = <E extends ObjectLiteral>(
  dataSource: DataSource,
  entity: EntityTarget<E>,
  rows: readonly Partial<E>[],
  uniqueColumns: readonly (keyof E & string)[],
): Statement[] => statementsFor(dataSource, entity, rows, { unique: uniqueColumns });

/**
 * Inserts rows, except those whose unique columns exist already. Thousands of rows take more than one statement.
 *
 * Rows are inserted in the order of their unique columns. Concurrent batches can still deadlock on MySQL, MariaDB and
 * PostgreSQL, so call it inside {@link Transactions.run}, which retries. Of several rows with the same unique columns
 * the first is kept. Existing rows do not change, and the result does not tell which rows are new. On MySQL and MariaDB
 * a conflict of *any* unique key skips the row, so the entity should have no other unique key that can conflict.
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

/** A row with an id of its own. */
type Identified = ObjectLiteral & { id: string };

/** These engines report which rows they inserted. MariaDB could too, but its answer would not tell whether it has committed. */
const REPORT_IDS: ReadonlySet<Engine> = new Set(['sqlite', 'postgres']);

async function idsAmong(
  em: EntityManager,
  entity: EntityTarget<Identified>,
  ids: readonly string[],
): Promise<string[]> {
  const maker = RowMaker.of(em.connection, entity);
  const id = maker.column('id');
  const sql = `SELECT ${id} AS id FROM ${maker.table} WHERE ${id} IN (${maker.placeholders(ids.length)})`;
  const rows: { id: string }[] = await em.query(sql, [...ids]);
  return rows.map((row) => row.id);
}

/**
 * Inserts rows as {@link insertOrIgnore} does, without a transaction around the statement.
 *
 * @param unique - property names of a unique constraint
 * @returns a function that tells which of some ids were inserted; it rarely needs a statement
 * @throws what {@link Transactions.execute} throws
 */
export async function insertNew<E extends Identified>(
  { transactions, dataSource }: { readonly transactions: Transactions; readonly dataSource: DataSource },
  entity: EntityTarget<E>,
  { rows, unique }: { readonly rows: readonly E[]; readonly unique: readonly (keyof E & string)[] },
): Promise<(ids: readonly string[]) => Promise<ReadonlySet<string>>> {
  const reportsIds = REPORT_IDS.has(engineOf(dataSource));
  const end = reportsIds ? ` RETURNING ${RowMaker.of(dataSource, entity).column('id')} AS id` : '';
  const reported = new Set<string>();
  for (const statement of statementsFor(dataSource, entity, rows, { unique, end })) {
    const { records } = await transactions.execute(statement);
    if (reportsIds) for (const { id } of records as Identified[]) reported.add(id);
  }
  return async (ids) => {
    // If a connection was lost, the statement ran twice, and the second run skipped the rows of the first.
    const open = ids.filter((id) => !reported.has(id));
    if (open.length === 0) return reported;
    const found = await transactions.read((em) => idsAmong(em, entity as EntityTarget<Identified>, open));
    return new Set([...reported, ...found]);
  };
}

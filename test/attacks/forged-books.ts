import { createHash } from 'node:crypto';
import { getMetadataArgsStorage } from 'typeorm';
import { tillbridgeEntities } from 'tillbridge/database';

type Row = Readonly<Record<string, unknown>>;

/** Asks the shop's database; never the module. */
export type Query = (sql: string) => Promise<readonly Row[]>;

/** Orders of this prefix are paid by honest notifications between the forged ones. */
export const HONEST = 'H-';

/** Every table of the module. */
export const tableNames = (): string[] =>
  getMetadataArgsStorage()
    .filterTables([...tillbridgeEntities])
    .map(({ name }) => name)
    .filter((name) => name !== undefined)
    .toSorted();

const isHonest = (row: Row, transitions: ReadonlySet<unknown>): boolean =>
  String(row['order_id'] ?? row['service_order_id'] ?? '').startsWith(HONEST) || transitions.has(row['transition_id']);

/**
 * What stands in every table about anything but the honest orders: how many rows, and a checksum of all their columns.
 * Two of these are equal when no one has written anything.
 */
export async function readBooks(query: Query): Promise<Record<string, string>> {
  const honest = await query(`SELECT id FROM tillbridge_transition WHERE order_id LIKE '${HONEST}%'`);
  const transitions = new Set(honest.map(({ id }) => id));
  const books: Record<string, string> = {};
  for (const table of tableNames()) {
    const rows = (await query(`SELECT * FROM ${table}`)).filter((row) => !isHonest(row, transitions));
    const texts = rows.map((row) => JSON.stringify(row)).toSorted();
    const sum = createHash('sha256').update(texts.join('\n')).digest('hex').slice(0, 16);
    books[table] = `${rows.length} rows, checksum ${sum}`;
  }
  return books;
}

/** The tables in which two readings differ. */
export const differences = (before: Record<string, string>, after: Record<string, string>): string[] =>
  Object.keys(after).flatMap((table) =>
    before[table] === after[table] ? [] : [`${table}: ${before[table]}, then ${after[table]}`],
  );

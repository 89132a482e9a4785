import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DataSource, type DataSourceOptions } from 'typeorm';
import { PAYMENT_METHOD } from './catalogue/payment-method';
import { SettingError, type Settings } from './settings';

/** The database of the shop: PostgreSQL where an address is set, an SQLite file otherwise. */
export function databaseOf({ databaseUrl, dataFolder }: Settings): DataSourceOptions {
  if (databaseUrl !== undefined) return { type: 'postgres', url: databaseUrl };
  mkdirSync(dataFolder, { recursive: true });
  return { type: 'better-sqlite3', database: join(dataFolder, 'shop.sqlite') };
}

const TABLES: Readonly<Record<string, string>> = {
  'better-sqlite3': `SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'`,
  postgres: 'SELECT tablename AS name FROM pg_tables WHERE schemaname = current_schema()',
};

/**
 * Whether this is the first start on this database. Its tables are made only then: a database of something else is left
 * alone.
 *
 * @throws SettingError for a database that holds something else, or a catalogue that was not finished
 */
export async function isFirstStart(options: DataSourceOptions): Promise<boolean> {
  const source = await new DataSource(options).initialize();
  try {
    const tables: { name: string }[] = await source.query(TABLES[options.type] ?? '');
    if (tables.length === 0) return true;
    const isVendure = tables.some(({ name }) => name === 'payment_method');
    // It is made last, when everything else is there.
    const known: { code: string }[] = isVendure ? await source.query('SELECT code FROM payment_method') : [];
    if (known.some(({ code }) => code === PAYMENT_METHOD)) return false;
  } finally {
    await source.destroy();
  }
  const place = options.type === 'postgres' ? 'the database of DATABASE_URL' : String(options.database);
  throw new SettingError(
    `There is something in ${place} that this example did not put there, or did not finish: its first start may have been ` +
      'stopped half-way. Use an empty database, or delete the data folder, and start again.',
  );
}

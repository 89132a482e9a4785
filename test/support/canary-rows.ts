import type { DataSource } from 'typeorm';
import { findCanary } from './canary-scanner.mjs';

const SCHEMA_TABLES = `SELECT table_name AS name FROM information_schema.tables WHERE table_type = 'BASE TABLE' AND table_schema = `;

const LIST_TABLES: Record<string, string> = {
  'better-sqlite3': `SELECT name FROM sqlite_master WHERE type = 'table'`,
  mariadb: `${SCHEMA_TABLES} DATABASE()`,
  mysql: `${SCHEMA_TABLES} DATABASE()`,
  postgres: `${SCHEMA_TABLES} current_schema()`,
};

/** A column's value as text; for bytes, their text and their hexadecimal form. */
function textOf(value: unknown): string {
  if (value instanceof Uint8Array)
    return `${Buffer.from(value).toString('latin1')} ${Buffer.from(value).toString('hex')}`;
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** Where a database contains the canary key: `table.column: form`, one entry each. */
export async function findCanaryInDatabase(dataSource: DataSource): Promise<string[]> {
  const tables: { name: string }[] = await dataSource.query(LIST_TABLES[dataSource.options.type] ?? '');
  const leaks = new Set<string>();
  for (const { name } of tables) {
    const rows: Record<string, unknown>[] = await dataSource.query(`SELECT * FROM ${dataSource.driver.escape(name)}`);
    for (const [column, value] of rows.flatMap((row) => Object.entries(row))) {
      const form = findCanary(textOf(value));
      if (form) leaks.add(`${name}.${column}: ${form}`);
    }
  }
  return [...leaks];
}

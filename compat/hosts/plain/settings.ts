/** A host's settings from its environment: the key of its account, and its database. */
import type { TypeOrmModuleOptions } from '@nestjs/typeorm';
import type { TerminalGroupOptions } from 'tillbridge';
import { tillbridgeEntities, tillbridgeMigrations } from 'tillbridge/database';

export const KEY = process.env.HOST_API_KEY ?? 'compat-host-key';

/** The path of notifications. */
export const NOTIFICATIONS = 'payments/notifications/web';

/** The one account, at the service at `baseUrl`. */
export function webGroup(baseUrl: string): TerminalGroupOptions {
  const notificationUrl = `http://localhost:3000/${NOTIFICATIONS}`;
  return { name: 'web', mode: 'sandbox', apiKeys: [KEY], baseUrl, notificationUrl };
}

/** The connection from the environment, or SQLite in memory, with the tables of the package. */
export function databaseOptions(variable = 'COMPAT_DATABASE'): TypeOrmModuleOptions {
  const connection = process.env[variable] ?? '{ "type": "better-sqlite3", "database": ":memory:" }';
  const options: TypeOrmModuleOptions = JSON.parse(connection);
  const tables = { entities: [...tillbridgeEntities], migrations: [...tillbridgeMigrations], migrationsRun: true };
  return { ...tables, ...options };
}

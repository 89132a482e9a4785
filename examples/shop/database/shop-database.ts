import { join } from 'node:path';
import { tillbridgeEntities, tillbridgeMigrations } from 'tillbridge/database';
import { parseUrl } from 'tillbridge/protocol';
import type { TypeOrmModuleOptions } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { Product } from '../catalogue/product.entity.js';
import { ConfigError, type ShopConfig } from '../config.js';
import { Mail } from '../mail/mail.entity.js';
import { Purchase } from '../orders/purchase.entity.js';
import { StockReservation } from '../stock/stock-reservation.entity.js';
import { ShopTables1748736000000 } from './shop-tables.migration.js';

/** The shop's own tables. */
export const SHOP_ENTITIES = [Product, Purchase, StockReservation, Mail];

const SERVERS: Record<string, 'mariadb' | 'mysql' | 'postgres'> = {
  'mariadb:': 'mariadb',
  'mysql:': 'mysql',
  'postgres:': 'postgres',
  'postgresql:': 'postgres',
};

/** Never prints the URL itself, because it contains a password. */
function serverType(url: string): 'mariadb' | 'mysql' | 'postgres' {
  const type = SERVERS[parseUrl(url)?.protocol ?? ''];
  if (!type) throw new ConfigError('DATABASE_URL must begin with mariadb://, mysql:// or postgres://.');
  return type;
}

/** One database for the shop's tables and the module's, so that an effect commits together with its payment. */
export function shopDatabase(config: ShopConfig): TypeOrmModuleOptions {
  const tables = {
    entities: [...SHOP_ENTITIES, ...tillbridgeEntities],
    migrations: [ShopTables1748736000000, ...tillbridgeMigrations],
    migrationsRun: true,
    // A user who starts this by hand should see database errors at once.
    retryAttempts: 1,
  };
  const { databaseUrl: url } = config;
  if (url === undefined) return { ...tables, type: 'better-sqlite3', database: join(config.dataFolder, 'shop.sqlite') };
  return { ...tables, type: serverType(url), url };
}

/**
 * Checks whether a database server can be used, before anything is opened.
 *
 * @throws ConfigError if it cannot; the message tells why
 */
export async function tryDatabase({ databaseUrl: url }: Pick<ShopConfig, 'databaseUrl'>): Promise<void> {
  if (url === undefined) return;
  try {
    const connection = await new DataSource({ type: serverType(url), url }).initialize();
    await connection.destroy();
  } catch (error) {
    if (error instanceof ConfigError) throw error;
    throw new ConfigError(
      `The database at ${parseUrl(url)?.host} cannot be used: ${error instanceof Error ? error.message : String(error)}.\n` +
        'Start its server, mend DATABASE_URL, or leave it out: the shop then keeps an SQLite file.',
    );
  }
}

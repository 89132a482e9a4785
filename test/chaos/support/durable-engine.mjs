/** The engines a trial runs on: each a server of our own, as durable as a shop's, that can be killed and brought back. */
import { randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DataSource } from 'typeorm';
import { ENGINE_TITLES, ENGINES } from '../../support/engine-plan.mjs';
import { findServers } from '../../support/find-servers.mjs';
import { startMysqlServer } from '../../support/server-mysql.mjs';
import { startPostgresServer } from '../../support/server-postgres.mjs';
import { sqliteVersion } from '../../support/sqlite-version.mjs';

const START = {
  mariadb: (what) => startMysqlServer({ engine: 'mariadb', ...what }),
  mysql: (what) => startMysqlServer({ engine: 'mysql', ...what }),
  postgres: (what) => startPostgresServer(what),
};

/** A new database of an engine. @returns TypeORM's options for it, without entities */
async function createDatabase({ name, url, folder }) {
  const database = `chaos_${randomBytes(6).toString('hex')}`;
  if (name === 'sqlite') return { type: 'better-sqlite3', database: join(folder, `${database}.sqlite`) };
  const admin = await new DataSource({ type: name, url }).initialize();
  await admin.query(`CREATE DATABASE ${database}${name === 'postgres' ? '' : ' CHARACTER SET utf8mb4'}`);
  await admin.destroy();
  const own = new URL(url);
  own.pathname = `/${database}`;
  const charset = name === 'postgres' ? {} : { charset: 'utf8mb4', supportBigNumbers: true };
  return { type: name, url: own.href, ...charset };
}

/** Engines that can be had on this machine, or of these only the one that is named. @throws {Error} when it cannot be had */
export function enginesToTry(only) {
  const binaries = findServers(process.env);
  const names = ENGINES.filter((name) => name === 'sqlite' || binaries[name]);
  if (only && !names.includes(only)) throw new Error(`${only} cannot be had on this machine`);
  return only ? [only] : names;
}

/** Those of {@link enginesToTry} that are servers: SQLite serves one process, and has no connection to lose. */
export const serversToTry = (only) => enginesToTry(only).filter((name) => name !== 'sqlite');

/**
 * Starts an engine; on `parent`, or a temporary folder.
 *
 * @returns {Promise<{ name: string, title: string, url?: string, folder: string, createDatabase(): Promise<object>,
 *   kill(): Promise<void>, restart(): Promise<void>, stop(): Promise<void> }>} `title` with its version; SQLite has no
 *   server, so its `kill` and `restart` do nothing
 */
export async function startDurableEngine(name, parent = tmpdir()) {
  const folder = mkdtempSync(join(parent, 'tillbridge-chaos-'));
  // Other accounts must get through to the folders that belong to them.
  chmodSync(folder, 0o711);
  const remove = () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  process.once('exit', remove);
  const nothing = async () => undefined;
  const embedded = async () => ({ version: sqliteVersion(), kill: nothing, restart: nothing, stop: nothing });
  const binary = findServers(process.env)[name];
  const server = await (name === 'sqlite' ? embedded() : START[name]({ binary, folder, isDurable: true }));
  return {
    ...server,
    name,
    folder,
    title: `${ENGINE_TITLES[name]} ${server.version.split(/[- ]/)[0]}`,
    createDatabase: () => createDatabase({ name, url: server.url, folder }),
    async stop() {
      await server.stop();
      process.off('exit', remove);
      remove();
    },
  };
}

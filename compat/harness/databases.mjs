/** A new database for each row: a file of SQLite, or one on a temporary server that starts with the first row that needs it. */
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import mysql from 'mysql2/promise';
import pg from 'pg';
import { findServers } from '../../test/support/find-servers.mjs';
import { startServers } from '../../test/support/servers.mjs';
import { NotHere } from './not-here.mjs';
import { throwAwayFolder } from './throw-away-folder.mjs';

const CREATE = {
  mariadb: async (url, name) => {
    const connection = await mysql.createConnection({ uri: url });
    await connection.query(`CREATE DATABASE ${name} CHARACTER SET utf8mb4`).finally(() => connection.end());
  },
  postgres: async (url, name) => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    await client.query(`CREATE DATABASE ${name}`).finally(() => client.end());
  },
};

/** The databases of one run. */
export class Databases {
  #folder = throwAwayFolder('databases');
  #servers = new Map();

  /**
   * @param {'sqlite' | 'mariadb' | 'mysql' | 'postgres'} engine
   * @returns {Promise<{ options: object, version?: string }>} `options`: those of the DataSource
   * @throws NotHere if the machine has no such server
   */
  async create(engine) {
    const name = `compat_${randomBytes(6).toString('hex')}`;
    if (engine === 'sqlite') {
      return { options: { type: 'better-sqlite3', database: join(this.#folder, `${name}.sqlite`) } };
    }
    const { url, version } = await this.#server(engine);
    await CREATE[engine === 'mysql' ? 'mariadb' : engine](url, name);
    const own = new URL(url);
    own.pathname = `/${name}`;
    return { options: { type: engine, url: own.href }, version: version.replace(/[- ].*/, '') };
  }

  async close() {
    await Promise.all([...this.#servers.values()].map(async (server) => (await server).stop()));
  }

  async #server(engine) {
    if (!this.#servers.has(engine)) {
      const binary = findServers(process.env)[engine];
      if (!binary) throw new NotHere(`no server program of ${engine} on this machine`);
      this.#servers.set(engine, startServers([{ name: engine, binary }]));
    }
    const [server] = (await this.#servers.get(engine)).servers;
    if (!server.url) throw new NotHere(server.reason);
    return server;
  }
}

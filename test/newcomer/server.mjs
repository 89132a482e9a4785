/** The database of one newcomer: a file in the shop's folder, or a throw-away server of its own. */
import mysql from 'mysql2/promise';
import pg from 'pg';
import { findServers } from '../support/find-servers.mjs';
import { startServers } from '../support/servers.mjs';

const CREATE = 'CREATE DATABASE shop';

/** Makes the database of the shop on a server: TypeORM asks for one that is there. @returns its url */
async function createDatabase(name, url) {
  if (name === 'postgres') {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    await client.query(CREATE).finally(() => client.end());
  } else {
    const connection = await mysql.createConnection({ uri: url });
    await connection.query(`${CREATE} CHARACTER SET utf8mb4`).finally(() => connection.end());
  }
  const own = new URL(url);
  own.pathname = '/shop';
  return own.href;
}

/** @returns what the variable DATABASE says of it, and how it is ended */
export async function startDatabase(name) {
  if (name === 'sqlite') return { env: {}, stop: async () => undefined };
  const binary = findServers(process.env)[name];
  if (!binary) throw new Error(`There is no server program of ${name} on this machine.`);
  const { servers, stop } = await startServers([{ name, binary }]);
  const [{ url, reason }] = servers;
  try {
    if (!url) throw new Error(reason);
    return { env: { DATABASE: await createDatabase(name, url) }, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

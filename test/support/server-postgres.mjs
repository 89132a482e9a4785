/** A temporary PostgreSQL server in its own folder. It refuses to run as root, so then it gets another account. */
import { chownSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Client } from 'pg';
import { accountFor, makeFolder, newPassword, runProgram, startServer } from './server-process.mjs';
import { freePort } from './free-port.mjs';

async function ask(url, statement) {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  try {
    await client.connect();
    return (await client.query(statement)).rows;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** The version of the server at `url`. @throws if it cannot be reached */
export async function postgresVersion(url) {
  const [row] = await ask(url, 'SHOW server_version');
  return row.server_version;
}

/** Removes a database of the server at `url`, if it is there. */
export const dropPostgresDatabase = (url, name) => ask(url, `DROP DATABASE IF EXISTS ${name}`);

async function initialise({ binary, home, data, password, options, account }) {
  const passwordFile = join(home, 'password');
  writeFileSync(passwordFile, password, { mode: 0o600 });
  if (account) chownSync(passwordFile, account.uid, account.gid);
  await runProgram(
    join(dirname(binary), 'initdb'),
    [
      `--pgdata=${data}`,
      '--username=tillbridge',
      '--auth=scram-sha-256',
      `--pwfile=${passwordFile}`,
      '--encoding=UTF8',
      '--locale=C',
      '--no-sync',
    ],
    options,
  );
}

/**
 * @param {{ binary: string, folder: string, isDurable?: boolean }} what `isDurable`: committed data also survives a
 *   power cut
 * @returns {Promise<{ url: string, version: string, stop(): Promise<void>, kill(): Promise<void>, restart(): Promise<void> }>}
 */
export async function startPostgresServer({ binary, folder, isDurable = false }) {
  const account = accountFor(['postgres', 'nobody']);
  const home = makeFolder(folder, 'postgres', account);
  const data = join(home, 'data');
  const options = { ...account, cwd: home };
  const password = newPassword();
  await initialise({ binary, home, data, password, options, account });
  const port = await freePort();
  const url = `postgres://tillbridge:${password}@127.0.0.1:${port}/postgres`;
  const settings = {
    listen_addresses: '127.0.0.1',
    port: String(port),
    unix_socket_directories: '',
    // Thirty-two processes with pools of ten, and further connections of the tests.
    max_connections: '400',
    // Temporary data need not survive a power cut; it still survives a kill of the server.
    fsync: isDurable ? 'on' : 'off',
    // Far from UTC and with a half hour in it: code that relies on the server's zone fails.
    timezone: 'Asia/Kolkata',
  };
  const { ready, ...ends } = await startServer({
    program: binary,
    args: ['-D', data, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    options,
    // Fast shutdown: with SIGTERM PostgreSQL would wait for its clients.
    stopSignal: 'SIGINT',
    isReady: () => postgresVersion(url),
  });
  return { url, version: ready, ...ends };
}

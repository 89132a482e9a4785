/** A temporary PgBouncer in transaction mode: each transaction may get another connection of the server. */
import { execFileSync } from 'node:child_process';
import { accessSync, chmodSync, chownSync, constants, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../../test/support/free-port.mjs';
import { postgresVersion } from '../../test/support/server-postgres.mjs';
import { accountFor, startServer } from '../../test/support/server-process.mjs';
import { NotHere } from './not-here.mjs';
import { throwAwayFolder } from './throw-away-folder.mjs';

const PROGRAMS = [
  '/usr/sbin/pgbouncer',
  '/usr/bin/pgbouncer',
  '/usr/local/bin/pgbouncer',
  '/opt/homebrew/bin/pgbouncer',
];

function findProgram() {
  const found = PROGRAMS.find((path) => {
    try {
      accessSync(path, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
  if (!found) throw new NotHere('no pgbouncer on this machine (apt-get install pgbouncer)');
  return found;
}

/** Few connections, so that clients really share them. */
const settingsFor = (url, port) => `[databases]
* = host=${url.hostname} port=${url.port} user=${url.username} password=${url.password}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = 4
`;

/**
 * Starts one in front of the database at `address`.
 *
 * @param {string} address
 * @returns {Promise<{ url: string, version: string, stop(): Promise<void> }>}
 * @throws NotHere if the machine has none
 */
export async function startPgBouncer(address) {
  const program = findProgram();
  const folder = throwAwayFolder('pgbouncer');
  const file = join(folder, 'pgbouncer.ini');
  const port = await freePort();
  writeFileSync(file, settingsFor(new URL(address), port), { mode: 0o600 });
  // It refuses to run as root.
  const account = accountFor(['postgres', 'nobody']);
  chmodSync(folder, 0o711);
  if (account) chownSync(file, account.uid, account.gid);
  const url = new URL(address);
  url.port = String(port);
  const server = await startServer({
    program,
    args: [file],
    options: { ...account, cwd: folder },
    isReady: () => postgresVersion(url.href),
    // SIGTERM ends it at once, SIGINT waits for clients.
    stopSignal: 'SIGTERM',
  });
  const [, version] = /(\d+\.\d+\S*)/.exec(execFileSync(program, ['--version'], { encoding: 'utf8' }));
  return { url: url.href, version, stop: () => server.stop() };
}

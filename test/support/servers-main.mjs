/**
 * The process that owns the temporary servers of one test run. It gets the list as JSON on its command line, prints one
 * JSON line with the result, and stops all servers when its standard input ends, so that none survives the end of the
 * test run.
 */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { startMysqlServer } from './server-mysql.mjs';
import { startPostgresServer } from './server-postgres.mjs';
import { scratchFolder } from './scratch-folder.mjs';

const START = {
  mariadb: (binary, folder) => startMysqlServer({ engine: 'mariadb', binary, folder }),
  mysql: (binary, folder) => startMysqlServer({ engine: 'mysql', binary, folder }),
  postgres: (binary, folder) => startPostgresServer({ binary, folder }),
};

const wanted = JSON.parse(process.argv[2]);
const folder = mkdtempSync(join(scratchFolder(), 'tillbridge-test-'));
// Other accounts must have access to their own folders below it.
chmodSync(folder, 0o711);
const running = [];
let stopping;

async function stopAll() {
  await starting;
  await Promise.all(running.map((server) => server.stop()));
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  process.exit(0);
}

const stop = () => {
  stopping ??= stopAll();
};

async function startOne({ name, binary }) {
  try {
    const server = await START[name](binary, folder);
    running.push(server);
    return { name, url: server.url, version: server.version };
  } catch (error) {
    return { name, reason: error.message };
  }
}

process.stdin.resume().once('end', stop).once('error', stop);
process.once('SIGTERM', stop);
process.on('SIGINT', () => undefined);
process.stdout.on('error', stop);
const starting = Promise.all(wanted.map(startOne));
process.stdout.write(`${JSON.stringify({ folder, servers: await starting })}\n`);

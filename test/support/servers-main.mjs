/**
 * The process that owns the throw-away servers of one test run. It is told by JSON on the command line what to start, prints one JSON
 * line with what became of it, and stops everything when its standard input ends: however the test run dies, nothing stays behind.
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
// Other accounts must get through to the folders that belong to them.
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

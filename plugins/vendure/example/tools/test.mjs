/**
 * Runs the tests in Chromium: `npm test`, `npm test -- shop`. On SQLite, and on PostgreSQL where the machine has it;
 * `TILLBRIDGE_TEST_ENGINES=sqlite,postgres` requires them.
 */
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findServers } from '../../../../test/support/find-servers.mjs';
import { startServers } from '../../../../test/support/servers.mjs';

const example = dirname(dirname(fileURLToPath(import.meta.url)));
const compiled = join(example, 'dist', 'test');
const wanted = (process.env.TILLBRIDGE_TEST_ENGINES ?? '').split(',').filter(Boolean);
const wants = (engine) => wanted.length === 0 || wanted.includes(engine);

async function startPostgres() {
  const binary = wants('postgres') ? findServers(process.env).postgres : undefined;
  if (!binary) {
    if (wanted.includes('postgres')) throw new Error('PostgreSQL is required and was not found on this machine');
    return { url: '', stop: async () => undefined };
  }
  const { servers, stop } = await startServers([{ name: 'postgres', binary }]);
  if (!servers[0].url) throw new Error(servers[0].reason);
  return { url: servers[0].url, stop };
}

const names = process.argv.slice(2);
const specs = readdirSync(compiled)
  .filter((file) => file.endsWith('.test.js'))
  .filter((file) => names.length === 0 || names.some((name) => file.startsWith(name)))
  .map((file) => join(compiled, file));

const postgres = await startPostgres();
const env = {
  ...process.env,
  TILLBRIDGE_EXAMPLE_SQLITE: wants('sqlite') ? 'yes' : '',
  TILLBRIDGE_EXAMPLE_POSTGRES: postgres.url,
};
try {
  const options = ['--test', '--test-concurrency=1', '--test-reporter=spec'];
  process.exitCode =
    spawnSync(process.execPath, [...options, ...specs], { cwd: example, env, stdio: 'inherit' }).status ?? 1;
} finally {
  await postgres.stop();
}

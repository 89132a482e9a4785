/**
 * Runs the suite: `npm test`, `npm test -- checkout refunds`. On SQLite, and on PostgreSQL where the machine has it;
 * `TILLBRIDGE_TEST_ENGINES=sqlite,postgres` requires them.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findServers } from '../../../test/support/find-servers.mjs';
import { startServers } from '../../../test/support/servers.mjs';
import { plugin } from './module.mjs';

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

const compiled = join(plugin, 'dist', 'test');
const names = process.argv.slice(2);
const specs = readdirSync(compiled)
  .filter((file) => file.endsWith('.test.js'))
  .filter((file) => names.length === 0 || names.some((name) => file.startsWith(name)))
  .map((file) => join(compiled, file));

const folder = mkdtempSync(join(tmpdir(), 'tillbridge-vendure-'));
const postgres = await startPostgres();
const isHere = { sqlite: true, postgres: postgres.url !== '' };
const env = {
  ...process.env,
  TILLBRIDGE_VENDURE_FOLDER: folder,
  TILLBRIDGE_VENDURE_ENGINES: ['sqlite', 'postgres'].filter((engine) => isHere[engine] && wants(engine)).join(','),
  TILLBRIDGE_VENDURE_POSTGRES: postgres.url,
  VENDURE_DISABLE_TELEMETRY: 'true',
};
const node = (...args) => spawnSync(process.execPath, args, { cwd: plugin, env, stdio: 'inherit' }).status ?? 1;
try {
  process.exitCode =
    node(join(compiled, 'support', 'populate.js')) ||
    node('--test', '--test-concurrency=1', '--test-reporter=spec', ...specs);
} finally {
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
}

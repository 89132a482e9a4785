/**
 * Runs the tests in Chromium: `npm test`, `npm test -- shop`. On SQLite, and on PostgreSQL where the machine has it;
 * `TILLBRIDGE_TEST_ENGINES=sqlite,postgres` requires them.
 */
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startPostgres } from '../../tools/postgres.mjs';

const example = dirname(dirname(fileURLToPath(import.meta.url)));
const compiled = join(example, 'dist', 'test');
const wanted = (process.env.TILLBRIDGE_TEST_ENGINES ?? '').split(',').filter(Boolean);
const wants = (engine) => wanted.length === 0 || wanted.includes(engine);

const names = process.argv.slice(2);
const specs = readdirSync(compiled)
  .filter((file) => file.endsWith('.test.js'))
  .filter((file) => names.length === 0 || names.some((name) => file.startsWith(name)))
  .map((file) => join(compiled, file));

const postgres = await startPostgres(wants('postgres'), wanted.includes('postgres'));
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

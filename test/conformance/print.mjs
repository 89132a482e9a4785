/**
 * `npm run conformance`: runs the conformance suite and prints its table; `--json` prints JSON. Exit code 1 when a rule
 * fails. No database server is started: the rules are about the wire.
 */
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runWatched } from '../support/watched-run.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const given = process.argv.slice(2);
const wantsJson = given.includes('--json');

process.exitCode = await runWatched({
  program: process.execPath,
  args: [
    join(here, '../run.mjs'),
    'test/conformance',
    `--reporters=${join(here, 'table-reporter.mjs')}`,
    ...given.filter((argument) => argument !== '--json'),
  ],
  options: {
    cwd: join(here, '../..'),
    env: {
      ...process.env,
      TILLBRIDGE_TEST_ENGINES: 'sqlite',
      TILLBRIDGE_CONFORMANCE: wantsJson ? 'json' : 'table',
      COLUMNS: String(process.stdout.columns ?? process.env.COLUMNS ?? ''),
    },
  },
  stdout: process.stdout,
  stderr: process.stderr,
});

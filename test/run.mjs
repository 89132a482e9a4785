/**
 * `npm test`: runs Jest and watches everything it prints for the canary, the API key of all tests. Seen anywhere, the run has failed,
 * whatever Jest says: the key of a real shop would have leaked the same way.
 */
import { availableParallelism } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { LONG_SPECS } from '../config/long-specs.mjs';
import { runWatched } from './support/watched-run.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const given = process.argv.slice(2);

/** Jest would use one worker on two cores; much of the suite waits for databases and browsers, so one more than cores does better. */
function workerArguments() {
  if (given.some((argument) => /^(-w|--maxWorkers|-i$|--runInBand)/.test(argument))) return [];
  return [`--maxWorkers=${Math.min(4, availableParallelism() + 1)}`];
}

/** A whole run on a developer's machine stays short; a named spec always runs, and before a merge every one does. */
function leftOut() {
  const isNamed = given.some((argument) => !argument.startsWith('-'));
  if (process.env.CI || isNamed) return [];
  console.log(`${LONG_SPECS.length} long specs are left out; CI=1 npm test runs them, too (config/long-specs.mjs).`);
  return LONG_SPECS.map((path) => `--testPathIgnorePatterns=${path}`);
}

const colours = process.stdout.isTTY && !process.env.NO_COLOR ? { FORCE_COLOR: '1' } : {};

process.exitCode = await runWatched({
  program: process.execPath,
  args: [
    '--disable-warning=ExperimentalWarning',
    '--experimental-vm-modules',
    join(root, 'node_modules/jest/bin/jest.js'),
    '-c',
    join(root, 'config/jest.config.mjs'),
    ...workerArguments(),
    ...leftOut(),
    ...given,
  ],
  options: { cwd: root, env: { ...process.env, ...colours } },
  stdout: process.stdout,
  stderr: process.stderr,
});

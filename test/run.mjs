/**
 * `npm test`: runs Jest and watches everything it prints for the canary, the API key of all tests. Seen anywhere, the run has failed,
 * whatever Jest says: the key of a real shop would have leaked the same way.
 */
import { availableParallelism } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { LONG_SPECS } from '../config/long-specs.mjs';
import { URL_VARIABLES } from './support/engine-plan.mjs';
import { HARDLY_OPTIMISED } from './support/hardly-optimised.mjs';
import { runWatched } from './support/watched-run.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const given = process.argv.slice(2);

/** Jest would use one worker on two cores; much of the suite waits for databases and browsers, so two more than cores do better. */
function workerArguments() {
  if (given.some((argument) => /^(-w|--maxWorkers|-i$|--runInBand)/.test(argument))) return [];
  return [`--maxWorkers=${Math.min(4, availableParallelism() + 2)}`];
}

const isNamed = given.some((argument) => !argument.startsWith('-'));

/** A whole run on a developer's machine stays short; a named spec always runs, and before a merge every one does. */
const isShort = !process.env.CI && !isNamed;

function leftOut() {
  if (!isShort) return [];
  console.log(`${LONG_SPECS.length} long specs are left out (config/long-specs.mjs); CI=1 npm test runs them, too.`);
  return LONG_SPECS.map((path) => `--testPathIgnorePatterns=/${path}\\.spec\\.`);
}

/** What is there by itself, unless someone asks for more. */
function engines() {
  const asking = ['TILLBRIDGE_TEST_ENGINES', ...Object.values(URL_VARIABLES)];
  if (!isShort || asking.some((name) => process.env[name]?.trim())) return {};
  console.log('SQLite alone; CI=1 npm test, or a spec by its name, runs on every database server that is found, too.');
  return { TILLBRIDGE_TEST_ENGINES: 'sqlite' };
}

const colours = process.stdout.isTTY && !process.env.NO_COLOR ? { FORCE_COLOR: '1' } : {};

/** A spec file allocates much and keeps little: a greater nursery, in megabytes, saves a tenth of the time. */
const NURSERY_MB = 64;

const jest = () => [
  `--max-semi-space-size=${NURSERY_MB}`,
  // Workers are more than cores: the helpers of one collection would only take the cores from other workers.
  '--single-threaded-gc',
  ...HARDLY_OPTIMISED,
  '--disable-warning=ExperimentalWarning',
  '--experimental-vm-modules',
  join(root, 'node_modules/jest/bin/jest.js'),
  '-c',
  join(root, 'config/jest.config.mjs'),
  ...workerArguments(),
  ...leftOut(),
  ...given,
];

process.exitCode = await runWatched({
  program: process.execPath,
  args: jest(),
  options: { cwd: root, env: { ...process.env, ...colours, ...engines() } },
  stdout: process.stdout,
  stderr: process.stderr,
});

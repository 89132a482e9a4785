/**
 * `npm test`: runs Jest and watches everything it prints for the canary, the API key of all tests. Seen anywhere, the run has failed,
 * whatever Jest says: the key of a real shop would have leaked the same way.
 */
import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CanaryScanner } from './support/canary-scanner.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const given = process.argv.slice(2);

/** Jest would use one worker on two cores; much of the suite waits for databases, so two do better. More than four gain nothing. */
function workerArguments() {
  if (given.some((argument) => /^(-w|--maxWorkers|-i$|--runInBand)/.test(argument))) return [];
  return [`--maxWorkers=${Math.min(4, Math.max(2, availableParallelism() - 1))}`];
}

function colours() {
  return process.stdout.isTTY && !process.env.NO_COLOR ? { FORCE_COLOR: '1' } : {};
}

const jest = spawn(
  process.execPath,
  [
    '--disable-warning=ExperimentalWarning',
    '--experimental-vm-modules',
    join(root, 'node_modules/jest/bin/jest.js'),
    '-c',
    join(root, 'config/jest.config.mjs'),
    ...workerArguments(),
    ...given,
  ],
  { cwd: root, stdio: ['inherit', 'pipe', 'pipe'], env: { ...process.env, ...colours() } },
);

function watch(from, to) {
  const scanner = new CanaryScanner();
  from.on('data', (chunk) => {
    scanner.push(chunk);
    to.write(chunk);
  });
  return scanner;
}

const scanners = [watch(jest.stdout, process.stdout), watch(jest.stderr, process.stderr)];
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => jest.kill(signal));

jest.once('error', (error) => {
  process.stderr.write(`Jest could not be started: ${error.message}\n`);
  process.exitCode = 1;
});
jest.once('close', (code, signal) => {
  process.exitCode = code ?? 1;
  if (signal) process.stderr.write(`\nJest was ended by ${signal}.\n`);
  const form = scanners.map((scanner) => scanner.found).find(Boolean);
  if (!form) return;
  process.stderr.write(
    `\nFAILED: the canary API key was printed (${form}). An API key must appear in no output; find what printed it above.\n`,
  );
  process.exitCode = 1;
});

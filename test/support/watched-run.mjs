/** Runs a program, passes on its output, and fails if that contains the canary API key. */
import { spawn } from 'node:child_process';
import { CanaryScanner } from './canary-scanner.mjs';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/** Copies a stream and searches it. */
function watch(from, to) {
  const scanner = new CanaryScanner();
  from.on('data', (chunk) => {
    scanner.push(chunk);
    to.write(chunk);
  });
  return scanner;
}

/** Passes signals of this process on to the program; the program decides to end, and this process ends after it. */
function forwardSignals(child) {
  const handlers = SIGNALS.map((signal) => [signal, () => child.kill(signal)]);
  for (const [signal, handler] of handlers) process.on(signal, handler);
  child.once('close', () => {
    for (const [signal, handler] of handlers) process.off(signal, handler);
  });
}

/**
 * @param {{ program: string, args: string[], options?: object, stdout: NodeJS.WritableStream, stderr: NodeJS.WritableStream }} run
 * @returns {Promise<number>} the program's exit code; 1 if a signal ended it or the canary was found
 */
export function runWatched({ program, args, options, stdout, stderr }) {
  const child = spawn(program, args, { ...options, stdio: ['inherit', 'pipe', 'pipe'] });
  const scanners = [watch(child.stdout, stdout), watch(child.stderr, stderr)];
  forwardSignals(child);
  return new Promise((resolve) => {
    child.once('error', (error) => stderr.write(`${program} could not be started: ${error.message}\n`));
    child.once('close', (code, signal) => {
      if (signal) stderr.write(`\nThe run was ended by ${signal}.\n`);
      const form = scanners.map((scanner) => scanner.found).find(Boolean);
      if (form) {
        stderr.write(
          `\nFAILED: the canary API key was printed (${form}). An API key must appear in no output: find above what printed it.\n`,
        );
      }
      resolve(form || code === null || code < 0 ? 1 : code);
    });
  });
}

/** Runs a program of the tree, passes on and keeps its output, and searches it for the canary API key. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CanaryScanner } from './canary-scanner.mjs';
import { ENGINE_TITLES } from './engine-plan.mjs';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/**
 * The program must leave no records of its own. Its whole output goes to the error stream.
 *
 * @returns {Promise<{ code: number | null, stdout: string, stderr: string, bytes: number, leaks: string[] }>}
 */
export function runSearched(file, args, env = {}) {
  const { TILLBRIDGE_RECORD: _recorded, ...inherited } = process.env;
  const child = spawn(process.execPath, [join(ROOT, file), ...args], {
    cwd: ROOT,
    stdio: ['inherit', 'pipe', 'pipe'],
    env: { ...inherited, ...env },
  });
  const streams = ['stdout', 'stderr'].map((name) => {
    const seen = { scanner: new CanaryScanner(), bytes: 0, text: '' };
    child[name].on('data', (chunk) => {
      seen.scanner.push(chunk);
      seen.bytes += chunk.length;
      seen.text += chunk;
      process.stderr.write(chunk);
    });
    return seen;
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) =>
      resolve({
        code,
        stdout: streams[0].text,
        stderr: streams[1].text,
        bytes: streams[0].bytes + streams[1].bytes,
        leaks: streams.map(({ scanner }) => scanner.found).filter(Boolean),
      }),
    );
  });
}

/** The engines of a run of the suite, from the text at its start: `MariaDB 10.11.19`. */
export const enginesIn = (text) =>
  [...text.matchAll(/^\s*(\w+) +used \(([^)]*)\)/gm)].map(([, name, how]) =>
    [ENGINE_TITLES[name], /[\d.]{3,}/.exec(how)?.[0]].filter(Boolean).join(' '),
  );

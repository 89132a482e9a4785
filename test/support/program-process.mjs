/** A program of this repository as a separate process that prints the address where it listens. */
import { spawn } from 'node:child_process';
import { killAtExit } from './kill-at-exit.mjs';

const OUTPUT_KEPT = 4_000;

/**
 * Starts a program and waits until its output contains a `url`, as a line of JSON.
 *
 * @param {readonly string[]} flags - of Node
 * @returns {Promise<{ url: string, pid: number, ended: Promise<number | string | null>, output(): string,
 *   signal(name: string): boolean, kill(): Promise<number | string | null>, stop(): Promise<number | string | null> }>}
 * @throws {Error} with its output if it ends before it listens
 */
export async function startProgram(program, environment, flags = []) {
  const child = spawn(process.execPath, [...flags, program], {
    env: { ...process.env, NODE_OPTIONS: '', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  killAtExit(child);
  let output = '';
  let printed = '';
  child.stderr.on('data', (chunk) => (output = (output + chunk).slice(-OUTPUT_KEPT)));
  const ended = new Promise((resolve) => child.once('close', (code, signal) => resolve(signal ?? code)));
  const ready = new Promise((resolve) => {
    child.stdout.on('data', (chunk) => {
      printed += chunk;
      const line = /^\{"url".*\}$/m.exec(printed)?.[0];
      if (line) resolve(JSON.parse(line).url);
      output = (output + chunk).slice(-OUTPUT_KEPT);
    });
  });
  const url = await Promise.race([ready, ended.then(() => null)]);
  if (url === null) throw new Error(`${program} ended before it was ready:\n${output}`);
  const end = async (signal) => {
    child.kill(signal);
    return ended;
  };
  return {
    url,
    pid: child.pid,
    ended,
    output: () => output,
    signal: (name) => child.kill(name),
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
  };
}

/** The programs of a row: each has a time limit, and is ended together with its child processes. */
import { spawn } from 'node:child_process';
import { eventually } from '../../test/support/eventually.mjs';

const LIMIT_MS = 300_000;
const OUTPUT_KEPT = 20_000;
const running = new Set();

function endGroup(child) {
  try {
    process.kill(-child.pid, 'SIGKILL');
  } catch {
    // It has already ended.
  }
}

/**
 * Ends all started programs with this process, also after Ctrl-C. The programs are in process groups of their own, so
 * Ctrl-C does not reach them, and by default this process would end without its `exit` event. Call it once, before any
 * start.
 */
export function endWithThisProcess() {
  process.once('exit', () => running.forEach(endGroup));
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => process.exit(1));
}

/**
 * Starts a program in a process group of its own.
 *
 * @param {string} program
 * @param {string[]} args
 * @param {{ cwd: string, env?: Record<string, string> }} options
 */
export function startCommand(program, args, { cwd, env = {} }) {
  const child = spawn(program, args, {
    cwd,
    env: { ...process.env, NODE_OPTIONS: '', NO_COLOR: '1', FORCE_COLOR: '0', ...env },
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.add(child);
  let output = '';
  let printed = '';
  child.stdout.setEncoding('utf8').on('data', (text) => (printed = (printed + text).slice(-OUTPUT_KEPT)));
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => (output = (output + text).slice(-OUTPUT_KEPT)));
  }
  const ended = new Promise((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('close', (code, signal) => resolve(signal ?? code));
  });
  const stop = async () => {
    endGroup(child);
    await ended;
    running.delete(child);
  };
  return { ended, stop, output: () => output, printed: () => printed };
}

/**
 * Runs a program to its end.
 *
 * @param {{ cwd: string, env?: Record<string, string>, limitMs?: number, secret?: string }} options `secret`: a text
 *   that it must not print
 * @returns {Promise<string>} its output
 * @throws Error with the end of its output if it fails
 */
export async function runCommand(program, args, options) {
  const command = startCommand(program, args, options);
  const limit = setTimeout(() => void command.stop(), options.limitMs ?? LIMIT_MS);
  const how = await command.ended;
  clearTimeout(limit);
  await command.stop();
  const isShown = options.secret !== undefined && command.output().includes(options.secret);
  if (isShown) throw new Error(`${[program, ...args].join(' ')} has printed the key`);
  if (how !== 0) throw new Error(`${[program, ...args].join(' ')} ended with ${how}:\n${command.output()}`);
  return command.printed();
}

/** The last line of an output, parsed as JSON. */
export const lastLine = (printed) => JSON.parse(printed.trim().split('\n').at(-1));

/** Waits until a started program has printed the expected text. @throws Error with its output if it does not */
export async function untilPrinted(command, isThere, limitMs = 60_000) {
  await eventually('the output', { ask: command.output, isGood: isThere, limitMs }).catch((error) => {
    throw new Error(`${error.message}\n${command.output()}`);
  });
}

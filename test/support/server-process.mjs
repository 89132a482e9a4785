/** The common parts of temporary servers: a folder, a port, an account, and a clean end. */
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chownSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { killAtExit } from './kill-at-exit.mjs';

const START_DEADLINE_MS = 60_000;
const STOP_DEADLINE_MS = 20_000;
const OUTPUT_KEPT = 4_000;

/** A password for one server. */
export const newPassword = () => randomBytes(16).toString('hex');

export const isRoot = () => process.getuid?.() === 0;

/** The account of a server that refuses to run as root: the first of `names` that exists on this machine. */
export function accountFor(names) {
  if (!isRoot()) return undefined;
  const entries = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  const entry = names.map((name) => entries.find(([user]) => user === name)).find(Boolean);
  if (!entry) throw new Error(`none of the accounts ${names.join(', ')} exists on this machine`);
  return { uid: Number(entry[2]), gid: Number(entry[3]) };
}

/** Makes a folder that `account` owns. */
export function makeFolder(parent, name, account) {
  const path = join(parent, name);
  mkdirSync(path, { mode: 0o700, recursive: true });
  if (account) chownSync(path, account.uid, account.gid);
  return path;
}

function collectOutput(child) {
  let text = '';
  const collect = (chunk) => {
    text = (text + chunk).slice(-OUTPUT_KEPT);
  };
  child.stdout?.on('data', collect);
  child.stderr?.on('data', collect);
  return () => text.trim();
}

function start(program, args, options) {
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'], ...options });
  killAtExit(child);
  const output = collectOutput(child);
  const ended = new Promise((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('close', (code, signal) => resolve(`exit ${code ?? signal}`));
  });
  return { child, output, ended };
}

/** Runs a program to its end. @throws {Error} with the end of its output if it fails */
export async function runProgram(program, args, options) {
  const { output, ended } = start(program, args, options);
  const how = await ended;
  if (how !== 'exit 0') throw new Error(`${program}: ${how}\n${output()}`);
}

/** Asks a server to stop, and kills it if it does not. */
async function stopServer({ child, ended }, stopSignal) {
  if (!child.pid || child.exitCode !== null || child.signalCode !== null) return;
  child.kill(stopSignal);
  const impatience = setTimeout(() => child.kill('SIGKILL'), STOP_DEADLINE_MS);
  await ended;
  clearTimeout(impatience);
}

/** Resolves when the server answers. @throws {Error} if it has ended, or after the time limit */
async function untilReady(isReady, hasEnded) {
  const deadline = performance.now() + START_DEADLINE_MS;
  for (;;) {
    try {
      return await isReady();
    } catch (error) {
      if (hasEnded() || performance.now() > deadline) throw error;
      await delay(25);
    }
  }
}

async function launch({ program, args, options, isReady, stopSignal = 'SIGTERM' }) {
  const running = start(program, args, options);
  const { child, output, ended } = running;
  const hasEnded = () => !child.pid || child.exitCode !== null || child.signalCode !== null;
  const stop = () => stopServer(running, stopSignal);
  try {
    return { running, ready: await untilReady(isReady, hasEnded), stop };
  } catch (error) {
    const how = hasEnded() ? await ended : error.message;
    await stop();
    throw new Error(`${program} did not become ready: ${how}\n${output()}`, { cause: error });
  }
}

/**
 * Starts a killed server again in its own place. Its child processes may still be ending, and keep a new one from
 * starting meanwhile.
 * @throws {Error} if it has not started within a minute
 */
async function relaunch(how) {
  const deadline = performance.now() + START_DEADLINE_MS;
  for (;;) {
    try {
      return await launch(how);
    } catch (error) {
      if (performance.now() > deadline) throw error;
      await delay(50);
    }
  }
}

/**
 * Starts a server and waits until `isReady` resolves.
 * @param {{ program: string, args: string[], againArgs?: string[], options?: object, isReady: () => unknown, stopSignal?: string }} how
 *   `againArgs`: the arguments for a start after a kill, if they differ
 * @returns {Promise<{ ready: unknown, stop(): Promise<void>, kill(): Promise<void>, restart(): Promise<void>,
 *   signal(name: string): boolean }>} with what `isReady` resolved to; `kill` ends it by SIGKILL, `restart` starts it
 *   again on its own data
 * @throws {Error} if it ends or does not answer; it is stopped by then
 */
export async function startServer(how) {
  let server = await launch(how);
  return {
    ready: server.ready,
    stop: () => server.stop(),
    async kill() {
      server.running.child.kill('SIGKILL');
      await server.running.ended;
    },
    signal: (name) => server.running.child.kill(name),
    async restart() {
      server = await relaunch({ ...how, args: how.againArgs ?? how.args });
    },
  };
}

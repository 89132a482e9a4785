/** Starts the processes of a bench, each on its own core if the machine allows it. */
import { spawn, spawnSync } from 'node:child_process';
import { cpus } from 'node:os';
import { createInterface } from 'node:readline';

const canPin = cpus().length >= 2 && spawnSync('taskset', ['--version']).status === 0;

/** Runs this process, and its children without a core of their own, on one core. */
export function pinSelf(core) {
  if (canPin) spawnSync('taskset', ['-a', '-p', '-c', String(core), String(process.pid)]);
}

/**
 * A Node process that is controlled with lines of JSON. Its first line means that it is ready.
 *
 * @param {string} file
 * @param {{ core?: number, environment?: Record<string, string>, execArgv?: string[] }} [options]
 */
export async function startProcess(file, { core, environment = {}, execArgv = [] } = {}) {
  const command = [process.execPath, ...execArgv, file];
  const [program, ...parameters] = core !== undefined && canPin ? ['taskset', '-c', String(core), ...command] : command;
  const child = spawn(program, parameters, {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { ...process.env, ...environment },
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const exited = new Promise((resolve) => void child.once('exit', resolve));
  const nextLine = async () => {
    const { value, done } = await lines.next();
    if (done) throw new Error(`${file} ended before it answered`);
    return JSON.parse(value);
  };
  const ready = await nextLine();
  return {
    ready,
    /** Sends one line and waits for its answer. */
    async ask(message) {
      child.stdin.write(`${JSON.stringify(message)}\n`);
      return nextLine();
    },
    /** Kills it at once, like a power failure. */
    async kill() {
      child.kill('SIGKILL');
      await exited;
    },
    async stop() {
      child.stdin.end();
      const impatience = setTimeout(() => child.kill('SIGKILL'), 10_000);
      await exited;
      clearTimeout(impatience);
    },
  };
}

/** The child's side: answers each line of the parent with `answer`, and calls `end` after the parent has exited. */
export function serveParent(ready, answer, end) {
  const say = (message) => process.stdout.write(`${JSON.stringify(message)}\n`);
  const lines = createInterface({ input: process.stdin });
  let queue = Promise.resolve();
  lines.on('line', (line) => {
    queue = queue.then(async () => say(await answer(JSON.parse(line))));
  });
  lines.once('close', () => void queue.then(end));
  say(ready);
}

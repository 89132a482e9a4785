/** Starts the processes of a bench, each on a core of its own where the machine lets it. */
import { spawn, spawnSync } from 'node:child_process';
import { cpus } from 'node:os';
import { createInterface } from 'node:readline';

const canPin = cpus().length >= 2 && spawnSync('taskset', ['--version']).status === 0;

/** Runs this process, and what it starts without a core of its own, on one core. */
export function pinSelf(core) {
  if (canPin) spawnSync('taskset', ['-a', '-p', '-c', String(core), String(process.pid)]);
}

/**
 * A Node process that is spoken to in lines of JSON. Its first line says that it is ready.
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
    /** Sends one line and waits for the answer to it. */
    async ask(message) {
      child.stdin.write(`${JSON.stringify(message)}\n`);
      return nextLine();
    },
    /** Ends it at once, as a machine that loses its power does. */
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

/** The other end: answers each line of the parent by `answer`, and calls `end` when the parent has gone. */
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

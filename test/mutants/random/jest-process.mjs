/** One process of Jest in a copy of the tree, which tells by messages what its reporter sees. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as later } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const pathOf = (name) => fileURLToPath(new URL(name, import.meta.url));

/** A defect may make Jest itself wait forever: it is ended when no test has ended for so long. */
const SILENT_MS = 100_000;
/** How long a process that has told its last may take to end what it has started. */
const ENDING_MS = 3_000;

const pause = (delay, ref = true) => later(delay, undefined, { ref });

const argumentsFor = (folder, specs, { reporter, args }) => [
  '--disable-warning=ExperimentalWarning',
  '--experimental-vm-modules',
  '--max-semi-space-size=64',
  join(folder, 'node_modules/jest/bin/jest.js'),
  '-c',
  join(folder, 'config/jest.config.mjs'),
  `--cacheDirectory=${join(folder, '.jest')}`,
  `--reporters=${pathOf(reporter)}`,
  `--testSequencer=${pathOf('sequencer.mjs')}`,
  '--ci',
  '--runInBand',
  '--watchman=false',
  ...args,
  '--runTestsByPath',
  ...specs,
];

/** Everything that Jest has started belongs to its group. */
function endGroup({ pid }) {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch (error) {
    if (error.code !== 'ESRCH') throw error;
  }
}

/** Its last message, or what it printed last where it ends without one. */
function lastOf(child, exited, receive) {
  let output = '';
  child.stderr.on('data', (chunk) => (output = `${output}${chunk}`.slice(-2_000)));
  return new Promise((resolve) => {
    const limit = setTimeout(() => resolve({ isSilent: true }), SILENT_MS);
    child.on('message', (message) => {
      limit.refresh();
      receive(message);
      if (!message.isLast) return;
      clearTimeout(limit);
      resolve(message);
    });
    // A message may still be on its way.
    void exited.then(() => pause(300)).then(() => (clearTimeout(limit), resolve({ ended: output })));
  });
}

/**
 * @param folder - the copy of the tree
 * @param specs - paths, the first one first
 * @param how - `reporter`: a file of this folder; `args`: of Jest; `environment`: of the process; `receive`: is given each message
 * @returns {Promise<object>} the message that has `isLast`; `isSilent` when there was none for long; or `ended`: what it
 *   printed last
 */
export async function runJest(folder, specs, { reporter, args = [], environment = {}, receive = () => {} }) {
  // What runs inside leaves no rows of its own.
  const own = { FORCE_COLOR: '0', TILLBRIDGE_RECORD: '', TILLBRIDGE_SPEC_ORDER: JSON.stringify(specs) };
  const env = { ...process.env, ...environment, ...own };
  const options = { cwd: folder, env, detached: true, stdio: ['ignore', 'ignore', 'pipe', 'ipc'] };
  const child = spawn(process.execPath, argumentsFor(folder, specs, { reporter, args }), options);
  const exited = once(child, 'exit');
  const end = () => endGroup(child);
  // Before the copy of the tree is removed.
  process.prependOnceListener('exit', end);
  try {
    const last = await lastOf(child, exited, receive);
    if (!last.isSilent) await Promise.race([exited, pause(ENDING_MS, false)]);
    return last;
  } finally {
    end();
    process.off('exit', end);
  }
}

/** Runs specs in a copy of the tree until the first test fails. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join, relative } from 'node:path';
import { setTimeout as later } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const pathOf = (name) => fileURLToPath(new URL(name, import.meta.url));
const literally = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

/** A defect may make Jest itself wait forever: it is ended when no test has ended for so long. */
const SILENT_MS = 150_000;

const argumentsFor = (folder, specs, test) => [
  '--disable-warning=ExperimentalWarning',
  '--experimental-vm-modules',
  '--max-semi-space-size=64',
  join(folder, 'node_modules/jest/bin/jest.js'),
  '-c',
  join(folder, 'config/jest.config.mjs'),
  `--cacheDirectory=${join(folder, '.jest')}`,
  `--reporters=${pathOf('reporter.mjs')}`,
  `--testSequencer=${pathOf('sequencer.mjs')}`,
  '--ci',
  '--runInBand',
  '--bail',
  '--watchman=false',
  ...(test === undefined ? [] : [`--testNamePattern=^${literally(test)}$`]),
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

/** How long a process that has told its last may take to end what it has started. */
const ENDING_MS = 3_000;

const pause = (delay, ref = true) => later(delay, undefined, { ref });

/** What it tells, or what it printed last where it ends without a word. */
function answerOf(child, exited) {
  let output = '';
  child.stderr.on('data', (chunk) => (output = `${output}${chunk}`.slice(-2_000)));
  return new Promise((resolve) => {
    const limit = setTimeout(() => resolve({ isSilent: true }), SILENT_MS);
    child.on('message', (message) => {
      if (message.isAlive) return limit.refresh();
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
 * @param how - `test`: only this one, by its full name; `environment`: of the process
 * @returns {Promise<null | { spec: string | null, test: string | null, why: string }>} null when every test passes
 */
export async function firstFailure(folder, specs, { test, environment = {} } = {}) {
  const env = { ...process.env, ...environment, FORCE_COLOR: '0', TILLBRIDGE_SPEC_ORDER: JSON.stringify(specs) };
  const options = { cwd: folder, env, detached: true, stdio: ['ignore', 'ignore', 'pipe', 'ipc'] };
  const child = spawn(process.execPath, argumentsFor(folder, specs, test), options);
  const exited = once(child, 'exit');
  const end = () => endGroup(child);
  // Before the copy of the tree is removed.
  process.prependOnceListener('exit', end);
  try {
    const answer = await answerOf(child, exited);
    if (!answer.isSilent) await Promise.race([exited, pause(ENDING_MS, false)]);
    if (answer.passed !== undefined) return null;
    if (answer.isSilent) return { spec: null, test: null, why: 'its tests never end' };
    if (answer.spec === undefined) return { spec: null, test: null, why: `Jest ended: ${answer.ended}` };
    return { ...answer, spec: relative(folder, answer.spec) };
  } finally {
    end();
    process.off('exit', end);
  }
}

/** Runs named tests of one spec in a copy of the tree, and tells how each of them ended. */
import { spawn } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** A defect may make a test wait forever, beyond what Jest itself ends. */
const LONGEST_MS = 180_000;

const literally = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

const argumentsFor = (folder, { spec, tests }, report) => [
  '--disable-warning=ExperimentalWarning',
  '--experimental-vm-modules',
  join(folder, 'node_modules/jest/bin/jest.js'),
  '-c',
  join(folder, 'config/jest.config.mjs'),
  `--cacheDirectory=${join(folder, '.jest')}`,
  '--ci',
  '--runInBand',
  '--forceExit',
  '--watchman=false',
  '--json',
  `--outputFile=${report}`,
  `--testNamePattern=^(?:${tests.map(literally).join('|')})$`,
  '--runTestsByPath',
  spec,
];

/** Ends with the process. @returns what it printed last, for when it leaves no report */
function ended(child) {
  let output = '';
  child.stderr.on('data', (chunk) => (output = `${output}${chunk}`.slice(-2_000)));
  const kill = () => child.kill('SIGKILL');
  const limit = setTimeout(kill, LONGEST_MS);
  process.once('exit', kill);
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', () => {
      clearTimeout(limit);
      process.off('exit', kill);
      resolve(output);
    });
  });
}

function readReport(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return null;
  }
}

/**
 * @param folder - the copy of the tree
 * @param run - `spec`: its path; `tests`: full names; `engines`: which databases
 * @returns {Promise<{ endings: { name: string, status: string, messages: string[] }[], broken: string | null }>} one
 *   ending for each test that bears one of the names; `broken` says why not even one could begin
 */
export async function runTests(folder, run) {
  const report = join(folder, 'report.json');
  rmSync(report, { force: true });
  const env = { ...process.env, TILLBRIDGE_TEST_ENGINES: run.engines.join(','), FORCE_COLOR: '0' };
  const options = { cwd: folder, env, stdio: ['ignore', 'ignore', 'pipe'] };
  const output = await ended(spawn(process.execPath, argumentsFor(folder, run, report), options));
  const [file] = readReport(report)?.testResults ?? [];
  if (!file) return { endings: [], broken: output };
  const named = file.assertionResults.filter(({ fullName }) => run.tests.includes(fullName));
  const endings = named.map(({ fullName, status, failureMessages }) => ({
    name: fullName,
    status,
    messages: failureMessages,
  }));
  return { endings, broken: file.assertionResults.length === 0 ? file.message : null };
}

/**
 * What a long run found out: `npm run nightly -- --record` sets TILLBRIDGE_RECORD, and every command that proves something then
 * puts its row into docs/evidence/summary.json. Set to the path of a file, it puts it there. Without it nothing is written.
 */
import { execFileSync } from 'node:child_process';
import { cpus, totalmem } from 'node:os';
import { isAbsolute } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rowOf, SUMMARY, writeRow } from '../reliability/summary.mjs';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

const git = (...args) => execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).trim();

/** Which state of the tree was tried: a commit, and whether something was changed since. */
function revision() {
  try {
    const isClean = git('status', '--porcelain', '--', 'src', 'test', 'bench', 'package.json') === '';
    return `${git('rev-parse', '--short=10', 'HEAD')}${isClean ? '' : ' and changes'}`;
  } catch {
    return 'unknown';
  }
}

/** On what it ran; all its processors, also where this process was given one of them. */
const machine = () => ({
  processors: cpus().length,
  memoryGb: Math.round(totalmem() / 2 ** 30),
  node: process.versions.node,
});

/** See the types. */
export function writeRecord(record) {
  const { TILLBRIDGE_RECORD: wanted } = process.env;
  if (!wanted) return false;
  const origin = { finishedAt: new Date().toISOString(), revision: revision(), machine: machine() };
  writeRow(rowOf({ ...record, ...origin }), isAbsolute(wanted) ? wanted : SUMMARY);
  return true;
}

/**
 * The results of long runs: `npm run nightly -- --record` sets TILLBRIDGE_RECORD, and every command that proves
 * something then writes its row into docs/evidence/summary.json, or into the file whose path is set. Otherwise nothing
 * is written.
 */
import { execFileSync } from 'node:child_process';
import { cpus, totalmem } from 'node:os';
import { isAbsolute } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rowOf, SUMMARY, writeRow } from '../reliability/summary.mjs';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

const git = (...args) => execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).trim();

/** The tested state of the tree: a commit, and whether there are later changes. */
function revision() {
  try {
    const isClean = git('status', '--porcelain', '--', 'src', 'test', 'bench', 'package.json') === '';
    return `${git('rev-parse', '--short=10', 'HEAD')}${isClean ? '' : ' and changes'}`;
  } catch {
    return 'unknown';
  }
}

/** The machine; with all its processors, even if this process may use only one. */
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

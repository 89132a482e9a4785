/**
 * What a long run found out, kept for docs/reliability.md: `npm run reliability` sets TILLBRIDGE_RECORD, and every command
 * that proves something leaves one record. Without it nothing is written. Set to the path of a folder, as for runs that are
 * too short to prove anything, it keeps records there.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** Where records are kept. */
export const RECORDS = join(ROOT, 'docs/reliability');

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
  const folder = isAbsolute(wanted) ? wanted : RECORDS;
  const whole = { ...record, finishedAt: new Date().toISOString(), revision: revision(), machine: machine() };
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${record.name}.json`), `${JSON.stringify(whole, null, 2)}\n`);
  return true;
}

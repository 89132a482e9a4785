/** compat/results.json: the latest result of each row, with its revision; and the pages made from it. */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../test/package/pack.mjs';
import { matrixRows } from '../matrix/rows.mjs';
import { renderedPages } from './rendered-pages.mjs';

const FILE = 'compat/results.json';

const read = (path) => readFileSync(join(root, path), 'utf8');
const write = (path, text) => writeFileSync(join(root, path), text);

/** With `+` if the tree has uncommitted changes. */
const DESCRIBE = ['describe', '--always', '--abbrev=10', '--exclude=*', '--dirty=+'];
const revision = () => execFileSync('git', DESCRIBE, { cwd: root, encoding: 'utf8' }).trim();

/** Only the first line; the rest of a failure is printed on the terminal. */
const short = ({ reason, ...result }) => (reason ? { ...result, reason: reason.split('\n', 1)[0] } : result);

/** One line for each row, so that a difference shows which rows have changed. */
const textOf = (rows) => `{\n  "rows": [\n${rows.map((row) => `    ${JSON.stringify(row)}`).join(',\n')}\n  ]\n}\n`;

/** Replaces the rows that were run; removes rows that no longer exist. */
export function recordResults(results) {
  const known = new Map(JSON.parse(read(FILE)).rows.map((row) => [row.id, row]));
  const at = { date: new Date().toISOString().slice(0, 10), revision: revision() };
  for (const result of results) known.set(result.id, { id: result.id, ...at, ...short(result) });
  write(FILE, textOf(matrixRows().flatMap(({ id }) => known.get(id) ?? [])));
}

/** Writes the README's table and docs/reference/compatibility.md. */
export function writePages() {
  for (const [path, text] of Object.entries(renderedPages(read))) write(path, text);
}

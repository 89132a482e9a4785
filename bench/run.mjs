/**
 * Runs one bench, or all: `npm run bench -- sandbox-pages`. Prints one table of figures, or with `--json` one line
 * `{"figures":[{"name","value","unit","goal","holds"}]}`. A missed goal is printed, but is no failure. With
 * TILLBRIDGE_RECORD set, each bench writes a record, `bench-sandbox-pages`.
 *
 * A bench is a file that exports `title` and `run(parameters, progress)`; `run` returns `{ engines, figures }`, and
 * throws if the timed work gave a wrong result.
 */
import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { helpIfAsked, mustBeAmong } from '../test/support/command-line.mjs';
import { writeRecord } from '../test/support/record.mjs';
import { printTable } from './support/figures.mjs';

const ENDING = '.bench.mjs';
const folder = dirname(fileURLToPath(import.meta.url));
const known = readdirSync(folder)
  .filter((file) => file.endsWith(ENDING))
  .map((file) => file.slice(0, -ENDING.length));
helpIfAsked(import.meta.url);
const isJson = process.argv.includes('--json');
const [wanted, ...parameters] = process.argv.slice(2).filter((word) => word !== '--json');
const chosen = wanted === undefined ? known : [wanted];
mustBeAmong('bench', chosen, known);
/** On standard error, so that the output can be piped. */
const progress = (text) => void console.error(`  ${text}`);

const figures = [];
for (const name of chosen) {
  const { run, title } = await import(pathToFileURL(join(folder, name + ENDING)).href);
  console.error(name);
  const startedAt = performance.now();
  const found = await run(parameters, progress);
  if (!isJson) printTable(found.figures);
  figures.push(...found.figures);
  writeRecord({
    name: `bench-${name}`,
    title,
    command: ['npm run bench --', name, ...parameters].join(' '),
    seconds: Math.round((performance.now() - startedAt) / 1_000),
    seed: null,
    violations: [],
    tables: [],
    ...found,
  });
}
if (isJson) console.log(JSON.stringify({ figures }));

/**
 * Tests the packed package in every kind of supported host: `npm run compat`. Each row buys and refunds once; the paths
 * of newcomers begin in an empty folder and end with a paid order.
 *
 *   --list        runs nothing: names the rows
 *   --only a,b    only these rows; the beginning of a name is enough
 *   --merge       the few rows that run before each merge instead, with the packages of this repository
 *   --fresh       installs everything anew, in the newest versions
 *   --record      puts the results into compat/results.json, the README's table and docs/reference/compatibility.md
 *   --pages       runs nothing: writes the table and the page from the results
 *   --json        prints the results in full
 *
 * Installations stay in the system's temporary folder, or in TILLBRIDGE_COMPAT_FOLDER. Needs a build.
 */
import { randomBytes } from 'node:crypto';
import { pack } from '../test/package/pack.mjs';
import { readCommandLine } from '../test/support/command-line.mjs';
import { clearCache, takeCache } from './harness/cache.mjs';
import { endWithThisProcess } from './harness/commands.mjs';
import { Databases } from './harness/databases.mjs';
import { runRow } from './harness/run-row.mjs';
import { throwAwayFolder } from './harness/throw-away-folder.mjs';
import { MERGE_ROWS } from './matrix/merge-rows.mjs';
import { matrixRows } from './matrix/rows.mjs';
import { recordResults, writePages } from './pages/results.mjs';

const { values: flags } = readCommandLine(import.meta.url, {
  options: {
    list: { type: 'boolean' },
    merge: { type: 'boolean' },
    json: { type: 'boolean' },
    only: { type: 'string' },
    record: { type: 'boolean' },
    pages: { type: 'boolean' },
    fresh: { type: 'boolean' },
  },
});

const say = (text) => process.stderr.write(`${text}\n`);
const names = flags.only?.split(',');
const rows = (flags.merge ? MERGE_ROWS : matrixRows()).filter(
  ({ id }) => !names || names.some((name) => id.startsWith(name)),
);

async function runAll(parts) {
  const results = [];
  for (const row of rows) {
    say(`row ${results.length + 1} of ${rows.length}: ${row.id}`);
    const started = performance.now();
    const result = await runRow(row, parts);
    results.push(result);
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    say(`  ${result.outcome} after ${seconds} s${result.reason ? `: ${result.reason}` : ''}`);
    if (result.outcome === 'failed') say(`  alone: npm run compat --${flags.merge ? ' --merge' : ''} --only ${row.id}`);
  }
  return results;
}

async function main() {
  if (rows.length === 0) throw new Error(`no row is called ${flags.only}; --list names them`);
  endWithThisProcess();
  // The cheap part installs elsewhere.
  const giveBack = flags.merge ? () => undefined : takeCache();
  if (flags.fresh) clearCache();
  const databases = new Databases();
  try {
    const results = await runAll({
      tarball: pack(throwAwayFolder('package')).tarball,
      databases,
      key: randomBytes(20).toString('hex'),
    });
    if (flags.json) console.log(JSON.stringify(results));
    else for (const { id, outcome } of results) console.log(`${outcome.padEnd(8)} ${id}`);
    if (flags.record && !flags.merge) {
      recordResults(results);
      writePages();
    }
    process.exitCode = results.some(({ outcome }) => outcome === 'failed') ? 1 : 0;
  } finally {
    giveBack();
    await databases.close();
  }
}

if (flags.list) rows.forEach(({ id, title }) => console.log(title ? `${id}  ${title}` : id));
else if (flags.pages) writePages();
else await main();

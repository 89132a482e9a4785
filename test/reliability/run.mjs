/**
 * What proves something, at its full size, one after the other: `npm run nightly`. Without a word it is the share of tonight,
 * about an hour on two cores; the shares come round, a day each.
 *
 *   --all         everything there is, which takes hours
 *   --size NAME   long, default or short; `short` tries the machinery and proves nothing (default)
 *   --only a,b    only these runs, by their names
 *   --record      puts the row of each run into docs/evidence/summary.json, and the tables into docs/evidence/reliability.md
 *   --page        runs nothing: writes the tables of the page from the summary
 *   --list        runs nothing: says what there is, how long it takes, and in which night it is
 *
 * A run that fails stops none of the others; the exit code says whether one did. Details are printed. Needs a build.
 */
import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { mustBeAmong, readCommandLine } from '../support/command-line.mjs';
import { duration, withTables } from './page.mjs';
import { RUNS } from './runs.mjs';
import { readSummary } from './summary.mjs';
import { firstSeedOf, nightsOf, tonightOf } from './tonight.mjs';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const PAGE = join(ROOT, 'docs/evidence/reliability.md');

const { values } = readCommandLine(import.meta.url, {
  options: {
    size: { type: 'string', default: 'default' },
    all: { type: 'boolean', default: false },
    only: { type: 'string', default: '' },
    record: { type: 'boolean', default: false },
    page: { type: 'boolean', default: false },
    list: { type: 'boolean', default: false },
  },
});
const say = (text) => void process.stderr.write(`${text}\n`);

function chosen() {
  const names = values.only.split(',').filter(Boolean);
  mustBeAmong('size', [values.size], ['long', 'default', 'short']);
  mustBeAmong(
    'run',
    names,
    RUNS.map(({ name }) => name),
  );
  if (values.record && values.size === 'short') throw new Error('a short run proves nothing, so nothing of it is kept');
  if (values.all || values.list) return RUNS.filter(({ name }) => names.length === 0 || names.includes(name));
  return names.length === 0 ? tonightOf(RUNS, Date.now()) : RUNS.filter(({ name }) => names.includes(name));
}

/** @returns the exit code */
function start({ file, args = [], sizes = {}, env = {}, fromSeed }) {
  const seeded = fromSeed?.(firstSeedOf(Date.now())) ?? {};
  const ownArgs = [...args, ...(sizes[values.size] ?? []), ...(seeded.args ?? [])];
  const child = spawn(process.execPath, [join(ROOT, file), ...ownArgs], {
    cwd: ROOT,
    stdio: 'inherit',
    env: { ...seeded.env, ...process.env, ...env[values.size], TILLBRIDGE_RECORD: values.record ? '1' : '' },
  });
  return new Promise((resolve) => {
    child.once('error', (error) => {
      say(error.message);
      resolve(1);
    });
    child.once('close', (code) => resolve(code ?? 1));
  });
}

async function runAll(runs) {
  const outcomes = [];
  for (const [index, run] of runs.entries()) {
    const left = runs.slice(index).reduce((sum, { minutes }) => sum + minutes[values.size], 0);
    say(`\n[${index + 1}/${runs.length}] ${run.name}; about ${duration(left * 60)} left`);
    const startedAt = performance.now();
    const code = await start(run);
    outcomes.push({ name: run.name, code, seconds: (performance.now() - startedAt) / 1_000 });
  }
  console.log('');
  for (const { name, code, seconds } of outcomes)
    console.log(`${name.padEnd(24)}${duration(seconds).padStart(8)}  ${code === 0 ? 'holds' : `failed (${code})`}`);
  if (outcomes.some(({ code }) => code !== 0)) process.exitCode = 1;
}

function list(runs) {
  const nights = nightsOf(RUNS);
  const nightOf = (run) =>
    run.fromSeed ? 'every' : `${nights.findIndex((night) => night.includes(run)) + 1}/${nights.length}`;
  for (const run of runs)
    console.log(
      `${run.name.padEnd(24)}${duration(run.minutes[values.size] * 60).padStart(8)}  ${nightOf(run).padEnd(5)}  ${run.says}`,
    );
}

function writePage() {
  writeFileSync(PAGE, withTables(readFileSync(PAGE, 'utf8'), readSummary(), RUNS));
  console.log('docs/evidence/reliability.md is written.');
}

try {
  const runs = chosen();
  if (values.list) list(runs);
  else {
    if (!values.page) await runAll(runs);
    if (values.page || values.record) writePage();
  }
} catch (error) {
  say(error.message);
  process.exitCode = 2;
}

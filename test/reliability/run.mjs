/**
 * Everything that proves something, one after the other, and docs/reliability.md from what it leaves: `npm run reliability`.
 *
 *   --size NAME   long, default or short; `long` has the volumes that the goals are about (default)
 *   --only a,b    only these runs, by the names of their records
 *   --page        runs nothing: writes the page from the records that are there
 *   --list        runs nothing: says what there is, and how long it takes
 *
 * A run that fails stops none of the others; the exit code says whether one did. Short runs try the machinery and prove
 * nothing: their records go to a temporary folder, and the page stays as it is. Needs a build.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { mustBeAmong, readCommandLine } from '../support/command-line.mjs';
import { RECORDS } from '../support/record.mjs';
import { duration } from './format.mjs';
import { finishedAt, readFolder, writePage } from './page-file.mjs';
import { RUNS } from './runs.mjs';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const SIZES = ['long', 'default', 'short'];

const { values } = readCommandLine(import.meta.url, {
  options: {
    size: { type: 'string', default: 'default' },
    only: { type: 'string', default: '' },
    page: { type: 'boolean', default: false },
    list: { type: 'boolean', default: false },
  },
});
const say = (text) => void process.stderr.write(`${text}\n`);

function chosen() {
  const names = values.only.split(',').filter(Boolean);
  mustBeAmong('size', [values.size], SIZES);
  mustBeAmong(
    'run',
    names,
    RUNS.map(({ name }) => name),
  );
  return names.length === 0 ? RUNS : RUNS.filter(({ name }) => names.includes(name));
}

const isProof = values.size !== 'short';
const folder = isProof || values.page || values.list ? RECORDS : mkdtempSync(join(tmpdir(), 'tillbridge-records-'));

/** @returns the exit code */
function start(file, args, env) {
  const child = spawn(process.execPath, [join(ROOT, file), ...args], {
    cwd: ROOT,
    stdio: 'inherit',
    env: { ...process.env, ...env, TILLBRIDGE_RECORD: folder },
  });
  return new Promise((resolve) => {
    child.once('error', (error) => {
      say(error.message);
      resolve(1);
    });
    child.once('close', (code) => resolve(code ?? 1));
  });
}

/** Runs one, and says what became of it. */
async function prove(run) {
  const { name, file, args = [], sizes = {}, env = {} } = run;
  const startedAt = Date.now();
  const code = await start(file, [...args, ...(sizes[values.size] ?? [])], env[values.size] ?? {});
  const hasRecord = finishedAt(folder, name) >= startedAt;
  const outcome = code !== 0 ? `failed (${code})` : hasRecord ? 'holds' : 'left no record';
  return {
    name,
    outcome: code !== 0 && !hasRecord ? `${outcome}, left no record` : outcome,
    seconds: (Date.now() - startedAt) / 1_000,
  };
}

async function proveAll(runs) {
  const outcomes = [];
  for (const [index, run] of runs.entries()) {
    const left = runs.slice(index).reduce((sum, { minutes }) => sum + minutes[values.size], 0);
    const expected = duration(run.minutes[values.size] * 60);
    say(`\n[${index + 1}/${runs.length}] ${run.name}: about ${expected}; ${duration(left * 60)} left`);
    outcomes.push(await prove(run));
  }
  return outcomes;
}

function list(runs) {
  for (const { name, minutes, says } of runs)
    console.log(`${name.padEnd(24)}${duration(minutes[values.size] * 60).padStart(8)}  ${says}`);
}

async function runAll(runs) {
  const outcomes = await proveAll(runs);
  console.log('');
  for (const { name, outcome, seconds } of outcomes)
    console.log(`${name.padEnd(24)}${duration(seconds).padStart(8)}  ${outcome}`);
  if (outcomes.some(({ outcome }) => outcome !== 'holds')) process.exitCode = 1;
}

/** @throws when the records and the goals do not go together; no run need be repeated for that */
function page() {
  try {
    return writePage();
  } catch (error) {
    const again = 'What was recorded is kept: mend that, and run `npm run reliability -- --page`.';
    throw new Error(`${error.message}\n${again}`, { cause: error });
  }
}

async function main() {
  const runs = chosen();
  if (values.list) return list(runs);
  if (!values.page) await runAll(runs);
  if (isProof || values.page) return void console.log(`${page()} is written.`);
  readFolder(folder);
  console.log(`The records are sound; they are in ${folder}, and docs/reliability.md is as it was.`);
}

try {
  await main();
} catch (error) {
  say(error.message);
  if (!values.page)
    say('What was recorded is kept; `npm run reliability -- --page` writes the page once that is mended.');
  process.exitCode = 1;
}

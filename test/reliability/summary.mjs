/**
 * docs/evidence/summary.json: one row a run, made from what the command has found. Details are printed by the command and
 * not kept: with the seed of its row it prints them again.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { judged } from './goals.mjs';
import { RUNS } from './runs.mjs';

/** Where the summary is kept. */
export const SUMMARY = join(fileURLToPath(new URL('../../docs/evidence', import.meta.url)), 'summary.json');

/** Of more goals that are met, only their number is kept. */
const MOST_MET = 12;

const runOf = (name) => RUNS.find((each) => each.name === name);
const isCount = (run, { name }) => runOf(run)?.counts?.includes(name) ?? false;

/** `mariadb 10.11.19-MariaDB-0+deb12u1` as `mariadb 10.11.19`. */
const shortened = (text) => text.replaceAll(/(\d+\.\d+[\d.]*)(?:-[\w+-]+| \([^)]*\))/g, '$1');

function figuresOf(run, figures) {
  const all = figures.map((figure) => judged(run, figure));
  const met = all.filter((figure) => figure.met);
  const missed = all.filter((figure) => figure.met === false);
  const kept = all.filter((figure) => isCount(run, figure) || missed.includes(figure));
  const rest = met.length <= MOST_MET ? met.filter((figure) => !kept.includes(figure)) : [];
  return {
    goals: { met: met.length, missed: missed.length },
    figures: [...kept, ...rest].map((figure) => ({ ...figure, name: shortened(figure.name) })),
  };
}

/** Of a run that adds up: which seeds were tried with which tree. What broke something is tried again when it is mended. */
function rangesOf({ name, seed, seeds, violations, figures, revision }) {
  const { addsUp } = runOf(name) ?? {};
  if (!addsUp) return {};
  const count = figures.find((figure) => figure.name === addsUp)?.value ?? 0;
  return { ranges: violations.length === 0 && count > 0 ? [{ seed, seeds, count, revision }] : [] };
}

/** See the types. */
export function rowOf({ name, title, command, seed, seeds, engines, violations, figures, seconds, ...origin }) {
  const { finishedAt, revision, machine } = origin;
  return {
    run: name,
    command: seed === null ? command : `SEED=${seed} ${command}`,
    tries: runOf(name)?.says ?? title,
    engines: engines.map(shortened),
    violations: violations.length,
    ...figuresOf(name, figures),
    ...rangesOf({ name, seed, seeds, violations, figures, revision }),
    seconds,
    date: finishedAt.slice(0, 10),
    revision,
    machine: `${machine.processors} cores, ${machine.memoryGb} GB, Node ${machine.node}`,
  };
}

/** See the types. */
export const readSummary = (file = SUMMARY) => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : []);

const placeOf = ({ run }) => RUNS.findIndex(({ name }) => name === run);
const INNER = /(?<=: )\[\n[^[\]{]*\]|(?<!^|\n  )\{[^{}]*\}/g;
/** What stands inside a row is one line each: a figure that changes is a line that changes. */
const textOf = (rows) =>
  `${JSON.stringify(rows, null, 2).replaceAll(INNER, (part) => part.replaceAll(/\s*\n\s*/g, ' '))}\n`;

const endOf = ({ seed, seeds }) => seed + seeds;

/** Each seed was played with so many variants. */
const part = (range, seed, end) => ({
  ...range,
  seed,
  seeds: end - seed,
  count: ((end - seed) * range.count) / range.seeds,
});

/** What is left of a range without the seeds of another one. */
const without = (range, own) =>
  [
    part(range, range.seed, Math.min(endOf(range), own.seed)),
    part(range, Math.max(range.seed, endOf(own)), endOf(range)),
  ].filter(({ seeds }) => seeds > 0);

/** With what was tried before from other seeds on; ranges of one tree that follow each other become one. */
function addedUp(row, before) {
  const { addsUp } = runOf(row.run) ?? {};
  if (!addsUp) return row;
  const [own] = row.ranges;
  const kept = (before?.ranges ?? []).flatMap((range) => (own ? without(range, own) : [range]));
  const ranges = [];
  for (const range of [...kept, ...row.ranges].sort((a, b) => a.seed - b.seed)) {
    const last = ranges.at(-1);
    const follows = last?.revision === range.revision && endOf(last) === range.seed;
    if (follows) ranges.splice(-1, 1, { ...last, seeds: last.seeds + range.seeds, count: last.count + range.count });
    else ranges.push(range);
  }
  const value = ranges.reduce((sum, { count }) => sum + count, 0);
  const figures = row.figures.map((figure) => (figure.name === addsUp ? { ...figure, value } : figure));
  return { ...row, figures, ranges };
}

/** See the types. */
export function writeRow(found, file = SUMMARY) {
  const rows = readSummary(file);
  const others = rows.filter(({ run }) => run !== found.run);
  const before = rows.find(({ run }) => run === found.run);
  const row = addedUp(found, before);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, textOf([...others, row].sort((a, b) => placeOf(a) - placeOf(b))));
}

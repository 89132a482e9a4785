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

/** See the types. */
export function rowOf({ name, title, command, seed, engines, violations, figures, seconds, ...origin }) {
  const { finishedAt, revision, machine } = origin;
  return {
    run: name,
    command: seed === null ? command : `SEED=${seed} ${command}`,
    tries: runOf(name)?.says ?? title,
    engines: engines.map(shortened),
    violations: violations.length,
    ...figuresOf(name, figures),
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

/** See the types. */
export function writeRow(row, file = SUMMARY) {
  const others = readSummary(file).filter(({ run }) => run !== row.run);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, textOf([...others, row].sort((a, b) => placeOf(a) - placeOf(b))));
}

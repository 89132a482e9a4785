/**
 * What the trials report in which work stops and someone goes on with it: results have `longest` (seconds), `repeats`, `calls`
 * and `faults`.
 */
import { atMost, figure } from '../../../bench/support/figures.mjs';

/** The goal for work that goes on after a crash (leases are of 30 s). */
const RESUMED_WITHIN_S = 45;

const totalOf = (results, of) => results.reduce((sum, result) => sum + of(result), 0);
const unique = (names) => [...new Set(names)];

/** How many of something there were in all results. */
export const totalFigure = (name, results, of, goal) => figure(name, totalOf(results, of), '', goal);

/** The longest time that it took until the work went on, beside the goal. */
export const resumedFigure = (name, results) =>
  figure(name, Math.max(0, ...results.map(({ longest }) => longest)), 's', atMost(RESUMED_WITHIN_S));

/** How often an effect after the commit was told again: allowed, under its own id. And by how many calls it was judged from outside. */
export const auditFigures = (results) => [
  totalFigure('effects told again under their id', results, ({ repeats }) => repeats),
  totalFigure('calls judged from outside', results, ({ calls }) => calls),
];

/** Every fault, with where it was found and the command that tries it again. */
export const violationsOf = (results, { whereOf, replayOf }) =>
  results.flatMap((result) => result.faults.map((fault) => `${whereOf(result)}: ${fault}; ${replayOf(result)}`));

/**
 * A row for each point, with counts, and for each kind of run the longest time until the work went on.
 *
 * @param {object[]} results
 * @param {{ title: string, when: string, counts: Record<string, (result: object) => number>, nameOf: Function, whatOf: Function,
 *   runOf: Function, leftOut: [string, string][] }} how `when`: heading of what a point is; `nameOf`, `whatOf`: a result's point,
 *   and what it is; `runOf`: the column of a result; `leftOut`: rows of what was not tried
 */
export function pointsTable(results, { title, when, counts, nameOf, whatOf, runOf, leftOut }) {
  const runs = unique(results.map(runOf));
  const rows = unique(results.map(nameOf)).map((name) => {
    const own = results.filter((result) => nameOf(result) === name);
    const sums = Object.values(counts).map((of) => totalOf(own, of));
    const seconds = runs.map((run) => own.find((result) => runOf(result) === run)?.longest.toFixed(1) ?? '–');
    return [name, whatOf(own[0]), ...sums, ...seconds];
  });
  const columns = ['point', when, ...Object.keys(counts), ...runs.map((run) => `${run}, s`)];
  const others = leftOut.map((cells) => [...cells, ...Array(columns.length - cells.length).fill('–')]);
  return { title, columns, rows: [...rows, ...others] };
}

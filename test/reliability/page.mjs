/** The two tables of docs/evidence/reliability.md that come from the summary, between marks; everything else there is written by hand. */
import { reasonOf } from './goals.mjs';

const count = (value) => value.toLocaleString('en-US', { maximumFractionDigits: 4 });
const measured = ({ value, unit }) => `${count(value)}${/^(\/|%|$)/.test(unit) ? '' : ' '}${unit}`;

/** Seconds as a person says them. */
export function duration(seconds) {
  if (seconds < 90) return `${Math.round(seconds)} s`;
  return seconds < 5_400 ? `${Math.round(seconds / 60)} min` : `${(seconds / 3_600).toFixed(1)} h`;
}

const escaped = (cell) => String(cell).replaceAll('\n', ' ').replaceAll('|', '\\|').replaceAll('<', '&lt;');
const lineOf = (cells) => `| ${cells.map(escaped).join(' | ')} |`;
const tableOf = (head, rows) => [lineOf(head), lineOf(head.map(() => '---')), ...rows.map(lineOf)].join('\n');

const goalsOf = ({ goals: { met, missed } }) => (missed === 0 ? `${met} met` : `${met} met, **${missed} missed**`);

/** The figures that say how much was tried. */
function sizeOf({ run, figures }, runs) {
  const counts = runs.find(({ name }) => name === run)?.counts ?? [];
  return figures.filter(({ name }) => counts.includes(name)).map((figure) => `${measured(figure)} ${figure.name}`);
}

const runsTable = (rows, runs) =>
  tableOf(
    ['Run', 'What is tried', 'How much', 'Violations', 'Goals', 'Took', 'Tree and day'],
    rows.map((row) => [
      `\`${row.run}\``,
      row.tries,
      sizeOf(row, runs).join(', '),
      row.violations,
      goalsOf(row),
      duration(row.seconds),
      `\`${row.revision}\`, ${row.date}`,
    ]),
  );

const missedTable = (rows) =>
  tableOf(
    ['Run', 'Figure', 'Goal', 'Measured', 'Why'],
    rows.flatMap(({ run, figures }) =>
      figures
        .filter(({ met }) => met === false)
        .map((figure) => [
          `\`${run}\``,
          figure.name,
          figure.goal,
          measured(figure),
          reasonOf(run, figure.name) ?? '**no one says**',
        ]),
    ),
  );

const between = (mark, text, content) => {
  const parts = text.split(new RegExp(`(?<=<!-- ${mark} -->\n)[\\s\\S]*?(?=<!-- /${mark} -->)`));
  if (parts.length !== 2) throw new Error(`docs/evidence/reliability.md has no <!-- ${mark} --> … <!-- /${mark} -->`);
  return parts.join(`\n${content}\n\n`);
};

/** See the types. */
export const withTables = (text, rows, runs) =>
  between('missed', between('runs', text, runsTable(rows, runs)), missedTable(rows));

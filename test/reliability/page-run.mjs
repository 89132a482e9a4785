/** One run on the page: what was tried, how it is repeated, its figures, its tables. */
import { day, duration, measured, number, plain, table } from './format.mjs';

const replayOf = ({ command, seed }) => (seed === null ? `\`${command}\`` : `\`SEED=${seed} ${command}\``);

const verdictOf = ({ goal, holds }) => (goal === undefined ? '' : `${goal}: ${holds ? 'holds' : '**missed**'}`);

function figuresTable({ figures }) {
  const hasGoals = figures.some(({ goal }) => goal !== undefined);
  const head = hasGoals ? ['Figure', 'Value', 'Goal of the run'] : ['Figure', 'Value'];
  return table(
    head,
    figures.map((figure) => [figure.name, measured(figure), verdictOf(figure)]),
  );
}

/** Longer tables are opened by whoever wants them. */
const LONG = 25;

function tableOf({ title, columns, rows }) {
  if (rows.length === 0) return `**${plain(title)}**: none`;
  const text = table(
    columns,
    rows.map((row) => row.map(number)),
  );
  if (rows.length <= LONG) return `**${plain(title)}**\n\n${text}`;
  return `<details>\n<summary>${plain(title)} (${rows.length} lines)</summary>\n\n${text}\n\n</details>`;
}

/** Under a heading of its own. */
export function runPart({ name, record }, isOther) {
  const { revision, finishedAt, seconds, violations } = record;
  const facts = `Again: ${replayOf(record)}. Took ${duration(seconds)}, ${day(finishedAt)}, tree \`${revision}\`${isOther ? ' (**another one than the newest run’s**)' : ''}.`;
  const broken = violations.map((text) => `- **Broken:** ${plain(text)}`).join('\n');
  const parts = [
    `### ${name}`,
    `${plain(record.title)}\n${facts}`,
    broken,
    figuresTable(record),
    ...record.tables.map(tableOf),
  ];
  return parts.filter(Boolean).join('\n\n');
}

/**
 * Renders docs/reliability.md from the records of the last runs. Nothing but explaining sentences is written here; every
 * number comes from a record. `npm run reliability -- --page` writes the page, test/reliability/page.spec.ts compares it.
 */
import { counted, day, duration, engine, listed, namedOr, plain, table } from './format.mjs';
import { INVARIANTS } from './invariants.mjs';
import { judgeGoals } from './judge.mjs';
import { goalsLine, goalsPart } from './page-goals.mjs';
import { limitsPart } from './page-limits.mjs';
import { runPart } from './page-run.mjs';
import { SECTIONS } from './sections.mjs';

/** What all records say together. */
function overview(runs, records) {
  const done = runs.filter(({ name }) => records.has(name)).map((run) => ({ ...run, record: records.get(run.name) }));
  const newest = done
    .map(({ record }) => record)
    .toSorted((a, b) => Date.parse(b.finishedAt) - Date.parse(a.finishedAt))[0];
  return {
    done,
    missing: runs.filter(({ name }) => !records.has(name)),
    violations: done.flatMap(({ name, record }) => record.violations.map((text) => ({ name, text }))),
    newest,
    isOther: (record) => record.revision !== newest.revision,
    engines: [...new Set(done.flatMap(({ record }) => record.engines.map(engine)))].sort(),
  };
}

const SHOWN_VIOLATIONS = 20;

function alarm({ violations }) {
  if (violations.length === 0) return '';
  const lines = violations.slice(0, SHOWN_VIOLATIONS).map(({ name, text }) => `> - \`${name}\`: ${plain(text)}`);
  const rest = violations.length - lines.length;
  const more = rest > 0 ? [`> - and ${counted(rest, 'more')}`] : [];
  return [
    `> **Something that must never happen did, ${counted(violations.length, 'time')}:**`,
    '>',
    ...lines,
    ...more,
  ].join('\n');
}

function absence(missing) {
  const names = missing.map(({ name }) => `\`${name}\``);
  return missing.length === 0 ? '' : ` There is no record of ${namedOr(names, 'other')}.`;
}

function verdict({ violations, done, missing }) {
  const runs = `the ${counted(done.length, 'run')} on record`;
  if (done.length === 0) return 'Nothing is on record yet.';
  if (violations.length > 0)
    return `**Broken.** ${counted(violations.length, 'violation')} in ${runs}, listed above.${absence(missing)}`;
  return `**Nothing that must never happen happened** in ${runs}.${absence(missing)}`;
}

/** How much was tried: one figure or two of each run, told by the table of runs. */
function tried({ done }) {
  const told = done.flatMap(({ name, headlines = [], record }) =>
    headlines.map(({ figure, as }) => {
      const found = record.figures.find((each) => each.name === figure);
      if (!found) throw new Error(`The record ${name} has no figure ${figure}, which the page tells at its top`);
      return { as, value: found.value };
    }),
  );
  const sums = new Map();
  for (const { as, value } of told) sums.set(as, (sums.get(as) ?? 0) + value);
  return [...sums].map(([as, value]) => `${value.toLocaleString('en-US')} ${as}`);
}

const MACHINE = ({ machine }) => `${counted(machine.processors, 'core')}, ${machine.memoryGb} GB, Node ${machine.node}`;

function trees({ done, newest, isOther }) {
  const machines = [...new Set(done.map(({ record }) => MACHINE(record)))];
  const days = done.map(({ record }) => day(record.finishedAt)).toSorted();
  const when = days[0] === days.at(-1) ? `on ${days[0]}` : `from ${days[0]} to ${days.at(-1)}`;
  const others = done.filter(({ record }) => isOther(record)).length;
  const which =
    others === 0
      ? `All of one state of the tree, \`${newest.revision}\`, ${when}`
      : `**${others} of ${counted(done.length, 'run')} saw another state of the tree** than the newest (\`${newest.revision}\`), and are marked below; ${when}`;
  return `${which}; ${listed(machines)}.`;
}

function firstScreen(view, judged) {
  const lines = [verdict(view)];
  if (view.done.length > 0) {
    lines.push(
      `Tried: ${listed(tried(view)) || 'see below'}.`,
      `On ${view.engines.length > 0 ? listed(view.engines) : 'no database'}.`,
      goalsLine(judged),
      trees(view),
    );
  }
  return lines.map((line) => `- ${line}`).join('\n');
}

function runsPart(view) {
  const rows = view.done.map(({ name, record }) => [
    `[${name}](#${name})`,
    record.title,
    duration(record.seconds),
    record.engines.map(engine).join(', ') || '–',
    record.violations.length === 0 ? 'nothing' : `**${record.violations.length}**`,
    `\`${record.revision}\`${view.isOther(record) ? ' **other**' : ''}`,
    day(record.finishedAt),
  ]);
  const absent = view.missing.map(({ name }) => [name, '**no record**', '', '', '', '', '']);
  const head = ['Run', 'What was tried', 'Took', 'Engines', 'Broken', 'State of the tree', 'Day'];
  return `## What was run\n\n${table(head, [...rows, ...absent])}`;
}

function promisesPart({ done, missing }, promises) {
  const rows = promises.map(({ number, title }) => {
    const at = (list) => list.filter((run) => run.promises.includes(number));
    const broken = at(done).reduce((sum, { record }) => sum + record.violations.length, 0);
    const links = at(done).map(({ name }) => `[${name}](#${name})`);
    const outcome =
      links.length === 0 ? 'not tried' : broken === 0 ? 'held' : `**violations in these runs: ${broken}**`;
    return [number, title, [...links, ...at(missing).map(({ name }) => `${name} (no record)`)].join(', '), outcome];
  });
  const says =
    'Which runs try to break what [promises.md](evidence/promises.md) promises. Besides, each promise has the specs that stand there.';
  return `## The promises\n\n${says}\n\n${table(['', 'Promise', 'What tries to break it', ''], rows)}`;
}

function sectionPart({ id, heading, says }, view) {
  const own = view.done.filter(({ section }) => section === id);
  const absent = view.missing.filter(({ section }) => section === id);
  if (own.length + absent.length === 0) return '';
  const parts = own.map((run) => runPart(run, view.isOther(run.record)));
  const none = absent.map(({ name, says: what }) => `### ${name}\n\n${what} **It has left no record.**`);
  const letters =
    id === 'simulation' ? [`What the letters stand for:\n\n${table(['', 'What must hold'], INVARIANTS)}`] : [];
  return [`## ${heading}`, says, ...letters, ...parts, ...none].join('\n\n');
}

function repeatPart({ done, missing }) {
  const all = [...done, ...missing];
  const minutes = (size) => duration(60 * all.reduce((sum, run) => sum + run.minutes[size], 0));
  return `## To do it again

\`npm run reliability\` runs everything on this page, one after the other, and writes the page anew: about ${minutes('default')} on two cores, with
\`-- --size long\` about ${minutes('long')} in the volumes that the goals are about, and with \`-- --size short\` ${minutes('short')}, to see whether it runs.
\`-- --only a,b\` runs some of it. Each run above names its own command and seed. The records are in [reliability](reliability), one file a
run; why they are checked in: [decision 021](internals/decisions/021-records-of-proof.md).`;
}

/** See the types. */
export function renderReliabilityPage({ runs, goals, records, promises }) {
  const view = overview(runs, records);
  const judged = judgeGoals(goals, records);
  const head = `# Reliability

What was done to break this package, and what came of it. The page is rendered from the [records](reliability) of the last runs by
\`npm run reliability\`; no figure in it is written by hand.`;
  const parts = [
    head,
    alarm(view),
    firstScreen(view, judged),
    runsPart(view),
    promisesPart(view, promises),
    ...SECTIONS.map((section) => sectionPart(section, view)),
    goalsPart(judged),
    limitsPart(view.done),
    repeatPart(view),
  ];
  return `${parts.filter(Boolean).join('\n\n')}\n`;
}

/** The promises as docs/evidence/promises.md numbers and names them. */
export function promisesIn(text) {
  const rows = text.matchAll(/^\| (\d+) \| \*\*(.+?)\.?\*\*/gm);
  return [...rows].map(([, number, title]) => ({ number: Number(number), title }));
}

/**
 * The list of regressions: defects of the code in src/, each of which a named test must catch: `npm run mutants`.
 *
 *   --only m3,m7      only these
 *   --random N        draws N defects by chance instead, over all of src/shop and src/database/engine; each must fail a spec of
 *                     its room (a folder of src/shop, or engine), or at least a wider one
 *   --seed N          which ones are drawn: the same seed draws the same ones from the same source
 *   --room a,b        draws them from these rooms only
 *   --below P,Q       draws them from files only whose paths begin like this
 *   --own             tries the specs of the room on SQLite, and nothing wider
 *   --at-once N       how many of them are tried at a time; default 2
 *   --resume FILE     keeps what came of each in a file; a run that was interrupted goes on from it
 *   --json            the results as JSON, and nothing else
 *
 * The tree is copied to throw-away folders; its own files are not touched. A mutant that survives, whose text is not found
 * exactly once, or whose test is not there or fails without it, ends the run with 1. Of those drawn by chance, one that
 * survives and is not in random/harmless.mjs does.
 */
import { execFileSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { countIn, mustBeAmong, readCommandLine, refuse } from '../support/command-line.mjs';
import { findServers } from '../support/find-servers.mjs';
import { writeRecord } from '../support/record.mjs';
import { sqliteVersion } from '../support/sqlite-version.mjs';
import { teller } from '../support/teller.mjs';
import { tryMutants } from './campaign.mjs';
import { MUTANTS } from './mutants.mjs';
import { roomNames, runRandom } from './random/run.mjs';

const ROOT = join(fileURLToPath(import.meta.url), '../../..');

const { values } = readCommandLine(import.meta.url, {
  options: {
    only: { type: 'string', default: '' },
    random: { type: 'string' },
    seed: { type: 'string' },
    room: { type: 'string', default: '' },
    below: { type: 'string', default: '' },
    own: { type: 'boolean', default: false },
    'at-once': { type: 'string', default: '2' },
    resume: { type: 'string' },
    json: { type: 'boolean', default: false },
  },
});

// The copies go, too, when someone ends it early.
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(130));

if (values.random === undefined) {
  for (const flag of ['seed', 'room', 'below', 'own', 'resume'])
    if (values[flag]) refuse(`--${flag} is for --random: say how many are to be drawn.`);
} else {
  if (values.only) refuse('--only names mutants of the list; --random draws others. Give one of them.');
  const known = roomNames(ROOT);
  const rooms = values.room.split(',').filter(Boolean);
  mustBeAmong('room', rooms, known);
  const isCaught = await runRandom(ROOT, {
    count: countIn('random', values.random),
    seed: values.seed === undefined ? randomInt(1, 2 ** 31) : countIn('seed', values.seed),
    rooms: rooms.length > 0 ? rooms : known,
    below: values.below.split(',').filter(Boolean),
    isOwn: values.own,
    atOnce: countIn('at-once', values['at-once']),
    resume: values.resume,
    json: values.json,
  });
  process.exit(isCaught ? 0 : 1);
}

const wanted = values.only.split(',').filter(Boolean);
mustBeAmong(
  'mutant',
  wanted,
  MUTANTS.map(({ id }) => id),
);
const mutants = MUTANTS.filter(({ id }) => wanted.length === 0 || wanted.includes(id));

/** As `MariaDB 10.11.14`; only the name where the server is one of the environment's. */
function titleOf(engine) {
  if (engine === 'sqlite') return `SQLite ${sqliteVersion()}`;
  const { [engine]: program } = findServers(process.env);
  const output = program ? execFileSync(program, ['--version'], { encoding: 'utf8' }) : '';
  return `${engine === 'mariadb' ? 'MariaDB' : engine} ${/\d+(?:\.\d+)+/.exec(output)?.[0] ?? ''}`.trim();
}

const tell = teller();
/** What is not caught is told at once. */
function tellResult({ mutant, verdict, why }, done) {
  const reason = verdict === 'caught' ? '' : `: ${why}`;
  tell(`${done} of ${mutants.length} mutants; ${mutant.id} ${verdict}${reason}`, verdict !== 'caught');
}

const started = performance.now();
const results = await tryMutants(ROOT, mutants, tellResult);
const seconds = (performance.now() - started) / 1_000;
const caught = results.filter(({ verdict }) => verdict === 'caught').length;
const violations = results
  .filter(({ verdict }) => verdict !== 'caught')
  .map(({ mutant: { id, what }, verdict, why }) => `${id} ${verdict}, ${what}: ${why}`);

const sideOf = ({ promise }) => (promise === null ? 'sandbox' : `promise ${promise}`);
const figure = (name, value, goal) => ({ name, value, unit: '', goal: `>= ${goal}`, holds: value >= goal });

/** What the whole table came to; some of it alone is no record. */
const record = () => ({
  name: 'mutants',
  title: 'The list of regressions: defects put into the code one at a time, each beside the test that must catch it.',
  command: 'npm run mutants',
  seconds: Math.round(seconds),
  seed: null,
  engines: [...new Set(mutants.flatMap(({ engines = ['sqlite'] }) => engines))].map(titleOf),
  violations,
  figures: [figure('mutants tried', results.length, 10), figure('mutants caught', caught, results.length)],
  tables: [
    {
      title: 'Mutants, and what catches them',
      columns: ['id', 'defect', 'of', 'verdict', 'caught by', 'in', 'seconds'],
      rows: results.map(({ mutant: { id, what, test, spec, promise }, verdict, seconds: each }) => [
        id,
        what,
        sideOf({ promise }),
        verdict,
        test,
        spec,
        Number(each.toFixed(1)),
      ]),
    },
  ],
});
if (wanted.length === 0) writeRecord(record());

if (values.json) process.stdout.write(JSON.stringify({ seconds, results }));
else {
  for (const { mutant, verdict, why, seconds: each } of results) {
    const facts = [
      mutant.id.padEnd(28),
      verdict.padEnd(9),
      sideOf(mutant).padEnd(10),
      `${each.toFixed(1)} s`.padStart(7),
    ];
    console.log(`${facts.join(' ')}  ${mutant.what}`);
    console.log(`${' '.repeat(29)}${mutant.spec}: ${mutant.test}`);
    if (verdict !== 'caught') console.log(`${' '.repeat(29)}${why}`);
  }
  console.log(`\n${results.length} mutants, ${caught} caught, in ${seconds.toFixed(0)} s.`);
  console.log(violations.length === 0 ? 'Every one was caught.' : violations.join('\n'));
}
process.exitCode = violations.length === 0 ? 0 : 1;

/** The random run of `npm run mutants`: draws, tries, and tells. */
import { writeRecord } from '../../support/record.mjs';
import { sqliteVersion } from '../../support/sqlite-version.mjs';
import { teller } from '../../support/teller.mjs';
import { compilerOf } from './compiles.mjs';
import { drawDefects, sourcesIn } from './draw.mjs';
import { whyHarmless } from './harmless.mjs';
import { linesOf, reportOf, scoreOf } from './report.mjs';
import { roomsIn, specsOfRooms } from './rooms.mjs';
import { databasesFor } from './servers.mjs';
import { tryDefects } from './trials.mjs';

const OWN_GOAL = 90;
const WIDER_GOAL = 97;

const percent = (count, of) => (of === 0 ? 100 : Number(((100 * count) / of).toFixed(1)));
const figure = (name, value, unit, least) =>
  least === undefined ? { name, value, unit } : { name, value, unit, goal: `>= ${least}`, holds: value >= least };

function recordOf({ results, harmless, violations, seconds, seed, count }) {
  const { tried, own, wider } = scoreOf(results);
  return {
    name: 'mutants-random',
    title:
      'Defects drawn by chance over the shop and the database engine, each beside the specs of its room, then beside wider ones.',
    command: `npm run mutants -- --random ${count} --seed ${seed}`,
    seconds,
    seed: null,
    engines: [`SQLite ${sqliteVersion()}`],
    violations,
    figures: [
      figure('defects tried', tried, ''),
      figure('defects listed as harmless', harmless.length, ''),
      figure('caught by the specs of the room', percent(own, tried), '%', OWN_GOAL),
      figure('caught with the wider specs', percent(wider, tried), '%', WIDER_GOAL),
    ],
    tables: [],
  };
}

const SPECS = { own: 'the specs of its room', wider: 'the wider specs' };

/** What survives is told at once. */
function tellerOf() {
  const tell = teller();
  return ({ defect, caughtBy, failure, seconds }, { kind, done, count }) => {
    const ending = caughtBy === null ? `survives ${SPECS[kind]}` : `caught by ${failure.spec ?? failure.why}`;
    const [place, ...change] = linesOf(defect);
    const text = `${done} of ${count}: ${place}: ${ending} (${seconds.toFixed(0)} s)`;
    if (caughtBy === 'own') tell(text);
    else tell([text, ...change].join('\n  '), true);
  };
}

/** The rooms of the tree, of which some may be named. */
export const roomNames = roomsIn;

/**
 * Draws defects and tries them.
 *
 * @param root - the tree
 * @param how - `count`, `seed`, `rooms` from which it is drawn, `json`: the results as JSON, and nothing else
 * @returns {Promise<boolean>} whether everything that is not listed as harmless was caught
 */
export async function runRandom(root, { count, seed, rooms, json }) {
  const started = performance.now();
  const all = sourcesIn(root, roomsIn(root));
  const sources = new Map([...all].filter(([file]) => sourcesIn(root, rooms).has(file)));
  const drawn = await drawDefects(sources, { seed, count, compiles: compilerOf(root, [...all.keys()]) });
  const harmless = drawn.map((defect) => ({ defect, why: whyHarmless(defect) })).filter(({ why }) => why !== undefined);
  const tried = drawn.filter((defect) => whyHarmless(defect) === undefined);
  const { environmentFor, stop } = await databasesFor(
    all,
    tried.map(({ file }) => file),
  );
  const { results, unsound } = await tryDefects(root, tried, {
    specs: specsOfRooms(root, all),
    environmentFor,
    tell: tellerOf(),
  }).finally(stop);
  const survivors = results.filter(({ caughtBy }) => caughtBy === null).map(({ defect }) => linesOf(defect).join(' '));
  const violations = [...survivors, ...unsound.map((test) => `fails without any defect: ${test}`)];
  const seconds = Math.round((performance.now() - started) / 1_000);
  const whole = rooms.length === roomsIn(root).length;
  if (whole) writeRecord(recordOf({ results, harmless, violations, seconds, seed, count }));
  if (json) process.stdout.write(JSON.stringify({ seed, seconds, results, harmless, unsound }));
  else {
    console.log(`${drawn.length} defects drawn with --seed ${seed}, tried in ${seconds} s.`);
    console.log(reportOf({ results, harmless, unsound }).join('\n'));
  }
  return violations.length === 0;
}

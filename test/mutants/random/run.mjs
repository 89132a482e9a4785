/** The random run of `npm run mutants`: draws, tries, and tells. */
import { refuse } from '../../support/command-line.mjs';
import { writeRecord } from '../../support/record.mjs';
import { sqliteVersion } from '../../support/sqlite-version.mjs';
import { teller } from '../../support/teller.mjs';
import { compilerOf } from './compiles.mjs';
import { drawDefects, sourcesIn } from './draw.mjs';
import { whyHarmless } from './harmless.mjs';
import { Outcomes } from './outcomes.mjs';
import { linesOf, reportOf, scoreOf } from './report.mjs';
import { roomOf, roomsIn, specsOfRooms } from './rooms.mjs';
import { databasesFor } from './servers.mjs';
import { tryDefects } from './trials.mjs';

const OWN_GOAL = 90;
const WIDER_GOAL = 97;

const percent = (count, of) => (of === 0 ? 100 : Number(((100 * count) / of).toFixed(1)));
const figure = (name, value, unit, least) =>
  least === undefined ? { name, value, unit } : { name, value, unit, goal: `>= ${least}`, holds: value >= least };

function recordOf({ results, harmless, violations, seconds, seed, count, servers }) {
  const { tried, own, wider } = scoreOf(results);
  return {
    name: 'mutants-random',
    title:
      'Defects drawn by chance over the shop and the database engine, each beside the specs of its room, then beside wider ones.',
    command: `npm run mutants -- --random ${count} --seed ${seed}`,
    seconds,
    seed: null,
    engines: [`SQLite ${sqliteVersion()}`, ...servers],
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

const SPECS = { own: 'specs of its room', wider: 'wider specs' };
const DATABASES = { sqlite: 'SQLite', servers: 'servers' };

/** What survives is told at once. */
function tellerOf() {
  const tell = teller();
  return ({ defect, caughtBy, failure, seconds }, { kind, on, done, count, specs }) => {
    const survives = `survives ${specs} ${SPECS[kind]} on ${DATABASES[on]}`;
    const ending = caughtBy === null ? survives : `caught by ${failure.spec ?? failure.why}`;
    const [place, ...change] = linesOf(defect);
    const text = `${done} of ${count}: ${place}: ${ending} (${seconds.toFixed(0)} s)`;
    if (caughtBy === 'own') tell(text);
    else tell([text, ...change].join('\n  '), true);
  };
}

function outcomesIn(path, run) {
  try {
    return new Outcomes(path, run);
  } catch (error) {
    return refuse(error.message);
  }
}

/** The rooms of the tree, of which some may be named. */
export const roomNames = roomsIn;

/**
 * Draws defects and tries them.
 *
 * @param root - the tree
 * @param how - `count`, `seed`, `rooms` from which it is drawn, `below`: how the paths of the files begin, none: all; `isOwn`:
 *   nothing but the specs of the room on SQLite, `atOnce`: how many of them at a time, `resume`: a file that keeps what was
 *   found out, and is gone on from, `json`: the results as JSON, and nothing else
 * @returns {Promise<boolean>} whether everything that is not listed as harmless was caught
 */
export async function runRandom(root, { count, seed, rooms, below, isOwn, atOnce, resume, json }) {
  const started = performance.now();
  const all = sourcesIn(root, roomsIn(root));
  const isBelow = (file) => below.length === 0 || below.some((path) => file.startsWith(path));
  const sources = new Map([...all].filter(([file]) => rooms.includes(roomOf(file)) && isBelow(file)));
  if (sources.size === 0) refuse(`no file there begins like this: ${below.join(', ')}`);
  const outcomes = outcomesIn(resume, { seed, rooms, sources });
  const drawn = await drawDefects(sources, { seed, count, compiles: compilerOf(root, [...all.keys()]) });
  const harmless = drawn.map((defect) => ({ defect, why: whyHarmless(defect) })).filter(({ why }) => why !== undefined);
  const tried = drawn.filter((defect) => whyHarmless(defect) === undefined);
  const databases = databasesFor(root, all);
  const trials = { specs: specsOfRooms(root, all), databases, outcomes, isOwn, atOnce, tell: tellerOf() };
  const { results, unsound } = await tryDefects(root, tried, trials).finally(databases.stop);
  const survivors = results.filter(({ caughtBy }) => caughtBy === null);
  // What survives is counted by the goals.
  const violations = unsound.map((test) => `fails without any defect: ${test}`);
  const seconds = Math.round((performance.now() - started) / 1_000);
  const run = { results, harmless, violations, seconds, seed, count, servers: databases.names() };
  const isWhole = sources.size === all.size && !isOwn;
  if (isWhole) writeRecord(recordOf(run));
  if (json) process.stdout.write(JSON.stringify({ seed, seconds, results, harmless, unsound }));
  else {
    console.log(`${drawn.length} defects drawn with --seed ${seed}, tried in ${seconds} s.`);
    console.log(reportOf({ results, harmless, unsound, isOwn }).join('\n'));
  }
  return survivors.length + violations.length === 0;
}

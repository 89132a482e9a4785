/** Kill -9 at every named point, with other processes beside or a new one in its place, and how long until someone goes on. */
import { setTimeout as delay } from 'node:timers/promises';
import { atMost } from '../../bench/support/figures.mjs';
import { auditFigures, pointsTable, resumedFigure, totalFigure, violationsOf } from './support/crash-report.mjs';
import { enginesToTry, startDurableEngine } from './support/durable-engine.mjs';
import { chosenOf, flagsWith, numbersOf } from './support/flags.mjs';
import { playToTheAudit } from './support/play-to-the-audit.mjs';
import { until } from './points-stage.mjs';
import { ELSEWHERE, POINTS } from './points-table.mjs';

/** More than any lease lasts: where it is not measured, time is put forward. */
const LEASES_OVER_MS = 70_000;
const HIT_WITHIN_MS = 45_000;
/** How soon after a step a process may come to its point. */
const DRIVE_MS = 2_500;

/** The first of the processes that dies. @returns what it died of; null when none did */
async function deathOf(stage, point) {
  const deaths = [];
  for (const process of stage.processes) void process.ended.then((of) => deaths.push(of));
  const deadline = performance.now() + HIT_WITHIN_MS;
  let stepped = performance.now();
  while (deaths.length === 0 && performance.now() < deadline) {
    await delay(5);
    if (!POINTS[point].drive || performance.now() - stepped < DRIVE_MS) continue;
    await POINTS[point].drive(stage);
    stepped = performance.now();
  }
  return deaths[0] ?? null;
}

/** What a death leaves behind while no one else is there: the proof that it was where it should be. */
async function remainsOf(stage, id) {
  const ofOrder = `WHERE order_id = '${id}'`;
  const [{ claims }] = await stage.rows(`SELECT SUM(attempts) AS claims FROM tillbridge_notification ${ofOrder}`);
  const reported = [...stage.sink.deliveries.values()].filter(({ orderId }) => orderId === id).length;
  return [
    await stage.count(`tillbridge_notification ${ofOrder}`),
    Number(claims ?? 0),
    await stage.count(`tillbridge_transition ${ofOrder}`),
    reported,
  ];
}

async function checkRemains(stage, point, id) {
  const { leaves } = POINTS[point];
  if (!leaves) return;
  const remains = await remainsOf(stage, id);
  if (remains.join() !== leaves.join()) throw new Error(`a death at ${point} left ${remains} instead of ${leaves}`);
}

/** One kill. @returns whether it hit, and how long it took until the work went on, in seconds */
async function killAt(stage, point, { id, replicas, isMeasured }) {
  const { prepare, act, goOn, isResumed } = POINTS[point];
  await prepare(stage, id);
  await stage.arm(point);
  const acting = act(stage, id);
  const death = await deathOf(stage, point);
  const died = performance.now();
  await acting;
  const isHit = death === 'SIGKILL';
  if (stage.processes.length === 0) {
    await checkRemains(stage, point, id);
    await stage.launch();
  }
  await stage.arm();
  if (!isMeasured) await stage.pass(LEASES_OVER_MS);
  await goOn(stage, id);
  await until(`the work left at ${point} to be taken up`, () => isResumed(stage, id));
  const seconds = (performance.now() - died) / 1_000;
  if (stage.processes.length < replicas) await stage.launch(replicas - stage.processes.length);
  await stage.arm();
  return { isHit, seconds: isMeasured ? seconds : 0 };
}

/** Kills at each of these points so many times, one after the other. */
async function killAtEach(stage, result, { points, replicas, repeats, measured }) {
  for (const point of points) {
    for (let run = 0; run < repeats; run += 1) {
      const id = `${point.replaceAll(' ', '')}-${run}`;
      const { isHit, seconds } = await killAt(stage, point, { id, replicas, isMeasured: run < measured });
      result.kills += 1;
      result.hits += isHit ? 1 : 0;
      result.longest = Math.max(result.longest, seconds);
    }
  }
}

/**
 * Kills so many times at each point, on a database of its own.
 *
 * @returns {Promise<{ kills: number, hits: number, longest: number, repeats: number, faults: string[] }>}
 */
async function killRepeatedly(database, how) {
  const result = { kills: 0, hits: 0, longest: 0, repeats: 0, calls: 0, faults: [] };
  await playToTheAudit(database, how.replicas, { result, act: (stage) => killAtEach(stage, result, how) });
  if (result.hits < result.kills) result.faults.push(`the point was missed ${result.kills - result.hits} times`);
  return result;
}

/** Does all of it, so many at a time. */
async function severalAtOnce(tasks, atOnce) {
  const results = [];
  let next = 0;
  const work = async () => {
    while (next < tasks.length) {
      const at = next++;
      results[at] = await tasks[at]();
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return results;
}

const replicasOf = (engine, given) => (engine.name === 'sqlite' ? [1] : given);

function plan(engines, values) {
  const replicas = values.replicas.split(',').map(Number);
  const points = chosenOf(values.points, Object.keys(POINTS));
  const runs = values.together ? [points] : points.map((point) => [point]);
  return runs.flatMap((some) =>
    engines.flatMap((engine) => replicasOf(engine, replicas).map((many) => ({ engine, points: some, replicas: many }))),
  );
}

const nameOf = ({ points }) => points.join(', ');
const whatOf = ({ points }) => (points.length === 1 ? POINTS[points[0]].what : `${points.length} points in turn`);
const cellOf = ({ engine, replicas }) => `${engine.title.split(' ')[0]} ×${replicas}`;

const tableOf = (results) =>
  pointsTable(results, {
    title: 'Crash points, and the longest time until the work went on',
    when: 'killed when',
    counts: { kills: ({ kills }) => kills, hit: ({ hits }) => hits, violations: ({ faults }) => faults.length },
    nameOf,
    whatOf,
    runOf: cellOf,
    leftOut: Object.entries(ELSEWHERE).map(([point, [what, trial]]) => [point, `${what}: see ${trial}`]),
  });

const replayOf = ({ points, engine, replicas }) =>
  `npm run chaos -- points --points '${points}' --engine ${engine.name} --replicas ${replicas}`;

/** Seconds that a run of so many kills takes, from what one takes on two cores. */
const estimate = (runs, { repeats, measured, atOnce }) =>
  (runs * (8 + measured * 30 + Math.max(0, repeats - measured) * 6 * Math.min(atOnce, 3))) / atOnce;

export const trial = {
  title: 'Kill -9 at every named crash point, with a restart or with other replicas beside',
  flags: {
    ...flagsWith({ points: '', replicas: '2,4', repeats: 1, measured: 1, 'at-once': 8 }),
    together: { type: 'boolean', default: false },
  },
  async run({ values, say }) {
    const sizes = { ...numbersOf(values, ['repeats', 'measured']), atOnce: Number(values['at-once']) };
    const engines = [];
    try {
      for (const name of enginesToTry(values.engine)) engines.push(await startDurableEngine(name));
      const runs = plan(engines, values);
      say(
        `${runs.length} runs of ${sizes.repeats} kills each, about ${Math.ceil(estimate(runs.length, sizes) / 60)} minutes`,
      );
      let done = 0;
      const results = await severalAtOnce(
        runs.map((run) => async () => {
          const result = await killRepeatedly(await run.engine.createDatabase(), { ...run, ...sizes });
          const reported =
            result.faults.length > 0 ? result.faults.join('; ') : `resumed after ${result.longest.toFixed(1)} s`;
          say(`${(done += 1)} of ${runs.length} runs: ${nameOf(run)} on ${cellOf(run)}, ${reported}`);
          return { ...run, ...result };
        }),
        sizes.atOnce,
      );
      return reportOf(engines, results);
    } finally {
      for (const engine of engines) await engine.stop();
    }
  },
};

const reportOf = (engines, results) => ({
  engines: engines.map(({ title }) => title),
  violations: violationsOf(results, { whereOf: (run) => `${nameOf(run)} on ${cellOf(run)}`, replayOf }),
  figures: [
    totalFigure('kills survived', results, ({ hits }) => hits),
    totalFigure('kills that missed their point', results, ({ kills, hits }) => kills - hits, atMost(0)),
    resumedFigure('crash to work resumed, longest', results),
    ...auditFigures(results),
  ],
  tables: [tableOf(results)],
});

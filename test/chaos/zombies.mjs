/** A process stands still in the middle of what it does, others go on, and it comes back with a belief that is over: point Z1. */
import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { DataSource } from 'typeorm';
import { auditFigures, pointsTable, resumedFigure, totalFigure, violationsOf } from './support/crash-report.mjs';
import { serversToTry, startDurableEngine } from './support/durable-engine.mjs';
import { chosenOf, flagsWith, numbersOf } from './support/flags.mjs';
import { playToTheAudit } from './support/play-to-the-audit.mjs';
import { until } from './points-stage.mjs';
import { POINTS } from './points-table.mjs';

/**
 * Where it stands still: whatever is claimed by then is its own only as long as its lease lasts. Inside a transaction it is
 * the database that keeps the others waiting, until it loses its patience with the connection.
 */
const SECTIONS = {
  N4: 'a notification is claimed',
  N5: 'a change is about to be committed',
  N8: 'an effect was told, and is not marked',
  C1: 'an order is about to be created',
  C2: 'the create is on the wire',
  F3: 'a refund is about to be sent',
  F4: 'the refund is on the wire',
  F6: 'the answer is about to be committed',
  P1: 'a read is claimed',
};
/** Of an open transaction in which nothing happens, as docs/runbook.md advises: its locks are no one's then. */
const PATIENCE_OF_SERVERS = {
  mariadb: ['SET GLOBAL idle_transaction_timeout = 20'],
  mysql: [],
  postgres: ["ALTER SYSTEM SET idle_in_transaction_session_timeout = '20s'", 'SELECT pg_reload_conf()'],
};
const LEASES_OVER_MS = 70_000;
/** Longer than a slot of the lane may wait: what comes back after it must not send. */
const LEAST_STILL_MS = 1_500;
const STILL_WITHIN_MS = 45_000;

/** Which process took the ticket. */
async function victimOf(stage, ticket) {
  const pid = await until(
    'a process to stand still',
    () => {
      try {
        return Number(readFileSync(ticket, 'utf8'));
      } catch {
        return 0;
      }
    },
    { timeoutMs: STILL_WITHIN_MS, checkMs: 5 },
  );
  return stage.processes.find((process) => process.pid === pid);
}

/** One process stands still until others have taken up its work, and comes back. @returns how long that took, in seconds */
async function stillAt(stage, point, { id, isMeasured }) {
  const { prepare, act, goOn, isResumed } = POINTS[point];
  await prepare(stage, id);
  const ticket = await stage.arm(point, 'SIGSTOP');
  // Anyone who asked the process that stands still hears nothing until it comes back.
  const acting = act(stage, id);
  const victim = await victimOf(stage, ticket);
  const began = performance.now();
  stage.processes = stage.processes.filter((process) => process !== victim);
  await stage.arm();
  if (!isMeasured) {
    await delay(LEAST_STILL_MS);
    await stage.pass(LEASES_OVER_MS);
  }
  await goOn(stage, id);
  await until(`the work held at ${point} to be taken up`, () => isResumed(stage, id));
  const seconds = (performance.now() - began) / 1_000;
  victim.signal('SIGCONT');
  stage.processes.push(victim);
  await stage.pass(0);
  await stage.arm();
  await acting;
  return isMeasured ? seconds : 0;
}

/**
 * One database, and processes that stand still at one point so many times.
 *
 * @returns {Promise<{ point: string, stops: number, longest: number, repeats: number, faults: string[] }>}
 */
async function standStill(database, { point, replicas, repeats, measured }) {
  const result = { point, stops: 0, longest: 0, repeats: 0, calls: 0, faults: [] };
  const act = async (stage) => {
    for (let run = 0; run < repeats; run += 1) {
      const seconds = await stillAt(stage, point, { id: `${point}-${run}`, isMeasured: run < measured });
      result.stops += 1;
      result.longest = Math.max(result.longest, seconds);
    }
  };
  await playToTheAudit(database, replicas, { result, act });
  return result;
}

async function losesPatience({ name, createDatabase }) {
  const dataSource = await new DataSource(await createDatabase()).initialize();
  for (const statement of PATIENCE_OF_SERVERS[name]) await dataSource.query(statement);
  await dataSource.destroy();
}

async function tryOn(name, { points, say, ...sizes }) {
  const engine = await startDurableEngine(name);
  await losesPatience(engine);
  const reported = async (point) => {
    const result = await standStill(await engine.createDatabase(), { point, ...sizes });
    say(`${engine.title}: ${point}, the work went on after ${result.longest.toFixed(1)} s`);
    return { name, title: engine.title, ...result };
  };
  try {
    return await Promise.all(points.map(reported));
  } finally {
    await engine.stop();
  }
}

const tableOf = (results) =>
  pointsTable(results, {
    title: 'Processes that stood still for longer than their leases',
    when: 'stands still while',
    counts: { stops: ({ stops }) => stops, violations: ({ faults }) => faults.length },
    nameOf: ({ point }) => point,
    whatOf: ({ point }) => SECTIONS[point],
    runOf: ({ title }) => title.split(' ')[0],
    leftOut: [['SQLite', 'left out: it serves one process, so no one goes on meanwhile']],
  });

const reportOf = (results) => ({
  engines: [...new Set(results.map(({ title }) => title))],
  violations: violationsOf(results, {
    whereOf: ({ point, title }) => `${point} on ${title}`,
    replayOf: ({ point, name }) => `npm run chaos -- zombies --points ${point} --engine ${name}`,
  }),
  figures: [
    totalFigure('processes that stood still', results, ({ stops }) => stops),
    resumedFigure('standstill to work resumed, longest', results),
    ...auditFigures(results),
  ],
  tables: [tableOf(results)],
});

export const trial = {
  title: 'A process stands still inside each critical section, others take its work over, and it comes back',
  flags: flagsWith({ points: '', replicas: 2, repeats: 2, measured: 1 }),
  async run({ values, say }) {
    const points = chosenOf(values.points, Object.keys(SECTIONS));
    const sizes = numbersOf(values, ['replicas', 'repeats', 'measured']);
    const results = [];
    for (const name of serversToTry(values.engine)) results.push(...(await tryOn(name, { points, say, ...sizes })));
    return reportOf(results);
  },
};

/** A process stands still in the middle of what it does, others go on, and it comes back with a belief that is over: point Z1. */
import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { DataSource } from 'typeorm';
import { atMost, figure } from '../../bench/support/figures.mjs';
import { enginesToTry, startDurableEngine } from './support/durable-engine.mjs';
import { Stage, until } from './points-stage.mjs';
import { POINTS } from './points-table.mjs';

/**
 * Where it stands still: whatever is claimed by then is its own only as long as its lease lasts. Inside a transaction it is
 * the database that keeps the others waiting, until it loses its patience with the connection.
 */
export const SECTIONS = {
  N4: 'a notification is claimed',
  N5: 'a change is about to be committed',
  N8: 'an effect was told, and is not marked',
  C1: 'an order is about to be created',
  C2: 'the create is on the wire',
  F3: 'a refund is about to be sent',
  F4: 'the refund is on the wire',
  F6: 'the answer is about to be committed',
  P1: 'a look is claimed',
};
/** Of an open transaction in which nothing happens, as docs/operating.md advises: its locks are nobody's then. */
const PATIENCE_OF_SERVERS = {
  mariadb: ['SET GLOBAL idle_transaction_timeout = 20'],
  mysql: [],
  postgres: ["ALTER SYSTEM SET idle_in_transaction_session_timeout = '20s'", 'SELECT pg_reload_conf()'],
};
const LEASES_OVER_MS = 70_000;
/** Longer than a slot of the lane may wait: what comes back after it must not send. */
const LEAST_STILL_MS = 1_500;
const STILL_WITHIN_MS = 45_000;
/** The goal for a crash (leases are of 30 s). */
const RESUMED_WITHIN_S = 45;

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
    { timeoutMs: STILL_WITHIN_MS, lookMs: 5 },
  );
  return stage.processes.find((process) => process.pid === pid);
}

/** One process stands still until others have taken up its work, and comes back. @returns how long that took, in seconds */
async function stillAt(stage, point, { id, isMeasured }) {
  const { prepare, act, goOn, isResumed } = POINTS[point];
  await prepare(stage, id);
  const ticket = await stage.arm(point, 'SIGSTOP');
  // Whoever asked the process that stands still hears nothing until it comes back.
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
export async function standStill(database, { point, replicas, repeats, measured }) {
  const stage = await Stage.open(database);
  const result = { point, stops: 0, longest: 0, repeats: 0, faults: [] };
  try {
    await stage.launch(replicas);
    await stage.arm();
    for (let run = 0; run < repeats; run += 1) {
      const seconds = await stillAt(stage, point, { id: `${point}-${run}`, isMeasured: run < measured });
      result.stops += 1;
      result.longest = Math.max(result.longest, seconds);
    }
    await stage.drain();
    Object.assign(result, await stage.audit());
  } catch (error) {
    result.faults.push(`${error.message} ${stage.outputs()}`.trim());
  } finally {
    await stage.close();
  }
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
  const told = async (point) => {
    const result = await standStill(await engine.createDatabase(), { point, ...sizes });
    say(`${engine.title}: ${point}, the work went on after ${result.longest.toFixed(1)} s`);
    return { name, title: engine.title, ...result };
  };
  try {
    return await Promise.all(points.map(told));
  } finally {
    await engine.stop();
  }
}

function reportOf(results) {
  const total = (of) => results.reduce((sum, result) => sum + of(result), 0);
  const titles = [...new Set(results.map(({ title }) => title))];
  const rows = [...new Set(results.map(({ point }) => point))].map((point) => {
    const own = results.filter((result) => result.point === point);
    const seconds = titles.map((title) => own.find((result) => result.title === title)?.longest.toFixed(1) ?? '–');
    const sum = (of) => own.reduce((all, result) => all + of(result), 0);
    return [point, SECTIONS[point], sum(({ stops }) => stops), sum(({ faults }) => faults.length), ...seconds];
  });
  const replay = ({ name, point }) => `npm run chaos -- zombies --points ${point} --engine ${name}`;
  const columns = [
    'point',
    'stands still while',
    'stops',
    'violations',
    ...titles.map((title) => `${title.split(' ')[0]}, s`),
  ];
  const leftOut = [
    'SQLite',
    'left out: it serves one process, so nobody goes on meanwhile',
    '–',
    '–',
    ...titles.map(() => '–'),
  ];
  return {
    engines: titles,
    violations: results.flatMap((run) =>
      run.faults.map((fault) => `${run.point} on ${run.title}: ${fault}; ${replay(run)}`),
    ),
    figures: [
      figure(
        'processes that stood still',
        total(({ stops }) => stops),
        '',
      ),
      figure(
        'standstill to work resumed, longest',
        Math.max(0, ...results.map(({ longest }) => longest)),
        's',
        atMost(RESUMED_WITHIN_S),
      ),
      figure(
        'effects told again under their id',
        total(({ repeats }) => repeats),
        '',
      ),
    ],
    tables: [{ title: 'Processes that stood still for longer than their leases', columns, rows: [...rows, leftOut] }],
  };
}

export const trial = {
  title: 'A process stands still inside each critical section, others take its work over, and it comes back',
  flags: {
    points: { type: 'string', default: '' },
    replicas: { type: 'string', default: '2' },
    repeats: { type: 'string', default: '2' },
    measured: { type: 'string', default: '1' },
  },
  async run({ values, say }) {
    const points = values.points ? values.points.split(',') : Object.keys(SECTIONS);
    const [replicas, repeats, measured] = ['replicas', 'repeats', 'measured'].map((name) => Number(values[name]));
    const results = [];
    for (const name of enginesToTry(values.engine).filter((each) => each !== 'sqlite'))
      results.push(...(await tryOn(name, { points, replicas, repeats, measured, say })));
    return reportOf(results);
  },
};

/** One play: a shop of one web process and four workers, Redis behind a proxy, load and strikes; and what came of it. */
import { randomBytes } from 'node:crypto';
import { DataSource } from 'typeorm';
import { writtenOrders } from '../../../bench/support/written-orders.mjs';
import { findRedis } from '../../support/find-servers.mjs';
import { startRedisServer } from '../../support/server-redis.mjs';
import { Chance } from '../support/chance.mjs';
import { handOverBacklog } from './backlog.mjs';
import { doubleJobs } from './doubler.mjs';
import { drain } from './drain.mjs';
import { Gauge } from './gauge.mjs';
import { HANDLERS, LAYOUTS } from './layouts.mjs';
import { Load } from './load.mjs';
import { judge } from './oracle.mjs';
import { startPartition } from './partition.mjs';
import { drawStrikes, strike } from './strikes.mjs';
import { startHost, Workers } from './workers.mjs';

const POISON = { handler: 'Office.invoice', orderId: 'POISON', kind: 'completed' };
const RUNS = `CREATE TABLE shop_run (id varchar(36) PRIMARY KEY, effect varchar(36) NOT NULL, order_id varchar(64) NOT NULL,
  handler varchar(32) NOT NULL, kind varchar(16) NOT NULL, process varchar(32) NOT NULL, begun_at bigint NOT NULL,
  ended_at bigint, outcome varchar(8))`;
const EFFECTS = `SELECT o.id, o.order_id AS oid, o.effect, o.version, o.state, t.kind FROM tillbridge_outbox o
  JOIN tillbridge_transition t ON t.id = o.transition_id`;

async function startParts({ engine, seed, layout, rate, backlog, hasPoison }) {
  const chance = new Chance(seed);
  const database = await engine.createDatabase();
  const dataSource = await new DataSource(database).initialize();
  await dataSource.query(RUNS);
  const redis = await startRedisServer({ binary: findRedis(process.env), folder: engine.folder });
  const partition = await startPartition(redis.url);
  const key = randomBytes(20).toString('hex');
  const poison = hasPoison ? POISON : null;
  const settings = { database, key, layout, redisUrl: partition.url, poison, workers: 'off', queueWorkers: 'off' };
  // Before the others: it makes the tables.
  const web = await startHost({ ...settings, name: 'web', seed });
  const gauge = new Gauge(redis.url, LAYOUTS[layout]);
  const workersOf = (queueWorkers) =>
    new Workers({ settings: { ...settings, workers: 'inline', queueWorkers }, chance });
  const parts = { chance, dataSource, engine: engine.name, redis, partition, key, web, gauge, rate, poison };
  const idle = backlog > 0 ? workersOf('off') : null;
  return { ...parts, idle, workers: workersOf('inline'), load: new Load(parts) };
}

async function stopParts({ workers, idle, web, load, gauge, partition, redis, dataSource }) {
  await Promise.all([workers.killAll(), idle?.killAll()]);
  await load.close();
  await web.kill();
  await gauge.close();
  await partition.close();
  await redis.stop();
  await dataSource.destroy();
}

/** Load, and everything that was drawn; the effect that ends its process is among the first. */
async function loadAndStrike(parts, { sizes, say }) {
  const { load, workers, chance, dataSource } = parts;
  for (const statement of writtenOrders({ id: `'${POISON.orderId}'`, openedAt: Date.now(), rows: '' }))
    await dataSource.query(statement);
  const drawn = drawStrikes(chance, sizes);
  await workers.start(sizes.workers);
  await load.send(POISON.orderId);
  let isOver = false;
  const loading = Promise.all([load.run(() => isOver), doubleJobs(parts, () => isOver)]);
  const strikes = await strike(parts, drawn, say).finally(() => (isOver = true));
  const [, jobsDoubled] = await loading;
  return { ...strikes, jobsDoubled };
}

async function evidenceOf({ dataSource, workers, load, poison: wanted }) {
  const effects = (await dataSource.query(EFFECTS)).map(({ oid, effect, ...row }) => ({
    ...row,
    orderId: oid,
    handler: effect,
  }));
  const runs = (await dataSource.query('SELECT * FROM shop_run')).map(
    ({ begun_at: begunAt, ended_at: endedAt, ...row }) => ({
      ...row,
      begunAt: Number(begunAt),
      endedAt: endedAt === null ? null : Number(endedAt),
    }),
  );
  const isPoison = (effect) => ['orderId', 'handler', 'kind'].every((name) => effect[name] === wanted[name]);
  const poison = wanted && (effects.find(isPoison) ?? { id: 'not there' });
  const { deaths } = workers;
  return { effects, runs, deaths, poison, orders: load.acknowledged, handlers: HANDLERS, sentAt: load.sentAt };
}

/** A process that neither the trial nor the poison ended. */
function endsWithoutReason({ workers }, { runs, poison }) {
  const poisoned = runs.filter(({ effect }) => effect === poison?.id).length;
  const more = workers.counts.poisoned - poisoned;
  return more > 0 ? [`${more} workers were killed by something else`] : [];
}

/**
 * @param {{ engine: object, seed: number, layout: string, rate: number, backlog: number, backlogSeconds: number,
 *   drainSeconds: number, isMeasured: boolean, hasPoison: boolean, sizes: object, say(text: string): void }} plan
 * @returns what happened, and what must never be
 */
export async function play(plan) {
  const { sizes, say, backlog: effects, backlogSeconds: seconds } = plan;
  const parts = await startParts(plan);
  const { gauge, workers, load, idle } = parts;
  try {
    const backlog = idle
      ? await handOverBacklog({ ...parts, workers: idle }, { effects, seconds, processes: sizes.workers, say })
      : null;
    const from = gauge.samples.length;
    const strikes = await loadAndStrike(parts, { sizes, say });
    const drained = await drain(parts, { seconds: plan.drainSeconds, isMeasured: plan.isMeasured, say });
    await workers.killAll();
    const evidence = await evidenceOf(parts);
    const judged = judge(evidence);
    return {
      ...judged,
      violations: [
        ...(backlog?.violations ?? []),
        ...drained.violations,
        ...judged.violations,
        ...load.complaints,
        ...workers.complaints,
        ...endsWithoutReason(parts, evidence),
      ],
      counts: { ...strikes, kills: workers.counts.kills, orders: load.acknowledged.length },
      effects: evidence.effects.length,
      poisonRuns: evidence.runs.filter(({ effect }) => effect === evidence.poison?.id).length,
      jobs: { held: gauge.most('held', from), ended: gauge.most('ended', from), bytes: gauge.most('bytes', from) },
      backlog,
      drainSeconds: drained.seconds,
    };
  } finally {
    await stopParts(parts);
  }
}

/**
 * The flood (reference F3): forged requests of each kind, as many as the machine gives, while authentic notifications come in
 * at a constant rate. What is counted from is when each of those was due.
 */
import { atMost, figure } from '../../bench/support/figures.mjs';
import { onEngines, openArena } from './flood-arena.mjs';

const RATE = 50;
const WARM_UP = { rate: 200, count: 1_000 };
const GOALS = { p99: 250, delayP99: 50, grownMb: 100 };
const PLATFORMS = ['express', 'fastify'];
const ALL_AT_ONCE = ['bodies of 10 MB', 'small forged requests', 'header bombs', 'gzip bombs', 'malformed HTTP'];
const COLUMNS =
  'under|forged/s|answered|authentic|acknowledged|p50 ms|p99 ms|p99.9 ms|loop p99 ms|loop most ms|memory MB'.split('|');

/** One phase: what was sent, and what became of it. */
async function phase(arena, { name, kinds, count, prefix, baseMb }) {
  await arena.addOrders(prefix, count);
  await arena.ask('seen');
  const startedAt = performance.now();
  if (kinds.length > 0) await arena.attacker.ask({ begin: { url: arena.url, kinds } });
  const authentic = await arena.sender.ask({ url: arena.route, rate: RATE, count, prefix });
  const forged = kinds.length > 0 ? await arena.attacker.ask({ end: true }) : { requests: 0, answers: {} };
  const seconds = (performance.now() - startedAt) / 1_000;
  return { name, prefix, count, forged, seconds, authentic, seen: await arena.ask('seen'), baseMb };
}

const answersOf = ({ answers }) => Object.entries(answers).map(([status, times]) => `${times} × ${status}`);

function rowOf({ name, count, forged, seconds, authentic, seen, baseMb }) {
  const { acknowledged, p50, p99, p999 } = authentic;
  const times = [p50, p99, p999, seen.delayP99, seen.delayMost].map((value) => Number(value.toPrecision(3)));
  const rate = Math.round(forged.requests / seconds);
  return [name, rate, answersOf(forged).join(', '), count, acknowledged, ...times, Math.round(seen.mostRssMb - baseMb)];
}

/** What must never be, whatever the machine: these are no matter of time. */
async function violationsOf(arena, where, { prefix, name, count, forged, authentic }) {
  const faults = [];
  const stored = await arena.count('tillbridge_notification', `order_id LIKE '${prefix}%'`);
  if (stored < authentic.acknowledged)
    faults.push(`${authentic.acknowledged - stored} acknowledged ones are not stored`);
  if (authentic.acknowledged < count) {
    const missing = count - authentic.acknowledged;
    faults.push(`${missing} of ${count} authentic ones not acknowledged: ${authentic.failures.join(', ')}`);
  }
  const good = Object.keys(forged.answers).filter((status) => status.startsWith('2'));
  if (good.length > 0) faults.push(`forged ones were answered ${good.join(', ')}`);
  return faults.map((text) => `${where}, ${name}: ${text}`);
}

async function floodOn(engine, platform, plan) {
  const arena = await openArena(engine, { platform }, { sender: 'flood-sender.mjs', attacker: 'flood-attacker.mjs' });
  const where = `${arena.version}, ${platform}`;
  try {
    await arena.addOrders('WARM-', WARM_UP.count);
    await arena.sender.ask({ url: arena.route, ...WARM_UP, prefix: 'WARM-' });
    const { mostRssMb: baseMb } = await arena.ask('seen');
    const phases = [
      ['nothing', []],
      ...arena.attacker.ready.kinds.map((name) => [name, [name]]),
      ['all of them at once', ALL_AT_ONCE],
      ['nothing, afterwards', []],
    ];
    const count = Math.max(RATE, Math.round(plan.requests / phases.length));
    const done = [];
    const violations = [];
    for (const [index, [name, kinds]] of phases.entries()) {
      plan.progress(`${where}: ${name}`);
      done.push(await phase(arena, { name, kinds, count, prefix: `A${index}-`, baseMb }));
      violations.push(...(await violationsOf(arena, where, done.at(-1))));
    }
    const forgedStored = await arena.count(
      'tillbridge_notification',
      "order_id NOT LIKE 'A%' AND order_id NOT LIKE 'WARM-%'",
    );
    if (forgedStored > 0) violations.push(`${where}: ${forgedStored} forged ones are stored`);
    return { version: arena.version, where, done, violations };
  } finally {
    await arena.close();
  }
}

function figuresOf({ where, done }) {
  const floods = done.filter(({ forged }) => forged.requests > 0);
  const most = (of) => Math.max(...floods.map(of));
  const sum = (of) => done.reduce((total, each) => total + of(each), 0);
  return [
    figure(
      `${where}: forged requests`,
      sum(({ forged }) => forged.requests),
      '',
    ),
    figure(
      `${where}: authentic not acknowledged`,
      sum(({ count, authentic }) => count - authentic.acknowledged),
      '',
      atMost(0),
    ),
    figure(
      `${where}: authentic p99, worst flood`,
      most(({ authentic }) => authentic.p99),
      'ms',
      atMost(GOALS.p99),
    ),
    figure(
      `${where}: event loop delay p99, worst flood`,
      most(({ seen }) => seen.delayP99),
      'ms',
      atMost(GOALS.delayP99),
    ),
    figure(
      `${where}: memory above the quiet shop's`,
      most(({ seen, baseMb }) => seen.mostRssMb - baseMb),
      'MB',
      atMost(GOALS.grownMb),
    ),
  ];
}

/** The attack as test/attacks/attacks.mjs lists it; `requests`: authentic notifications on each platform and engine. */
export async function attackByFlood(plan) {
  const all = [];
  await onEngines(plan.engines ?? ['mariadb'], async (engine) => {
    for (const platform of plan.platforms ?? PLATFORMS) all.push(await floodOn(engine, platform, plan));
  });
  return {
    engines: [...new Set(all.map(({ version }) => version))],
    violations: all.flatMap(({ violations }) => violations),
    figures: all.flatMap(figuresOf),
    tables: all.map(({ where, done }) => ({ title: where, columns: COLUMNS, rows: done.map(rowOf) })),
  };
}

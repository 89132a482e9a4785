/** Slow senders (reference F3): thousands of sockets that hardly do anything, beside authentic notifications. */
import { atMost, figure } from '../../bench/support/figures.mjs';
import { onEngines, openArena } from './flood-arena.mjs';

const RATE = 50;
const WARM_UP = { rate: 200, count: 1_000 };
const GOALS = { p99: 250, delayP99: 50, grownMb: 100 };
/** How long the shop has to let go of sockets whose other end is gone. */
const FREED_WITHIN_MS = 10_000;
const MB = 2 ** 20;
const COLUMNS =
  'under|sockets|opened|authentic|acknowledged|p50 ms|p99 ms|loop p99 ms|memory MB|held MB|memory left MB|sockets left'.split(
    '|',
  );

async function socketsLeft(arena) {
  const deadline = performance.now() + FREED_WITHIN_MS;
  for (;;) {
    const { connections } = await arena.ask('memory');
    if (connections === 0 || performance.now() > deadline) return connections;
  }
}

async function phase(arena, { kind: { name: kind, holds }, prefix, count, base }) {
  await arena.addOrders(prefix, count);
  await arena.ask('seen');
  await arena.attacker.ask({ begin: { url: arena.url, kind } });
  const authentic = await arena.sender.ask({ url: arena.route, rate: RATE, count, prefix });
  const seen = await arena.ask('seen');
  // While he still holds all of them; what can be given back was given back.
  const held = await arena.ask('memory');
  const heldMb = (held.heapUsed + held.external - base.heapUsed - base.external) / MB;
  const attack = await arena.attacker.ask({ end: true });
  const left = await socketsLeft(arena);
  const leftMb = ((await arena.ask('memory')).heapUsed - base.heapUsed) / MB;
  return { kind, holds, heldMb, count, authentic, seen, attack, left, leftMb, grownMb: seen.mostRssMb - base.mb };
}

function rowOf({ kind, heldMb, count, authentic, seen, attack, left, leftMb, grownMb }) {
  const { acknowledged, p50, p99 } = authentic;
  const measured = [p50, p99, seen.delayP99, grownMb, heldMb, leftMb].map((value) => Number(value.toPrecision(3)));
  return [kind, attack.held, attack.opened, count, acknowledged, ...measured, left];
}

function violationsOf(where, { kind, count, authentic, left }) {
  const faults = [];
  const missing = count - authentic.acknowledged;
  if (missing > 0) faults.push(`${missing} authentic ones not acknowledged: ${authentic.failures.join(', ')}`);
  if (left > 0) faults.push(`${left} sockets are still held ${FREED_WITHIN_MS} ms after their other end has gone`);
  return faults.map((text) => `${where}, ${kind}: ${text}`);
}

async function slowOn(engine, platform, plan) {
  const arena = await openArena(engine, { platform }, { sender: 'flood-sender.mjs', attacker: 'slow-attacker.mjs' });
  const where = `${arena.version}, ${platform}`;
  try {
    await arena.addOrders('WARM-', WARM_UP.count);
    await arena.sender.ask({ url: arena.route, ...WARM_UP, prefix: 'WARM-' });
    const base = { mb: (await arena.ask('seen')).mostRssMb, ...(await arena.ask('memory')) };
    const { kinds } = arena.attacker.ready;
    const count = Math.max(RATE, Math.round(plan.requests / kinds.length));
    const done = [];
    for (const [index, kind] of kinds.entries()) {
      plan.progress(`${where}: ${kind.name}`);
      done.push(await phase(arena, { kind, prefix: `S${index}-`, count, base }));
    }
    const strange = await arena.count('tillbridge_notification', "order_id = 'SLOW'");
    const violations = done.flatMap((each) => violationsOf(where, each));
    if (strange > 0) violations.push(`${where}: ${strange} forged ones are stored`);
    return { version: arena.version, where, done, violations };
  } finally {
    await arena.close();
  }
}

function figuresOf({ where, done }) {
  const most = (of) => Math.max(...done.map(of));
  return [
    figure(
      `${where}: authentic p99, worst kind`,
      most(({ authentic }) => authentic.p99),
      'ms',
      atMost(GOALS.p99),
    ),
    figure(
      `${where}: event loop delay p99, worst kind`,
      most(({ seen }) => seen.delayP99),
      'ms',
      atMost(GOALS.delayP99),
    ),
    figure(
      `${where}: memory above the quiet shop's`,
      most(({ grownMb }) => grownMb),
      'MB',
      atMost(GOALS.grownMb),
    ),
    ...done
      .filter(({ holds }) => holds !== null)
      .map(({ kind, holds, heldMb }) => figure(`${where}: held for ${kind}`, heldMb, 'MB', atMost(holds))),
    figure(
      `${where}: heap that is not given back`,
      most(({ leftMb }) => leftMb),
      'MB',
      atMost(10),
    ),
    figure(
      `${where}: sockets that are not given back`,
      most(({ left }) => left),
      '',
      atMost(0),
    ),
  ];
}

/** The attack as test/attacks/attacks.mjs lists it; `requests`: authentic notifications on each platform and engine. */
export async function attackSlowly(plan) {
  const all = [];
  await onEngines(plan.engines ?? ['mariadb'], async (engine) => {
    for (const platform of plan.platforms) all.push(await slowOn(engine, platform, plan));
  });
  return {
    engines: [...new Set(all.map(({ version }) => version))],
    violations: all.flatMap(({ violations }) => violations),
    figures: all.flatMap(figuresOf),
    tables: all.map(({ where, done }) => ({ title: where, columns: COLUMNS, rows: done.map(rowOf) })),
  };
}

/** Does the shop's memory grow with what it has taken in? (reference R2) Authentic notifications, worked off as they come. */
import { atMost, figure } from '../../bench/support/figures.mjs';
import { onEngines, openArena } from './flood-arena.mjs';

const SAMPLES = 10;
/** Sent before the first sample: what is made once is made then. */
const WARM_UP_SHARE = 0.1;
/** Notifications beyond that repeat what was said of an order before. */
const MAX_ORDERS = 20_000;
/**
 * A second, each on a connection of its own: the shop works them off as they come, and takes no more than one new connection
 * in each turn of its loop. What it does beyond that is the flood's question.
 */
const CONNECTIONS_RATE = 400;
const GOAL_BYTES = 20;
const PATIENCE_MS = 60_000;
const COLUMNS = 'notifications|heap MB|resident MB'.split('|');
const MB = 2 ** 20;

/** Least squares: bytes for each notification more. */
function slopeOf(samples, of) {
  const middle = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [x, y] = [middle(samples.map(({ sent }) => sent)), middle(samples.map(of))];
  const above = samples.reduce((sum, each) => sum + (each.sent - x) * (of(each) - y), 0);
  return above / samples.reduce((sum, { sent }) => sum + (sent - x) ** 2, 0);
}

async function worked(arena) {
  const deadline = performance.now() + PATIENCE_MS;
  while ((await arena.count('tillbridge_notification', "state = 'pending'")) > 0) {
    if (performance.now() > deadline) return false;
    await new Promise((resolve) => void setTimeout(resolve, 50));
  }
  return true;
}

async function soakOn(engine, platform, plan) {
  const arena = await openArena(engine, { platform }, { sender: 'flood-sender.mjs' });
  const where = `${arena.version}, ${platform}`;
  const violations = [];
  const samples = [];
  try {
    const orders = Math.min(plan.requests, MAX_ORDERS);
    await arena.addOrders('M-', orders);
    const send = async (count) => {
      const sent = await arena.sender.ask({
        url: arena.route,
        rate: CONNECTIONS_RATE,
        count,
        prefix: 'M-',
        orders,
      });
      const missing = count - sent.acknowledged;
      if (missing > 0) violations.push(`${where}: ${missing} not acknowledged: ${sent.failures.join(', ')}`);
      if (!(await worked(arena))) violations.push(`${where}: not worked off within ${PATIENCE_MS} ms`);
    };
    await send(Math.round(plan.requests * WARM_UP_SHARE));
    for (let each = 0; each <= SAMPLES; each += 1) {
      if (each > 0) await send(Math.round(plan.requests / SAMPLES));
      samples.push({ sent: Math.round((each * plan.requests) / SAMPLES), ...(await arena.ask('memory')) });
      plan.progress(`${where}: ${samples.at(-1).sent} of ${plan.requests}`);
    }
    return { version: arena.version, where, samples, violations };
  } finally {
    await arena.close();
  }
}

function figuresOf({ where, samples }) {
  return [
    figure(
      `${where}: heap for each notification`,
      slopeOf(samples, ({ heapUsed }) => heapUsed),
      'bytes',
      atMost(GOAL_BYTES),
    ),
    figure(
      `${where}: resident memory for each notification`,
      slopeOf(samples, ({ rss }) => rss),
      'bytes',
    ),
  ];
}

/** The attack as test/attacks/attacks.mjs lists it; `requests`: notifications on each platform and engine. */
export async function soakMemory(plan) {
  const all = [];
  await onEngines(plan.engines ?? ['mariadb'], async (engine) => {
    for (const platform of plan.platforms) all.push(await soakOn(engine, platform, plan));
  });
  return {
    engines: [...new Set(all.map(({ version }) => version))],
    violations: all.flatMap(({ violations }) => violations),
    figures: all.flatMap(figuresOf),
    tables: all.map(({ where, samples }) => ({
      title: where,
      columns: COLUMNS,
      rows: samples.map(({ sent, heapUsed, rss }) => [sent, (heapUsed / MB).toFixed(2), Math.round(rss / MB)]),
    })),
  };
}

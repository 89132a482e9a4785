/**
 * Two replicas whose clocks are apart, before a service whose reads are old and whose answers are late: no one dies, and yet
 * each order must be told once and end as the service says (design §7, "older within the same second").
 */
import { register } from 'node:module';
import { atMost, figure } from '../../../bench/support/figures.mjs';
import { enginesToTry, startDurableEngine } from '../support/durable-engine.mjs';
import { LAG } from './weather.mjs';

register('../../simulation/typescript-hooks.mjs', import.meta.url);

const COLUMNS = {
  engine: ({ title }) => title,
  orders: ({ counts }) => counts.orders,
  notifications: ({ counts }) => counts.notifications,
  'answers delayed': ({ counts }) => counts.struck,
  'old reads, repeats, swaps': ({ counts }) => counts.atService,
  'refunds accepted': ({ counts }) => counts.refundsAccepted,
  violations: ({ violations }) => violations.length,
  'drained in, s': ({ drainSeconds }) => drainSeconds,
};

async function tryOn(name, plan) {
  const { storm } = await import('./storm.mjs');
  const engine = await startDurableEngine(name);
  try {
    const say = (text) => plan.say(`${engine.title}: ${text}`);
    return { ...(await storm({ ...plan, engine, say, weather: LAG })), title: engine.title };
  } finally {
    await engine.stop();
  }
}

const total = (results, name) => results.reduce((sum, { counts }) => sum + counts[name], 0);

export const trial = {
  title: 'Replicas whose clocks are apart, old reads and late answers',
  flags: {
    orders: { type: 'string', default: '1000' },
    rate: { type: 'string', default: '15' },
    replicas: { type: 'string', default: '2' },
    drain: { type: 'string', default: '240' },
  },
  async run({ values, seed, say }) {
    const [rate, replicas] = [Number(values.rate), Number(values.replicas)];
    const seconds = Number(values.orders) / rate;
    const plan = { rate, replicas, seconds, seed, say, drainSeconds: Number(values.drain), longestPauseMs: 1_000 };
    // SQLite serves one process, which has no one to disagree with.
    const engines = enginesToTry(values.engine).filter((name) => name !== 'sqlite');
    const results = [];
    for (const name of engines) results.push(await tryOn(name, plan));
    const violations = results.flatMap(({ title, violations: found }) => found.map((what) => `${title}: ${what}`));
    return {
      engines: results.map(({ title }) => title),
      violations,
      figures: [
        figure('orders', total(results, 'orders'), ''),
        figure('old reads, repeats and swaps', total(results, 'atService'), ''),
        figure('violations', violations.length, '', atMost(0)),
      ],
      tables: [
        {
          title: 'Orders of two replicas whose clocks are 0 to 200 ms apart',
          columns: Object.keys(COLUMNS),
          rows: results.map((result) => Object.values(COLUMNS).map((of) => of(result))),
        },
      ],
    };
  },
};

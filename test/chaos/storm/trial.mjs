/** Everything at once, on every engine, with two replicas and with four: kills, pauses, restarts, faults on the way. */
import { register } from 'node:module';
import { atMost, figure } from '../../../bench/support/figures.mjs';
import { enginesToTry, startDurableEngine } from '../support/durable-engine.mjs';
import { STORM } from './weather.mjs';

register('../../simulation/typescript-hooks.mjs', import.meta.url);

const seconds = (ms) => (ms / 1_000).toFixed(1);
const longestOf = ({ resumption }) => Math.max(0, ...Object.values(resumption));

const COLUMNS = {
  engine: ({ title }) => title,
  replicas: ({ replicas }) => replicas,
  orders: ({ counts }) => counts.orders,
  notifications: ({ counts }) => counts.notifications,
  acknowledged: ({ counts }) => counts.acknowledged,
  kills: ({ counts }) => counts.kills,
  pauses: ({ counts }) => counts.pauses,
  'database kills': ({ counts }) => counts.databaseRestarts,
  'service kills': ({ counts }) => counts.serviceRestarts,
  'faults on the way': ({ counts }) => counts.struck,
  'at the service': ({ counts }) => counts.atService,
  'refunds asked': ({ counts }) => counts.refundsAsked,
  accepted: ({ counts }) => counts.refundsAccepted,
  manual: ({ counts }) => counts.manual,
  violations: ({ violations }) => violations.length,
  'resumed after, s': (result) => seconds(longestOf(result)),
  'drained in, s': ({ drainSeconds }) => drainSeconds,
  reconciled: ({ reconciled }) => reconciled,
  'put forward, min': ({ skippedMinutes }) => skippedMinutes,
};

/** What was held by the dead, and how long it lay about at most while someone could have taken it on. */
const HELD = ['notification', 'outbox', 'poll', 'lane', 'refund_watch'];
const resumptionTable = (results) => ({
  title: 'Longest time until what a killed process held was taken on, in seconds, by what it was (-: nothing was held)',
  columns: ['engine', 'replicas', ...HELD],
  rows: results.map(({ title, replicas, resumption }) => [
    title,
    replicas,
    ...HELD.map((table) => (resumption[table] === undefined ? '-' : seconds(resumption[table]))),
  ]),
});

/** Each engine with each number of replicas; SQLite serves one process. */
function* runsOn(engines, replicas) {
  for (const name of engines) yield [name, name === 'sqlite' ? [1] : replicas];
}

async function tryOn(name, counts, plan) {
  const { storm } = await import('./storm.mjs');
  const engine = await startDurableEngine(name);
  const results = [];
  try {
    for (const replicas of counts) {
      const say = (text) => plan.say(`${engine.title}, ${replicas} replicas: ${text}`);
      results.push({ ...(await storm({ ...plan, engine, replicas, say })), title: engine.title, replicas });
    }
    return results;
  } finally {
    await engine.stop();
  }
}

const total = (results, name) => results.reduce((sum, { counts }) => sum + (counts[name] ?? 0), 0);

const figuresOf = (results, violations) => [
  figure('processes killed', total(results, 'kills'), ''),
  figure('processes paused', total(results, 'pauses'), ''),
  figure('database servers killed', total(results, 'databaseRestarts'), ''),
  figure('faults on the way to the service, and at it', total(results, 'struck') + total(results, 'atService'), ''),
  figure('refunds accepted', total(results, 'refundsAccepted'), ''),
  figure('refunds that wait for a person', total(results, 'manual'), ''),
  figure('work resumed after a kill, longest', Math.max(...results.map(longestOf)) / 1_000, 's', atMost(45)),
  figure('violations', violations.length, '', atMost(0)),
];

export const trial = {
  title: 'Random kills, pauses, restarts, wrong clocks and network faults under a steady load',
  flags: {
    minutes: { type: 'string', default: '10' },
    replicas: { type: 'string', default: '2,4' },
    rate: { type: 'string', default: '6' },
    pause: { type: 'string', default: '40' },
    apart: { type: 'string', default: '200' },
    drain: { type: 'string', default: '240' },
  },
  async run({ values, seed, say }) {
    const apartMs = STORM.apartMs.filter((each) => each <= Number(values.apart));
    const runs = [...runsOn(enginesToTry(values.engine), values.replicas.split(',').map(Number))];
    const share = (Number(values.minutes) * 60) / runs.reduce((sum, [, counts]) => sum + counts.length, 0);
    const sizes = { rate: Number(values.rate), longestPauseMs: Number(values.pause) * 1_000 };
    const plan = {
      ...sizes,
      seconds: share,
      drainSeconds: Number(values.drain),
      weather: { ...STORM, apartMs },
      seed,
      say,
    };
    const results = [];
    for (const [name, counts] of runs) results.push(...(await tryOn(name, counts, plan)));
    const violations = results.flatMap(({ title, replicas, violations: found }) =>
      found.map((what) => `${title}, ${replicas} replicas: ${what}`),
    );
    const rows = results.map((result) => Object.values(COLUMNS).map((of) => of(result)));
    return {
      engines: [...new Set(results.map(({ title }) => title))],
      violations,
      figures: figuresOf(results, violations),
      tables: [
        {
          title: 'Storms; only time was scaled: quiet times, resends and polls were put forward',
          columns: Object.keys(COLUMNS),
          rows,
        },
        resumptionTable(results),
      ],
    };
  },
};

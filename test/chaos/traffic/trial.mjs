/** Exactly once: many orders, each notified many times from several sources, on every engine (scenarios D1, D2 and D9). */
import { randomBytes } from 'node:crypto';
import { figure, atMost, percentile } from '../../../bench/support/figures.mjs';
import { enginesToTry, serversToTry, startDurableEngine } from '../support/durable-engine.mjs';
import { flagsWith, numbersOf } from '../support/flags.mjs';
import { runTraffic } from './run-traffic.mjs';

const sum = (faults) => Object.values(faults).reduce((total, rows) => total + rows, 0);

const claimTime =
  (share) =>
  ({ claims }) =>
    claims.length === 0 ? '' : percentile(claims, share).toFixed(1);
const claimFigure = ({ title, claims }) => figure(`${title}: claim of due rows, p99`, percentile(claims, 0.99), 'ms');

const COLUMNS = {
  engine: ({ title }) => title,
  orders: ({ orders }) => orders,
  notifications: ({ notifications, refused }) => notifications + refused,
  processes: ({ processes }) => processes,
  transitions: ({ transitions }) => transitions,
  'effects in the database': ({ effectsInDatabase }) => effectsInDatabase,
  'effects outside': ({ effectsOutside }) => effectsOutside,
  acknowledgements: ({ acknowledgements }) => acknowledgements,
  reads: ({ reads }) => reads,
  lost: ({ lost, visits }) => sum(lost) + visits.lost,
  duplicates: ({ twice }) => sum(twice),
  'failed pages': ({ failures }) => failures.length,
  deadlocks: ({ deadlocks }) => deadlocks.length,
  claims: ({ claims }) => claims.length,
  'claim p50 in ms': claimTime(0.5),
  'claim p99 in ms': claimTime(0.99),
  seconds: ({ seconds }) => Math.round(seconds),
};

const faultsOf = ({ title, lost, twice, outside, failures, deadlocks, visits }) => [
  ...Object.entries({ ...lost, ...twice }).map(([what, rows]) => `${title}: ${rows} ${what}`),
  ...[...outside, ...failures, ...deadlocks].map((text) => `${title}: ${text}`),
  ...(visits.lost > 0 ? [`${title}: ${visits.lost} of the host's own rows are lost`] : []),
];

async function tryOn(name, { values, seed, say }) {
  const engine = await startDurableEngine(name);
  const given = numbersOf(values, ['orders', 'most', 'processes']);
  const sizes = { ...given, ...(name === 'sqlite' ? { processes: 1 } : {}), seed };
  try {
    const database = await engine.createDatabase();
    const key = randomBytes(20).toString('hex');
    const progress = (text) => say(`${engine.title}: ${text}`);
    const result = { ...(await runTraffic({ ...sizes, database, engine: name, key, progress })), title: engine.title };
    // Said at once: a later engine may keep the run from its end.
    const facts = Object.entries(COLUMNS).map(([column, of]) => `${column} ${of(result)}`);
    process.stderr.write(`  ${facts.join(', ')}\n`);
    return result;
  } finally {
    await engine.stop();
  }
}

/** A trial of this kind, with what is usual for it, on the engines that `enginesOf` names. */
const trialOf = ({ title, usual, enginesOf }) => ({
  title,
  flags: flagsWith(usual),
  async run(context) {
    const results = [];
    for (const name of enginesOf(context.values.engine)) results.push(await tryOn(name, context));
    const violations = results.flatMap(faultsOf);
    const acknowledged = results.reduce((total, { acknowledgements }) => total + acknowledgements, 0);
    const rows = results.map((result) => Object.values(COLUMNS).map((of) => of(result)));
    return {
      engines: results.map((result) => result.title),
      violations,
      figures: [
        figure('acknowledged notifications', acknowledged, ''),
        ...results.filter(({ claims }) => claims.length > 0).map(claimFigure),
        figure('lost or doubled', violations.length, '', atMost(0)),
      ],
      tables: [{ title: 'Traffic', columns: Object.keys(COLUMNS), rows }],
    };
  },
});

export const trial = trialOf({
  title: 'Thousands of orders, each notified many times at once from several sources to several processes',
  usual: { orders: 2000, most: 50, processes: 4 },
  enginesOf: enginesToTry,
});

/** As many processes as a large shop runs; SQLite serves one. */
export const fleet = trialOf({
  title: 'Thousands of orders, each notified many times at once to thirty-two processes on one database',
  usual: { orders: 2000, most: 50, processes: 32 },
  enginesOf: serversToTry,
});

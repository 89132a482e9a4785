/** Effects in queues of a real Redis, under load: workers are killed, Redis is wiped, killed and cut off. */
import { atMost, figure } from '../../../bench/support/figures.mjs';
import { mustBeAmong } from '../../support/command-line.mjs';
import { findRedis } from '../../support/find-servers.mjs';
import { chanceFrom } from '../support/chance.mjs';
import { enginesToTry, startDurableEngine } from '../support/durable-engine.mjs';
import { flagsWith, numbersOf } from '../support/flags.mjs';
import { COUNTING } from './counted-rows.mjs';
import { HANDLERS, LAYOUTS } from './layouts.mjs';
import { play } from './play.mjs';

const MEGABYTE = 2 ** 20;
const STRIKES = ['kills', 'wipes', 'restarts', 'partitions', 'longest', 'workers'];

const backlogFigures = (backlog, effects) =>
  backlog === null
    ? []
    : [
        figure('backlog, effects', effects, ''),
        figure('backlog: most jobs in Redis', backlog.jobs, ''),
        figure('backlog: most that wait in one queue', backlog.waiting, ''),
        figure('backlog: memory of Redis when its queues were full', backlog.bytesWhenFull / MEGABYTE, 'MB'),
        figure('backlog: most memory of Redis afterwards', backlog.bytes / MEGABYTE, 'MB'),
      ];

const unqueued = (layout) =>
  LAYOUTS[layout].some(({ effects }) => effects === undefined)
    ? 0
    : HANDLERS.length - LAYOUTS[layout].flatMap(({ effects }) => effects).length;

const figuresOf = ({ counts, jobs, ...result }, { values, layout }) => [
  figure('effects', result.effects, ''),
  figure('orders', counts.orders, ''),
  figure('handlers whose effects are in no queue', unqueued(layout), ''),
  figure('processes killed', counts.kills, ''),
  figure('times Redis was wiped', counts.wipe, ''),
  figure('times Redis was killed', counts.restart, ''),
  figure('partitions', counts.partition, ''),
  figure('jobs put into several queues', counts.jobsDoubled, ''),
  figure('runs doubled by kills', result.doubled, ''),
  figure('runs repeated after a failure', result.retried, ''),
  figure('processes ended by one effect', result.poisonRuns, '', atMost(5)),
  figure('notification to the end of its effects, p50', result.p50, 'ms'),
  figure('notification to the end of its effects, p99', result.p99 / 1_000, 's'),
  figure('notification to the end of its effects, longest', result.longest / 1_000, 's'),
  figure('most jobs in Redis that have not ended', jobs.held, ''),
  figure('most jobs in Redis that have ended', jobs.ended, ''),
  figure('most memory of Redis', jobs.bytes / MEGABYTE, 'MB'),
  figure('worked off after the last strike', result.drainSeconds, 's'),
  ...backlogFigures(result.backlog, Number(values.backlog)),
  figure('violations', result.violations.length, '', atMost(0)),
];

/** The one that is named; otherwise the seed says which. */
function layoutOf(named, seed) {
  const names = Object.keys(LAYOUTS);
  if (named) mustBeAmong('layout', [named], names);
  return named || names[Math.floor(chanceFrom(seed)() * names.length)];
}

export const trial = {
  title: 'Effects in queues under load: workers are killed, Redis is wiped, killed and cut off',
  flags: flagsWith({
    kills: 12,
    wipes: 4,
    restarts: 2,
    partitions: 3,
    longest: 10,
    workers: 4,
    rate: 20,
    drain: 300,
    measured: 0,
    poison: 1,
    layout: '',
    backlog: 0,
    held: 60,
  }),
  async run({ values, seed, say }) {
    const name = values.engine ?? 'postgres';
    mustBeAmong('engine', [name], COUNTING);
    if (!findRedis(process.env)) throw new Error('there is no redis-server on this machine');
    const engine = await startDurableEngine(enginesToTry(name)[0]);
    const layout = layoutOf(values.layout, seed);
    const {
      rate,
      backlog,
      held: backlogSeconds,
      drain: drainSeconds,
    } = numbersOf(values, ['rate', 'backlog', 'held', 'drain']);
    try {
      const result = await play({
        engine,
        seed,
        layout,
        rate,
        backlog,
        backlogSeconds,
        drainSeconds,
        say,
        isMeasured: Number(values.measured) > 0,
        hasPoison: Number(values.poison) > 0,
        sizes: numbersOf(values, STRIKES),
      });
      return {
        engines: [engine.title],
        violations: result.violations.map((what) => `${engine.title}, queues ${layout}: ${what}`),
        figures: figuresOf(result, { values, layout }),
        tables: [],
      };
    } finally {
      await engine.stop();
    }
  },
};

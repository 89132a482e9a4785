/** What is simulated, and what plays in virtual time. */

const simulate = (subject, run) => ({
  name: `simulate-${subject}`,
  file: 'test/simulation/run.mjs',
  args: [subject],
  counts: ['schedules'],
  ...run,
});

/** A spec on SQLite in its long form, told how long by the environment. */
const spec = (path, { env, ...run }) => ({
  file: 'test/run.mjs',
  args: [path],
  env: Object.fromEntries(
    Object.entries(env).map(([size, own]) => [size, { TILLBRIDGE_TEST_ENGINES: 'sqlite', ...own }]),
  ),
  ...run,
});

export const SIMULATION_RUNS = [
  simulate('refunds', {
    says: 'The refund protocol on a virtual clock: two replicas, people, a service that misbehaves.',
    promises: [4],
    args: ['refunds', '--contestants'],
    sizes: { long: ['--schedules', '1000000'], default: ['--schedules', '1000000'], short: ['--schedules', '5000'] },
    minutes: { long: 7, default: 7, short: 1 },
  }),
  simulate('module', {
    says: 'The whole module on a virtual clock: orders, notifications, polls, effects and refunds, with replicas and people.',
    promises: [1, 2, 3, 4, 5, 7],
    args: ['module', '--contestants'],
    sizes: { long: ['--schedules', '250000'], default: ['--schedules', '50000'], short: ['--schedules', '2000'] },
    minutes: { long: 20, default: 5, short: 1 },
  }),
  simulate('adapters', {
    says: 'Schedules through the real module and the real sandbox, on SQLite and one clock that only the test moves.',
    promises: [1, 2, 4, 5],
    args: ['adapters', '--contestants'],
    addsUp: 'schedules',
    fromSeed: (seed) => ({ env: { SEED: String(seed) } }),
    sizes: { long: ['--schedules', '10000'], default: ['--schedules', '400'], short: ['--schedules', '20'] },
    minutes: { long: 60, default: 3, short: 1 },
  }),
  {
    name: 'second-opinion',
    says: 'Orders, refunds and the book of money, written once more from the specification alone, beside the module.',
    promises: [2, 3, 4],
    fromSeed: (seed) => ({ args: ['--from', String(seed)] }),
    file: 'test/reference/run.mjs',
    sizes: {
      long: ['--histories', '1000000'],
      default: ['--histories', '1000000'],
      short: ['--histories', '5000'],
    },
    minutes: { long: 7, default: 7, short: 1 },
    counts: ['histories'],
  },
  spec('test/shop/polling/settled-in-time', {
    name: 'lost-notifications',
    says: 'Not one notification arrives: orders paid at any age are found by polling, in virtual time.',
    promises: [5],
    env: {
      long: { TILLBRIDGE_TEST_POLLED: '1700' },
      default: { TILLBRIDGE_TEST_POLLED: '500' },
      short: { TILLBRIDGE_TEST_POLLED: '20' },
    },
    minutes: { long: 10, default: 3, short: 1 },
    counts: ['orders of which nothing was heard'],
  }),
  spec('test/shop/polling/sweep-cost', {
    name: 'sweep-cost',
    says: 'What a backlog of due orders costs in calls, beside the least possible.',
    promises: [5],
    env: { long: { TILLBRIDGE_LISTED: '50000' }, default: { TILLBRIDGE_LISTED: '10000' }, short: {} },
    counts: ['backlogs'],
    minutes: { long: 10, default: 2, short: 1 },
  }),
];

/**
 * Everything that proves something: how it is started in each size, about how many minutes it takes on two cores, which
 * promises it tries to break, and under which heading of the page its record stands. `long` has the volumes of the goals.
 */

const simulate = (subject, run) => ({
  name: `simulate-${subject}`,
  section: 'simulation',
  file: 'test/simulation/run.mjs',
  args: [subject],
  headlines: [{ figure: 'schedules', as: 'simulated schedules' }],
  ...run,
});
const chaos = (trial, run) => ({
  name: `chaos-${trial}`,
  section: 'chaos',
  file: 'test/chaos/run.mjs',
  args: [trial],
  ...run,
});
const attack = (name, run) => ({
  name: `attacks-${name}`,
  section: 'attacks',
  file: 'test/attacks/run.mjs',
  args: [name],
  ...run,
});
const bench = (name, run) => ({
  name: `bench-${name}`,
  section: 'speed',
  file: 'bench/run.mjs',
  args: [name],
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

export const RUNS = [
  simulate('refunds', {
    says: 'The refund protocol on a virtual clock: two replicas, people, a service that misbehaves.',
    promises: [4],
    args: ['refunds', '--contestants'],
    sizes: { long: ['--schedules', '1000000'], default: ['--schedules', '200000'], short: ['--schedules', '5000'] },
    minutes: { long: 20, default: 5, short: 1 },
  }),
  simulate('module', {
    says: 'The whole module on a virtual clock: orders, notifications, looks, effects and refunds, with replicas and people.',
    promises: [1, 2, 3, 4, 5, 7],
    args: ['module', '--contestants'],
    sizes: { long: ['--schedules', '1000000'], default: ['--schedules', '100000'], short: ['--schedules', '2000'] },
    minutes: { long: 40, default: 6, short: 1 },
  }),
  simulate('adapters', {
    says: 'Schedules through the real module and the real sandbox, on SQLite and one clock that only the test moves.',
    promises: [1, 2, 4, 5],
    args: ['adapters', '--contestants'],
    sizes: { long: ['--schedules', '10000'], default: ['--schedules', '2000'], short: ['--schedules', '20'] },
    minutes: { long: 60, default: 12, short: 1 },
  }),
  spec('test/polling/settled-in-time', {
    name: 'lost-notifications',
    section: 'simulation',
    says: 'Not one notification arrives: orders paid at any age are found by looking, in virtual time.',
    promises: [5],
    env: {
      long: { TILLBRIDGE_TEST_POLLED: '1700' },
      default: { TILLBRIDGE_TEST_POLLED: '500' },
      short: { TILLBRIDGE_TEST_POLLED: '20' },
    },
    minutes: { long: 10, default: 3, short: 1 },
    headlines: [{ figure: 'orders of which nothing was heard', as: 'orders without any notification' }],
  }),
  spec('test/polling/sweep-cost', {
    name: 'sweep-cost',
    section: 'simulation',
    says: 'What a backlog of due orders costs in calls, beside the least possible.',
    promises: [5],
    env: { long: { TILLBRIDGE_LISTED: '50000' }, default: { TILLBRIDGE_LISTED: '10000' }, short: {} },
    minutes: { long: 10, default: 2, short: 1 },
  }),
  chaos('traffic', {
    says: 'Thousands of orders, each notified many times at once from several sources to several processes.',
    promises: [1, 2, 7],
    sizes: { long: ['--orders', '10000'], default: ['--orders', '2000'], short: ['--orders', '100', '--most', '5'] },
    minutes: { long: 60, default: 12, short: 1 },
    headlines: [{ figure: 'acknowledged notifications', as: 'notifications acknowledged under contention' }],
  }),
  chaos('storm', {
    says: 'Random kills, pauses, restarts, wrong clocks and network faults under a steady load.',
    promises: [1, 2, 4, 5, 7],
    sizes: {
      long: ['--minutes', '60'],
      default: ['--minutes', '15'],
      short: ['--minutes', '1', '--engine', 'sqlite', '--drain', '60'],
    },
    minutes: { long: 75, default: 25, short: 3 },
    headlines: [
      { figure: 'processes killed', as: 'processes killed at random' },
      { figure: 'database servers killed', as: 'database servers killed' },
    ],
  }),
  chaos('points', {
    says: 'Kill -9 at every named crash point, with a restart or with other replicas beside.',
    promises: [1, 2, 4, 5, 7],
    sizes: {
      long: ['--repeats', '30'],
      default: ['--repeats', '3'],
      short: ['--points', 'N1,F3', '--engine', 'sqlite'],
    },
    minutes: { long: 120, default: 20, short: 2 },
    headlines: [{ figure: 'kills survived', as: 'kills at named points' }],
  }),
  chaos('zombies', {
    says: 'A process stands still inside each critical section, others take its work over, and it comes back.',
    promises: [1, 2, 4, 7],
    sizes: { long: ['--repeats', '10'], short: ['--engine', 'sqlite', '--repeats', '1'] },
    minutes: { long: 60, default: 15, short: 5 },
    headlines: [{ figure: 'processes that stood still', as: 'processes stopped inside a critical section' }],
  }),
  chaos('database-restart', {
    says: 'The database server is killed under load, and comes back on the same data.',
    promises: [1, 2, 4, 7],
    sizes: { long: ['--cycles', '50'], default: ['--cycles', '10'], short: ['--cycles', '1', '--engine', 'mariadb'] },
    minutes: { long: 40, default: 10, short: 2 },
    headlines: [{ figure: 'kills', as: 'database servers killed' }],
  }),
  chaos('disk-full', {
    says: 'The disk below the database is full under load, and is freed again.',
    promises: [1, 2, 4],
    sizes: { long: ['--cycles', '20'], default: ['--cycles', '4'], short: ['--cycles', '1', '--engine', 'sqlite'] },
    minutes: { long: 40, default: 10, short: 2 },
    headlines: [{ figure: 'times full', as: 'full disks' }],
  }),
  chaos('commit-lost', {
    says: 'The connection to the database is lost exactly around a COMMIT.',
    promises: [1, 2, 4],
    sizes: {
      long: ['--commits', '300'],
      default: ['--commits', '50'],
      short: ['--commits', '3', '--engine', 'mariadb'],
    },
    minutes: { long: 20, default: 5, short: 1 },
    headlines: [{ figure: 'commits lost', as: 'connections lost around a COMMIT' }],
  }),
  chaos('faults', {
    says: 'A fault at every statement, and a kill at every point, of a notification on its way.',
    promises: [1, 2, 7],
    minutes: { long: 20, default: 20, short: 20 },
  }),
  chaos('refunds', {
    says: 'Kills at every point of a refund, and two replicas that refund through a network of faults.',
    promises: [4, 7],
    minutes: { long: 60, default: 60, short: 60 },
  }),
  attack('forged', {
    says: 'Notifications that nobody signed, of every kind that could be thought of.',
    promises: [3],
    sizes: { long: ['--requests', '1000000'], default: ['--requests', '200000'], short: ['--requests', '2000'] },
    minutes: { long: 20, default: 5, short: 1 },
  }),
  attack('fuzz', {
    says: 'Signed notifications whose bodies are nonsense.',
    promises: [2, 3],
    sizes: { long: ['--requests', '100000'], default: ['--requests', '20000'], short: ['--requests', '500'] },
    minutes: { long: 10, default: 3, short: 1 },
  }),
  attack('flood', {
    says: 'Floods of forged requests, large bodies, slow bodies and headers, while authentic notifications come in.',
    promises: [1, 3],
    sizes: { short: ['--requests', '500'] },
    minutes: { long: 10, default: 10, short: 3 },
  }),
  attack('timing', {
    says: 'Does the time taken to judge a signature tell how much of it is right?',
    promises: [3, 6],
    sizes: { long: [], default: ['--requests', '200000'], short: ['--requests', '10000'] },
    minutes: { long: 5, default: 2, short: 1 },
  }),
  {
    name: 'mutants',
    section: 'mutants',
    says: 'Deliberate defects of the code, each of which a named test must catch.',
    promises: [1, 2, 3, 4, 5, 6, 7],
    file: 'test/mutants/run.mjs',
    sizes: { short: ['--only', 'm10'] },
    minutes: { long: 10, default: 10, short: 1 },
    headlines: [{ figure: 'mutants caught', as: 'deliberate defects caught' }],
  },
  {
    name: 'conformance',
    section: 'suite',
    says: 'The specification, rule by rule, over HTTP.',
    promises: [3],
    file: 'test/reliability/suite.mjs',
    args: ['conformance'],
    minutes: { long: 1, default: 1, short: 1 },
    headlines: [{ figure: 'rules', as: 'rules of the specification' }],
  },
  {
    name: 'suite',
    section: 'suite',
    says: 'Every spec on every engine, and the search for the key in all that is printed.',
    promises: [1, 2, 3, 4, 5, 6, 7],
    file: 'test/reliability/suite.mjs',
    args: ['tests'],
    sizes: { short: ['src/support'] },
    minutes: { long: 20, default: 20, short: 1 },
    headlines: [{ figure: 'tests', as: 'tests' }],
  },
  bench('notifications', {
    says: 'How fast notifications are acknowledged and worked off.',
    promises: [1],
    sizes: { short: ['1'] },
    minutes: { long: 8, default: 8, short: 3 },
  }),
  bench('polling', {
    says: 'How fast orders are settled of which nothing was heard.',
    promises: [5],
    sizes: { short: ['1'] },
    minutes: { long: 6, default: 6, short: 4 },
  }),
  bench('refund-batches', {
    says: 'How long batches of refunds take beside the least possible, and how far apart refunds come in.',
    promises: [4],
    sizes: { long: ['300'], short: ['5'] },
    minutes: { long: 12, default: 3, short: 1 },
  }),
  bench('refund-doubt', {
    says: 'How long a refund is in doubt whose answer, or whose request, was lost.',
    promises: [4],
    sizes: { short: ['12'] },
    minutes: { long: 3, default: 3, short: 1 },
  }),
  bench('refund-plan', {
    says: 'How long it takes to plan a lane of many refunds.',
    promises: [],
    minutes: { long: 1, default: 1, short: 1 },
  }),
  bench('sandbox-pages', {
    says: 'How long the pages of the sandbox take with a history behind them.',
    promises: [],
    sizes: { short: ['10'] },
    minutes: { long: 2, default: 2, short: 1 },
  }),
];

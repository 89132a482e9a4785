/** Mutants, the suite, other hosts, and how fast it all is. */

const bench = (name, run) => ({
  name: `bench-${name}`,
  file: 'bench/run.mjs',
  args: [name],
  ...run,
});

export const OTHER_RUNS = [
  {
    name: 'mutants',
    says: 'The list of regressions: defects put into the code one at a time, each of which a named test must catch.',
    promises: [1, 2, 3, 4, 5, 6, 7],
    file: 'test/mutants/run.mjs',
    sizes: { short: ['--only', 'm10'] },
    minutes: { long: 10, default: 10, short: 1 },
    counts: ['mutants tried'],
  },
  {
    name: 'conformance',
    says: 'The specification, rule by rule, over HTTP.',
    promises: [3],
    file: 'test/reliability/suite.mjs',
    args: ['conformance'],
    minutes: { long: 1, default: 1, short: 1 },
    counts: ['rules'],
  },
  {
    name: 'suite',
    says: 'Every spec on every engine, and the search for the key in all that is printed.',
    promises: [1, 2, 3, 4, 5, 6, 7],
    file: 'test/reliability/suite.mjs',
    args: ['tests'],
    sizes: { short: ['src/support'] },
    minutes: { long: 20, default: 20, short: 1 },
    counts: ['tests'],
  },
  {
    name: 'compat',
    says: 'The packed package in every kind of host, installed from the registry.',
    promises: [],
    file: 'compat/run.mjs',
    sizes: { short: ['--merge', '--only', 'esm'] },
    minutes: { long: 8, default: 8, short: 1 },
  },
  bench('notifications', {
    says: 'How fast notifications are acknowledged and worked off.',
    promises: [1],
    sizes: { short: ['1'] },
    minutes: { long: 8, default: 8, short: 3 },
  }),
  bench('dashboard', {
    says: 'How long the pages of the shop’s staff take with a million orders behind them.',
    promises: [],
    sizes: { long: ['1000000', 'all'], default: ['1000000', 'all'], short: ['4000', 'sqlite', '3'] },
    minutes: { long: 8, default: 8, short: 1 },
  }),
  bench('boot', {
    says: 'What the module adds to the start of a host, in processor time, and what the help of the command line takes.',
    promises: [],
    sizes: { short: ['1'] },
    minutes: { long: 1, default: 1, short: 1 },
  }),
  bench('idle', {
    says: 'How many statements a replica sends while there is nothing to do.',
    promises: [],
    sizes: { short: ['5'] },
    minutes: { long: 15, default: 15, short: 12 },
  }),
  bench('wake', {
    says: 'From a notification to its effect over two processes, without and with a doorbell, over PostgreSQL and Redis.',
    promises: [],
    sizes: { short: ['200'] },
    minutes: { long: 1, default: 1, short: 1 },
  }),
  bench('growth', {
    says: 'How much room orders take in the database, and how fast what is old is deleted.',
    promises: [],
    sizes: { short: ['200'] },
    minutes: { long: 6, default: 6, short: 1 },
  }),
  bench('pool', {
    says: 'What the size of its pool means to one replica.',
    promises: [],
    sizes: { short: ['100', '1'] },
    minutes: { long: 4, default: 4, short: 1 },
  }),
  bench('telemetry', {
    says: 'What spans and counts cost where no one collects them.',
    promises: [],
    minutes: { long: 1, default: 1, short: 1 },
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
  bench('shoppers', {
    says: 'What the sandbox takes of 1,000 shoppers at once, how long its pages take at half of that, and what a kill loses.',
    promises: [],
    sizes: { short: ['300', '3'] },
    minutes: { long: 3, default: 3, short: 1 },
  }),
  bench('sandbox-pages', {
    says: 'How long the pages of the sandbox take with a history behind them.',
    promises: [],
    sizes: { short: ['10'] },
    minutes: { long: 2, default: 2, short: 1 },
  }),
];

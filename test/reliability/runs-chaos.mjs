/** What is tried on real servers and processes; `long` has the volumes of the goals. */

const chaos = (trial, run) => ({
  name: `chaos-${trial}`,
  file: 'test/chaos/run.mjs',
  args: [trial],
  ...run,
});

const QUEUES_LONG =
  '--kills 200 --wipes 50 --restarts 10 --partitions 20 --longest 60 --measured 1 --drain 1200 --backlog 1000000'.split(
    ' ',
  );

export const CHAOS_RUNS = [
  chaos('traffic', {
    says: 'Thousands of orders, each notified many times at once from several sources to several processes.',
    promises: [1, 2, 7],
    sizes: { long: ['--orders', '10000'], default: ['--orders', '2000'], short: ['--orders', '100', '--most', '5'] },
    minutes: { long: 60, default: 5, short: 1 },
    counts: ['acknowledged notifications'],
  }),
  chaos('fleet', {
    says: 'Thousands of orders, each notified many times at once to thirty-two processes on one database.',
    promises: [1, 2, 7],
    sizes: {
      long: ['--orders', '4000'],
      short: ['--orders', '40', '--most', '5', '--processes', '6', '--engine', 'postgres'],
    },
    minutes: { long: 30, default: 15, short: 1 },
    counts: ['acknowledged notifications'],
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
    counts: ['processes killed', 'database servers killed'],
  }),
  chaos('lag', {
    says: 'Two replicas whose clocks are apart, before a service whose reads are old and whose answers are late.',
    promises: [2, 3, 7],
    sizes: { long: ['--orders', '5000'], default: ['--orders', '1000'], short: ['--orders', '60'] },
    minutes: { long: 20, default: 7, short: 2 },
    counts: ['orders'],
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
    counts: ['kills survived'],
  }),
  chaos('zombies', {
    says: 'A process stands still inside each critical section, others take its work over, and it comes back.',
    promises: [1, 2, 4, 7],
    sizes: { long: ['--repeats', '10'], short: ['--engine', 'sqlite', '--repeats', '1'] },
    minutes: { long: 60, default: 15, short: 5 },
    counts: ['processes that stood still'],
  }),
  chaos('database-restart', {
    says: 'The database server is killed under load, and comes back on the same data.',
    promises: [1, 2, 4, 7],
    sizes: { long: ['--cycles', '50'], default: ['--cycles', '40'], short: ['--cycles', '1', '--engine', 'mariadb'] },
    minutes: { long: 9, default: 7, short: 2 },
    counts: ['kills'],
  }),
  chaos('disk-full', {
    says: 'The disk below the database is full under load, and is freed again.',
    promises: [1, 2, 4],
    sizes: { long: ['--cycles', '20'], default: ['--cycles', '4'], short: ['--cycles', '1', '--engine', 'sqlite'] },
    minutes: { long: 40, default: 10, short: 2 },
    counts: ['times full'],
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
    counts: ['commits lost'],
  }),
  chaos('queues', {
    says: 'Effects in queues under load, while workers are killed and Redis is wiped, killed and cut off.',
    promises: [2, 7],
    sizes: {
      long: QUEUES_LONG,
      short: ['--kills', '3', '--wipes', '1', '--restarts', '1', '--partitions', '1', '--longest', '3'],
    },
    minutes: { long: 40, default: 4, short: 3 },
    counts: ['processes killed', 'times Redis was wiped', 'partitions'],
  }),
  chaos('faults', {
    says: 'A fault at every statement, and a kill at every point, of a notification on its way.',
    promises: [1, 2, 7],
    minutes: { long: 5, default: 5, short: 5 },
  }),
  chaos('refunds', {
    says: 'Kills at every point of a refund, and two replicas that refund through a network of faults.',
    promises: [4, 7],
    sizes: { long: ['--orders', '200'], short: ['--orders', '1'] },
    minutes: { long: 70, default: 30, short: 2 },
    counts: ['refunds asked for'],
  }),
];

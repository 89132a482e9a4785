/** What is tried on a real Vendure shop; the plugin has packages of its own, which `npm ci` in its folder installs. */

const vendure = (trial, run) => ({
  name: `vendure-${trial}`,
  file: 'plugins/vendure/chaos/run.mjs',
  args: [trial],
  counts: ['processes killed', 'orders', 'copies of notifications'],
  ...run,
});

export const VENDURE_RUNS = [
  vendure('kills', {
    says: 'Kill -9 of a Vendure server or worker before each commit and around each request of all that an order goes through.',
    promises: [1, 2, 4, 5],
    sizes: {
      short: ['--engine', 'sqlite', '--courses', 'payment'],
    },
    minutes: { long: 15, default: 15, short: 2 },
  }),
  vendure('storm', {
    says: 'A Vendure shop whose notifications come fifty times at once.',
    promises: [1, 2, 7],
    sizes: { long: ['--orders', '500'], short: ['--orders', '3', '--engine', 'sqlite'] },
    minutes: { long: 40, default: 6, short: 1 },
  }),
  vendure('fleet', {
    says: 'Two Vendure servers and two workers, killed one after the other under a storm of notifications.',
    promises: [1, 2, 4, 7],
    sizes: { long: ['--orders', '500'], short: ['--orders', '3'] },
    minutes: { long: 45, default: 6, short: 2 },
  }),
];

/** What can be tried, by name: `npm run chaos -- <name>`. Each is loaded only when it is wanted. */
import { specTrial } from './spec-trials.mjs';

export const TRIALS = {
  storm: () => import('./storm/trial.mjs'),
  lag: () => import('./storm/lag.mjs'),
  traffic: () => import('./traffic/trial.mjs'),
  fleet: async () => ({ trial: (await import('./traffic/trial.mjs')).fleet }),
  points: () => import('./points.mjs'),
  'disk-full': () => import('./disk-full.mjs'),
  'database-restart': () => import('./database-restart.mjs'),
  'commit-lost': () => import('./commit-lost.mjs'),
  zombies: () => import('./zombies.mjs'),
  queues: () => import('./queues/trial.mjs'),
  faults: async () => ({
    trial: specTrial('A fault at every statement of a notification on its way, and every order of two', [
      'test/e2e/statement-faults.spec.ts',
      'test/e2e/interleavings.spec.ts',
    ]),
  }),
  refunds: async () => ({
    trial: specTrial(
      'Two replicas that refund through a network of faults, and die',
      ['test/shop/refunds/mixes.spec.ts'],
      {
        flags: { orders: 80 },
        envOf: ({ orders }) => ({ TILLBRIDGE_TEST_MIX_ORDERS: orders }),
        leftOut: ['SQLite'],
      },
    ),
  }),
};

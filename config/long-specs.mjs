/**
 * Specs that take long because they start processes, fill tables or break every statement in turn. They run where `CI` is
 * set, as `.ci/run` does, or when they are named: `npm test -- test/e2e/stalls`.
 */
export const LONG_SPECS = [
  'test/chaos/storm',
  'test/chaos/named-faults',
  'test/cli/doctor-servers',
  'test/cli/frame',
  'test/cli/shop-commands',
  'test/client/stale-socket',
  'test/dashboard/large-shop',
  'test/dashboard/orders',
  'test/dashboard/overview.browser',
  'test/dashboard/walk.refunds',
  'test/database/time-zones',
  'test/docs/build',
  'test/e2e/create-lost',
  'test/e2e/exactly-once-many',
  'test/e2e/interleavings',
  'test/e2e/stalls',
  'test/e2e/statement-faults',
  'test/newcomer/newcomer',
  'test/refunds/lane-replicas',
  'test/refunds/mixes',
  'test/sandbox/fuzz-many',
  'test/schematics/nest-add',
  'test/shop/effects-rehearse',
  'test/shop/operator-plans',
  'test/shop/order-search',
  'test/shop/workers-claims',
  'test/simulation/adapters',
];

/** What a shop's host can be made of. Every pair of values is run together, save those in EXCLUDED. */
export const AXES = {
  node: ['20', '22', '24'],
  nest: ['11', '12'],
  typeorm: ['0.3', '1'],
  http: ['express', 'fastify'],
  module: ['esm', 'cjs'],
  database: ['sqlite', 'mariadb', 'postgres'],
};

/**
 * Pairs that cannot be had, each with the reason that was measured: `{ pair: { nest: '12', module: 'cjs' }, reason: '…' }`.
 * There are none: NestJS 12 is ESM only, but each Node from 20.19 on can `require` it, and NestJS 11 takes TypeORM 1.
 */
export const EXCLUDED = [];

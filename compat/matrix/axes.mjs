/** The parts of a shop's host. Every pair of values is run together, except those in EXCLUDED. */
export const AXES = {
  node: ['20', '22', '24'],
  nest: ['11', '12'],
  typeorm: ['0.3', '1'],
  http: ['express', 'fastify'],
  module: ['esm', 'cjs'],
  database: ['sqlite', 'mariadb', 'postgres'],
};

/**
 * Pairs that cannot work, each with the measured reason: `{ pair: { nest: '12', module: 'cjs' }, reason: '…' }`. There
 * are none: NestJS 12 is ESM only, but each Node from 20.19 on can `require` it, and NestJS 11 works with TypeORM 1.
 */
export const EXCLUDED = [];

/** The packages of a row. Rows of one set share one `node_modules`. */

const NEST = { 11: '^11.0.0', 12: '^12.0.0' };
const TYPEORM = { 0.3: '^0.3.20', 1: '^1.0.0' };
const VALIDATOR = { 11: '^0.14.1', 12: '^0.15.0' };

/** The packages of each host, in the newest versions within the ranges of the package. */
function hostOf({ nest, typeorm, http }) {
  return {
    '@nestjs/common': NEST[nest],
    '@nestjs/core': NEST[nest],
    [`@nestjs/platform-${http}`]: NEST[nest],
    '@nestjs/typeorm': NEST[nest],
    '@types/node': '^20.19.0',
    axios: '^1.7.0',
    'better-sqlite3': '^12.0.0',
    'class-validator': VALIDATOR[nest],
    mysql2: '^3.11.0',
    pg: '^8.12.0',
    'reflect-metadata': '^0.2.2',
    rxjs: '^7.8.1',
    typeorm: TYPEORM[typeorm],
  };
}

/** A project like that of `nest new` of NestJS 12: ESM, Vitest; with the builders of its command line. */
const PROJECT_12 = {
  ...hostOf({ nest: '12', typeorm: '1', http: 'express' }),
  '@nestjs/cli': '^12.0.0',
  '@nestjs/config': '^12.0.0',
  '@nestjs/testing': '^12.0.0',
  '@rspack/core': '^2.0.0',
  '@swc/cli': '^0.8.0',
  '@swc/core': '^1.10.0',
  'fork-ts-checker-webpack-plugin': '^9.0.0',
  'tsconfig-paths-webpack-plugin': '^4.2.0',
  typescript: '^6.0.2',
  vitest: '^4.1.2',
  'webpack-node-externals': '^3.0.0',
};

/** A project like that of `nest new` of NestJS 11: CommonJS, Jest with ts-jest. */
const PROJECT_11 = {
  ...hostOf({ nest: '11', typeorm: '0.3', http: 'express' }),
  '@nestjs/cli': '^11.0.0',
  '@nestjs/config': '^4.0.0',
  '@nestjs/testing': '^11.0.0',
  '@types/jest': '^30.0.0',
  jest: '^30.0.0',
  'ts-jest': '^29.2.5',
  'ts-loader': '^9.5.0',
  typescript: '^5.7.3',
  webpack: '^5.97.0',
};

/**
 * The oldest release of each peer within the ranges of the package; of better-sqlite3 8 the newest, because the first
 * ones do not compile for Node 20.
 */
const OLDEST = {
  '@nestjs/common': '11.1.4',
  '@nestjs/core': '11.1.4',
  '@nestjs/platform-express': '11.1.4',
  '@nestjs/schedule': '5.0.0',
  '@nestjs/typeorm': '11.0.0',
  '@types/node': '^20.19.0',
  axios: '1.7.0',
  'better-sqlite3': '^8.0.0',
  'class-validator': '0.14.1',
  mysql2: '3.11.0',
  pg: '8.12.0',
  'reflect-metadata': '0.2.2',
  rxjs: '7.8.1',
  typeorm: '0.3.20',
};

const withQueues = (nest, bullmq) => ({
  ...hostOf({ nest, typeorm: '1', http: 'express' }),
  '@nestjs/bullmq': nest === '11' ? '^11.0.0' : NEST[nest],
  bullmq,
});

/** A host, and what watches it from outside: it changes Nest, HTTP and the drivers before they are used. */
const watchedBy = (packages) => ({ ...hostOf({ nest: '11', typeorm: '0.3', http: 'express' }), ...packages });

const PROJECTS = {
  opentelemetry: watchedBy({
    '@opentelemetry/auto-instrumentations-node': '>=0.80.0 <1',
    '@opentelemetry/sdk-node': '>=0.220.0 <1',
    '@opentelemetry/sdk-trace-base': '^2.0.0',
  }),
  sentry: watchedBy({ '@sentry/nestjs': '^10.0.0' }),
  'queues-11': withQueues('11', '5.0.0'),
  'queues-12': withQueues('12', '^5.0.0'),
  'project-11': PROJECT_11,
  'project-12': PROJECT_12,
  oldest: OLDEST,
  pnpm: hostOf({ nest: '12', typeorm: '1', http: 'fastify' }),
};

/** The set of a row of the matrix. */
export const setOf = ({ nest, typeorm, http }) => `nest${nest}-typeorm${typeorm}-${http}`;

/** The packages of a set, with their ranges. */
export function packagesOf(set) {
  if (set in PROJECTS) return PROJECTS[set];
  const [, nest, typeorm, http] = /^nest(.+)-typeorm(.+)-(.+)$/.exec(set);
  return hostOf({ nest, typeorm, http });
}

/** The plain host with another module kind, another database or other versions. */
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { compiledFolder, complaintOfSale } from '../harness/plain-host.mjs';
import { startPgBouncer } from '../harness/pgbouncer.mjs';
import { startRedis } from '../harness/redis.mjs';

const NEWEST = 'nest12-typeorm1-express';
const PACKAGES = ['@nestjs/core', '@nestjs/typeorm', 'typeorm'];

/** Runs one program of the plain host with a new database. */
const program =
  (name, module, others = []) =>
  async (bench) => {
    bench.note(...PACKAGES, ...others);
    await bench.compile([`${module}/${name}`]);
    return bench.judge(module, name, { COMPAT_DATABASE: await bench.database() });
  };

async function severalShops(bench) {
  bench.note(...PACKAGES);
  await bench.compile(['esm/main.several-shops.ts']);
  const env = { COMPAT_DATABASE: await bench.database(), COMPAT_OTHER_DATABASE: await bench.database('mariadb') };
  const { shops } = await bench.play('esm', 'main.several-shops.ts', env);
  const orders = shops.map((shop) => shop.orders);
  const isApart = isDeepStrictEqual(orders, [['one-1'], ['other-1']]);
  const complaint = shops.map((shop) => complaintOfSale(shop)).find(Boolean);
  return complaint ?? (isApart ? undefined : `the two shops know the orders ${JSON.stringify(orders)}`);
}

/** TypeORM's own command line creates the tables, from a data-source file; the shop runs no migrations. */
const migrations = (module) => async (bench) => {
  bench.note(...PACKAGES);
  const env = { COMPAT_DATABASE: await bench.database() };
  await bench.compile([`${module}/data-source.ts`, `${module}/main.migrated.ts`]);
  const cli = join(bench.folder, 'node_modules', 'typeorm', 'cli.js');
  const cwd = compiledFolder(bench.folder, module);
  await bench.run([cli, 'migration:run', '-d', 'data-source.js'], { cwd, env });
  return bench.judge(module, 'main.migrated.ts', env);
};

async function pgBouncer(bench) {
  bench.note(...PACKAGES, 'pg');
  const options = JSON.parse(await bench.database());
  const bouncer = await startPgBouncer(options.url);
  bench.versions.pgbouncer = bouncer.version;
  try {
    await bench.compile(['esm/main.express.ts']);
    const COMPAT_DATABASE = JSON.stringify({ ...options, url: bouncer.url });
    return await bench.judge('esm', 'main.express.ts', { COMPAT_DATABASE });
  } finally {
    await bouncer.stop();
  }
}

async function queues(bench) {
  bench.note('@nestjs/core', '@nestjs/bullmq', 'bullmq', 'typeorm');
  const redis = await startRedis();
  bench.versions.redis = redis.version;
  try {
    await bench.compile(['esm/main.queues.ts']);
    const env = { COMPAT_DATABASE: await bench.database(), COMPAT_REDIS: redis.url };
    const seen = await bench.play('esm', 'main.queues.ts', env);
    const isHanded = isDeepStrictEqual(seen.handed, ['book-refund', 'send-mail']);
    return complaintOfSale(seen) ?? (isHanded ? undefined : `the queue had ${JSON.stringify(seen.handed)}`);
  } finally {
    await redis.stop();
  }
}

/** The plain host, with a program that is loaded before it and changes what it loads. */
const watched = (watcher, packages) => async (bench) => {
  bench.note(...PACKAGES, ...packages);
  await bench.compile(['cjs/main.express.ts']);
  const NODE_OPTIONS = `--require ${join(bench.folder, 'hosts', 'cjs', watcher)}`;
  return bench.judge('cjs', 'main.express.ts', { COMPAT_DATABASE: await bench.database(), NODE_OPTIONS });
};

export const PLAIN_SCENARIOS = [
  {
    id: 'sentry',
    title: 'Sentry loaded first; no event has the API key',
    set: 'sentry',
    node: '22',
    database: 'postgres',
    play: watched('sentry.cjs', ['@sentry/nestjs']),
  },
  {
    id: 'opentelemetry',
    title: 'Every instrumentation of OpenTelemetry loaded first; no span has the API key',
    set: 'opentelemetry',
    node: '22',
    database: 'mariadb',
    play: watched('opentelemetry.cjs', ['@opentelemetry/auto-instrumentations-node']),
  },
  {
    id: 'oldest-peers',
    title: 'The oldest release of each peer, on Node 20.19.0',
    set: 'oldest',
    node: '20.19.0',
    database: 'postgres',
    play: program('main.express.ts', 'cjs', [
      '@nestjs/schedule',
      'axios',
      'class-validator',
      'pg',
      'reflect-metadata',
      'rxjs',
    ]),
  },
  {
    id: 'pnpm',
    title: 'Installed by pnpm, with strict peers',
    set: 'pnpm',
    node: '22',
    database: 'sqlite',
    play: program('main.fastify.ts', 'esm'),
  },
  {
    id: 'mysql',
    title: 'MySQL',
    set: NEWEST,
    node: '20',
    database: 'mysql',
    play: program('main.express.ts', 'esm'),
  },
  {
    id: 'two-data-sources',
    title: 'Two DataSources, payments in the second one',
    set: NEWEST,
    node: '22',
    database: 'postgres',
    play: program('main.two-sources.ts', 'esm'),
  },
  {
    id: 'several-shops',
    title: 'Two shops in one process, each with a database of its own',
    set: NEWEST,
    node: '22',
    database: 'postgres',
    play: severalShops,
  },
  {
    id: 'config-service',
    title: '`forRootAsync` of both modules with ConfigService',
    set: 'project-12',
    node: '24',
    database: 'mariadb',
    play: program('main.config-service.ts', 'esm'),
  },
  {
    id: 'migration-run-1',
    title: '`typeorm migration:run -d`, TypeORM 1, ESM',
    set: NEWEST,
    node: '24',
    database: 'mariadb',
    play: migrations('esm'),
  },
  {
    id: 'migration-run-0.3',
    title: '`typeorm migration:run -d`, TypeORM 0.3, CommonJS',
    set: 'nest11-typeorm0.3-express',
    node: '20',
    database: 'postgres',
    play: migrations('cjs'),
  },
  {
    id: 'pgbouncer',
    title: 'PgBouncer in transaction mode',
    set: NEWEST,
    node: '24',
    database: 'postgres',
    play: pgBouncer,
  },
  {
    id: 'queues-nest12-bullmq5',
    title: 'Effects in a queue of BullMQ 5, NestJS 12',
    set: 'queues-12',
    node: '22',
    database: 'postgres',
    play: queues,
  },
  {
    id: 'queues-nest11-bullmq5',
    title: 'Effects in a queue of BullMQ 5.0.0, NestJS 11',
    set: 'queues-11',
    node: '20',
    database: 'mariadb',
    play: queues,
  },
];

/** A replica that receives and processes notifications, with a pool size from its environment. */
import { NestFactory } from '@nestjs/core';
import { DataSource } from 'typeorm';
import { CountedEffects, ran } from '../support/counted-effects.mjs';
import { serveParent } from '../support/processes.mjs';
import { benchGroup, shopModule } from '../support/shop-module.mjs';

const { BENCH_KEY: key, BENCH_DATABASE: database } = process.env;

const Shop = shopModule({
  database: JSON.parse(database),
  options: { terminalGroups: [benchGroup({ key })] },
  providers: [CountedEffects],
});

const app = await NestFactory.create(Shop, { rawBody: true, logger: ['error', 'fatal'] });
await app.listen(0, '127.0.0.1');
const { port } = app.getHttpServer().address();

/** The most connections that the pool had open at once. */
const { driver } = app.get(DataSource);
const pool = driver.master ?? driver.pool;
const connections = () => pool.totalCount ?? pool._allConnections.length;
let most = connections();
pool.on(driver.master ? 'connect' : 'connection', () => {
  most = Math.max(most, connections());
});

serveParent(
  { url: `http://127.0.0.1:${port}` },
  async () => ({ ...ran, most }),
  async () => {
    await app.close();
    process.exit();
  },
);

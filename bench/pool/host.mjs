/** A replica that receives and works, with a pool of a size that its environment names. */
import { Injectable } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { DataSource } from 'typeorm';
import { OnPayment } from '../../dist/esm/index.js';
import { serveParent } from '../support/processes.mjs';
import { benchGroup, shopModule } from '../support/shop-module.mjs';

const { BENCH_KEY: key, BENCH_DATABASE: database } = process.env;

let effects = 0;
class Effects {
  mail() {
    effects += 1;
  }
}
Injectable()(Effects);
const method = Object.getOwnPropertyDescriptor(Effects.prototype, 'mail');
OnPayment('completed', { after: 'commit' })(Effects.prototype, 'mail', method);

const Shop = shopModule({
  database: JSON.parse(database),
  options: { terminalGroups: [benchGroup({ key })] },
  providers: [Effects],
});

const app = await NestFactory.create(Shop, { rawBody: true, logger: ['error', 'fatal'] });
await app.listen(0, '127.0.0.1');
const { port } = app.getHttpServer().address();

/** How many connections the pool has had open at once, at most. */
const { driver } = app.get(DataSource);
const pool = driver.master ?? driver.pool;
const connections = () => pool.totalCount ?? pool._allConnections.length;
let most = connections();
pool.on(driver.master ? 'connect' : 'connection', () => {
  most = Math.max(most, connections());
});

serveParent(
  { url: `http://127.0.0.1:${port}` },
  async () => ({ effects, most }),
  async () => {
    await app.close();
    process.exit();
  },
);

/**
 * A process that makes calls without end, as far as the shared budget lets it; the built module's own parts. Told what it is by
 * the environment (`BUDGET`, JSON); says by HTTP how many were admitted.
 */
import 'reflect-metadata';
import { createServer } from 'node:http';
import { DataSource } from 'typeorm';
import { tillbridgeEntities } from '../../../dist/modules/database/index.js';
import { Transactions } from '../../../dist/modules/database/engine/index.js';
import { GroupCalls } from '../../../dist/modules/shop/client/group-calls.js';
import { SharedCallBudget } from '../../../dist/modules/shop/data-source/index.js';

const { options, limits, atOnce } = JSON.parse(process.env.BUDGET);

const dataSource = await new DataSource({ ...options, entities: [...tillbridgeEntities] }).initialize();
const budget = new SharedCallBudget(dataSource, new Transactions(dataSource), { isReady: true });
const { budget: limiter } = new GroupCalls(limits, { budget, group: 'web' });
let admitted = 0;

async function callOn() {
  for (;;) if (await limiter.acquire('checkout')) admitted += 1;
}

const server = createServer((_request, response) => response.end(String(admitted)));
server.listen(0, '127.0.0.1', () => {
  for (let each = 0; each < atOnce; each += 1) void callOn();
  console.log(JSON.stringify({ url: `http://127.0.0.1:${server.address().port}` }));
});

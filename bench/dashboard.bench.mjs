/**
 * The response times of the dashboard's pages, with one year of a large shop in the database.
 *
 *   npm run bench -- dashboard [orders [engine [requests per page]]]
 *
 * A million orders with their notifications, observations, transitions, effects, refunds and batches, on each available
 * engine; then every page over HTTP, one request at a time.
 */
import { enginesToTry, startDurableEngine } from '../test/chaos/support/durable-engine.mjs';
import { startHost } from './dashboard/host.mjs';
import { pagesOf } from './dashboard/pages.mjs';
import { seed } from './dashboard/seed.mjs';
import { figure } from './support/figures.mjs';
import { timePages } from './support/page-times.mjs';

const LIMIT_MS = 200;

export const title = 'How long the pages of the dashboard take with a million orders behind them';

/** @returns {Promise<{ engines: string[], figures: import('./support/figures.mjs').Figure[] }>} */
export async function run([orders = '1000000', only, requests = '30'], progress) {
  const engines = [];
  const figures = [];
  for (const name of enginesToTry(only === 'all' ? undefined : only)) {
    const engine = await startDurableEngine(name);
    try {
      engines.push(engine.title);
      figures.push(...(await measure(engine, { orders: Number(orders), requests: Number(requests), progress })));
    } finally {
      await engine.stop();
    }
  }
  return { engines, figures };
}

async function measure({ title: engine, createDatabase }, { orders, requests, progress }) {
  const host = await startHost(await createDatabase());
  try {
    const startedAt = performance.now();
    const rows = await seed(host.source, {
      orders,
      now: Date.now(),
      progress: (text) => progress(`${engine}, ${text}`),
    });
    const seconds = Math.round((performance.now() - startedAt) / 1_000);
    progress(`${engine}: ${rows} rows of ${orders} orders in ${seconds} s`);
    const options = { requests, limitMs: LIMIT_MS, before: `${engine}, ` };
    return [figure(`${engine}, rows`, rows, ''), ...(await timePages(host.url, await pagesOf(host), options))];
  } finally {
    await host.close();
  }
}

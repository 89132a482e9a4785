import { expect, it } from '@jest/globals';
import { performance } from 'node:perf_hooks';
import { isAcknowledged } from 'tillbridge/protocol';
import { orderBody } from 'tillbridge/testing';
import { startCuttingProxy } from '../support/cutting-proxy.mjs';
import { describeServers } from '../support/engines.js';
import { createMigratedDatabase } from '../support/migrated-database.js';
import { startShop } from '../support/shop-host.js';
import { waitFor } from '../support/wait-for.js';

/** How long the service waits for an answer (protocol §5.3). */
const SERVICE_WAITS_MS = 10_000;

describeServers('a database that is gone (scenarios D4 and O3)', (engine) => {
  it('acknowledges nothing, answers in time, and leaves the shop running', async () => {
    const direct = await createMigratedDatabase(engine);
    const proxy = await startCuttingProxy(String(Reflect.get(direct.options, 'url')));
    const database = { ...direct, options: { ...direct.options, url: proxy.url } as typeof direct.options };
    const shop = await startShop({ engine, database });
    try {
      await shop.addOrder('A-1');
      await proxy.close();
      const body = orderBody({ orderId: 'A-1', amount: 1250, at: Date.now() });
      const before = performance.eventLoopUtilization();
      const answers = await Promise.all(
        Array.from({ length: 100 }, (_, each) => shop.notify({ orderId: 'A-1', body, at: Date.now() - each * 1_000 })),
      );
      // What it waits for, without what a busy machine takes to compute a hundred answers.
      const { idle } = performance.eventLoopUtilization(before);
      expect(idle).toBeLessThan(SERVICE_WAITS_MS);
      expect(answers.map((answer) => answer.status)).toEqual(Array(100).fill(503));
      for (const answer of answers) expect(isAcknowledged({ status: 200, body: await answer.text() })).toBe(false);
      await waitFor(() => shop.logs.matching('The worker could not ').length > 0);
    } finally {
      await shop.close();
      await direct.drop();
    }
  });
});

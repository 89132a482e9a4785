import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { waitAtMost } from '../../../src/support/index.js';
import { describeServers } from '../../support/engines.js';
import { DAY, RetentionStage } from './retention-stage.js';

/** A busy machine takes its time; a run that waits for the host never ends by itself. */
const PATIENCE_MS = 20_000;

describeServers('the retention beside a long transaction of the host', (engine) => {
  let stage: RetentionStage;
  beforeAll(async () => {
    stage = await RetentionStage.start(engine);
  });
  afterAll(() => stage.shop.close());

  it('leaves an order that is held for the next run, and keeps no other one locked meanwhile', async () => {
    const { shop, clock } = stage;
    for (const orderId of ['FREE', 'HELD']) {
      await shop.addOrder(orderId);
      await stage.see(orderId);
      clock.advance(1_000);
    }
    clock.advance(31 * DAY);
    const host = shop.dataSource.createQueryRunner();
    await host.startTransaction();
    try {
      await host.query("SELECT order_id FROM tillbridge_order WHERE order_id = 'HELD' FOR UPDATE");
      const running = shop.payments.retention.run();
      expect(await waitAtMost(running, { ms: PATIENCE_MS, late: () => 'waits for the host' })).toMatchObject({
        orders: 1,
        complete: true,
      });
      expect(await shop.payments.orders.find('HELD')).toMatchObject({ erasedAt: null });
    } finally {
      await host.rollbackTransaction();
      await host.release();
    }
    expect(await shop.payments.retention.run()).toMatchObject({ orders: 1, complete: true });
  });
});

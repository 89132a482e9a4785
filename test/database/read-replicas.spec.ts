import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Money } from 'tillbridge';
import { hasReplicas, masterManager } from '../../src/database/engine/index.js';
import { PaymentOrderEntity } from '../../src/shop/orders/index.js';
import { RefundEntity } from '../../src/shop/refund-records/index.js';
import { DashboardStage } from '../dashboard/support/dashboard-stage.js';
import { RefundClerk } from '../shop/refunds/support/refund-clerk.js';
import { describeEngines, type TestDatabase, type TestEngineName } from '../support/engines.js';
import { createLaggingDatabase } from '../support/lagging-replica.js';
import { startShop } from '../support/shop-host.js';

const MINUTE = 60_000;

function itIsRightBehindAReplica(engine: Exclude<TestEngineName, 'sqlite'>): void {
  let database: TestDatabase;
  let dashboard: DashboardStage;

  beforeAll(async () => {
    database = await createLaggingDatabase(engine);
    dashboard = await DashboardStage.start({ engine, database });
  });
  afterAll(async () => {
    await dashboard.close();
    await database.drop();
  });

  const stage = () => dashboard.stage;
  const payments = () => stage().shop.payments;

  it('has a replica that knows nothing, or this would prove nothing', async () => {
    const { dataSource } = stage().shop;
    expect(hasReplicas(dataSource)).toBe(true);
    await stage().paid('R-0');
    expect(await dataSource.manager.findOneBy(PaymentOrderEntity, { orderId: 'R-0' })).toBeNull();
    expect(await masterManager(dataSource).findOneBy(PaymentOrderEntity, { orderId: 'R-0' })).not.toBeNull();
  });

  it('is created, paid, reported by a notification, and told once', async () => {
    await stage().paid('R-1');
    expect(await payments().orders.find('R-1')).toMatchObject({ paid: true, status: 'completed' });
    expect(stage().shop.handlers.seen.filter(({ event }) => event.orderId === 'R-1')).toHaveLength(2);
    const timeline = await payments().orders.timeline('R-1');
    expect(timeline.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['created', 'observation']));
  });

  it('is found paid by a poll when no notification comes', async () => {
    const { shop, service } = stage();
    await payments()
      .group('web')
      .orders.create({
        orderId: 'R-2',
        amount: Money.of('12.50', 'EUR'),
        description: 'Two mugs',
        notificationUrl: `http://localhost:9${shop.path}/web`,
        redirectUrl: 'http://localhost:3000/return',
      });
    expect(await payments().orders.settlesWithin('R-2')).not.toBeNull();
    await service.sandbox.pay('R-2');
    stage().clock.advance(3 * MINUTE);
    await payments().polling.tick('web');
    expect(await payments().orders.settlesWithin('R-2')).toBeNull();
    expect(await payments().orders.find('R-2')).toMatchObject({ paid: true });
  });

  it('is refunded, and the refund settles', async () => {
    await stage().paid('R-3');
    const refund = await new RefundClerk(stage()).ask({ orderId: 'R-3' });
    await stage().pass(MINUTE);
    const { state } = await masterManager(stage().shop.dataSource).findOneByOrFail(RefundEntity, { id: refund.id });
    expect(['accepted', 'settled']).toContain(state);
    expect(await payments().refunds.remaining('R-3')).toMatchObject({ amount: 9_000 });
  });

  it('is shown on the dashboard with its story', async () => {
    await stage().paid('R-4');
    expect(await dashboard.html('/orders/order?group=web&id=R-4')).toContain('R-4');
    expect(await dashboard.html('/orders')).toContain('R-4');
  });

  it('has many reads at a time, each on a connection of its own that goes back to the pool', async () => {
    const reads = Array.from({ length: 50 }, () => payments().orders.find('R-1'));
    expect((await Promise.all(reads)).every((order) => order?.paid === true)).toBe(true);
  });
}

describeEngines('an order in a host with a replica that lags', (engine) => {
  if (engine === 'sqlite') {
    it('cannot be on SQLite: reads are those of the DataSource itself', async () => {
      const shop = await startShop({ engine });
      expect(masterManager(shop.dataSource)).toBe(shop.dataSource.manager);
      await shop.close();
    });
    return;
  }
  itIsRightBehindAReplica(engine);
});

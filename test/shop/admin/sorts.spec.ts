import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { EntityManager } from 'typeorm';
import { TillbridgeNotifications } from 'tillbridge';
import { orderBody } from 'tillbridge/testing';
import { AttemptEntity, OrdersRepository } from '../../../src/shop/orders/index.js';
import { GroupRenames, OrderDetailsService } from '../../../src/shop/admin/index.js';
import { customerOf } from '../../../src/shop/admin/order-customer.js';
import { valuesOf } from '../../../src/shop/admin/order-kinds.js';
import { paidAttempts } from '../../../src/shop/admin/reconciliation/absent-orders.js';
import { nextRows } from '../../../src/shop/admin/replay-rows.js';
import { sortsOf, statementsOf } from '../../database/statements.js';
import { startShop, type ShopHost } from '../../support/shop-host.js';

const actor = { by: 'ann', why: 'their orders are there now' };

/** Few rows come in the order of an index, which is the right one by chance. */
describe('what people see, and what is replayed', () => {
  let shop: ShopHost;
  beforeAll(async () => {
    shop = await startShop({ options: { workers: 'off' } });
    await shop.addOrder('A-1');
  });
  afterAll(() => shop.close());

  /** What is asked to be sorted, and how. */
  const sortsFor = async (work: (tx: EntityManager) => Promise<unknown>): Promise<string[]> =>
    sortsOf(await statementsOf(shop.dataSource, work)).filter((sorts) => !sorts.endsWith(': '));

  it('is in its order by what is asked for: who paid, and which order waits', async () => {
    expect(await sortsFor((tx) => customerOf(tx, 'web', ['A-1']))).toEqual([
      'tillbridge_notification: received_at DESC, id DESC',
    ]);
    // Which of the waiting orders has waited longest.
    expect(await sortsFor(() => shop.payments.polling.status('web'))).toEqual(['tillbridge_poll: due_at ASC']);
    expect(await sortsFor((tx) => valuesOf(tx, 'group'))).toEqual(Array(2).fill('tillbridge_order: group_name ASC'));
  });

  it('is told of an order with its first attempt first', async () => {
    const orders = shop.app.get(OrdersRepository);
    const { order } = await orders.get('A-1', 'web');
    const [first] = await orders.attemptsOf(order);
    for (const number of [3, 2])
      await shop.dataSource.manager.insert(AttemptEntity, { ...first!, number, serviceOrderId: `A-1-${5 - number}` });
    const numbers = [1, 2, 3];
    expect((await orders.attemptsOf(order)).map(({ number }) => number)).toEqual(numbers);
    const details = await shop.app.get(OrderDetailsService).of({ orderId: 'A-1' });
    expect(details!.attempts.map(({ number }) => number)).toEqual(numbers);
  });

  it('is compared with the list of the service newest first, however many lie in one instant', async () => {
    const window = { group: 'web', mode: 'test', from: 0, to: 1 };
    expect(await sortsFor((tx) => paidAttempts({ read: (work) => work(tx) }, window).next())).toEqual([
      'tillbridge_attempt: created_at DESC, service_order_id DESC',
    ]);
  });

  it('gets the new name of its terminal group in the order of the ids, batch after batch', async () => {
    await shop.addOrder('OLD', 1250, 'old');
    const rename = () => shop.app.get(GroupRenames).rename({ from: 'old', to: 'web', ...actor });
    const sorts = await sortsFor(rename);
    expect(sorts.filter((each) => each.startsWith('tillbridge_order:'))).toEqual(
      Array(2).fill('tillbridge_order: order_id ASC'),
    );
    // Of more processes than are looked at, those that were heard of last.
    expect(sorts).toContain('tillbridge_process: seen_at DESC');
  });

  it('is replayed oldest first, and locked in the order of the ids', async () => {
    const pass = { begunAt: 1, place: null };
    expect(await sortsFor((tx) => nextRows(tx, { ...pass, target: { state: 'parked' } }))).toEqual([
      'tillbridge_notification: due_at ASC, id ASC',
    ]);
    expect(await sortsFor((tx) => nextRows(tx, { ...pass, target: { from: 0, to: 1 } }))).toEqual([
      'tillbridge_notification: id ASC',
    ]);
    await shop.notify({ orderId: 'NOBODY', body: orderBody({ orderId: 'NOBODY', amount: 1, at: Date.now() }) });
    const { items } = await shop.payments.notifications.list();
    expect(items).toHaveLength(1);
    const notifications = shop.app.get(TillbridgeNotifications);
    expect(await sortsFor(() => notifications.replay(items[0]!.id, actor))).toContain(
      'tillbridge_notification: id ASC',
    );
  });
});

import { describe, expect, jest, test } from '@jest/globals';
import type { Transactions } from '../../../src/database/engine/index.js';
import { TRANSACTIONS } from '../../../src/shop/core/index.js';
import { dropParts, Inbox, InboxWorker } from '../../../src/shop/notifications/index.js';
import { OwnNotifications } from '../../../src/shop/notifications/inbox/own-notifications.js';
import { NO_PLACES } from '../../../src/shop/workers/index.js';
import { InboxStage } from './inbox-stage.js';
import { loopSteps } from '../../support/loop-steps.js';

describe('what a shop does with its inbox', () => {
  const stage = new InboxStage();
  const { clock } = stage;

  test('several orders share a transaction, the one that has waited longest comes first', async () => {
    const ids = ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H', 'I'];
    for (const id of ids) await stage.addOrder(id);
    await stage.addOrder('A', 'till');
    for (const orderId of ids) await stage.notify({ orderId, status: 'initialized' });
    await stage.notify({ orderId: 'A', group: 'till', status: 'initialized' });
    for (const [index, id] of ids.entries())
      await stage.query(`UPDATE tillbridge_notification SET due_at = due_at - ${index} WHERE order_id = '${id}'`);
    const transcript = await stage.script(async (written) => {
      await written.work('inbox');
      await written.rows('notification', 'order');
    });
    expect(transcript).toMatchSnapshot();
  });

  test('as many share one as their handlers have time for', async () => {
    const sizes: string[] = [];
    const batches = stage.shop.app.get(InboxWorker).batches;
    for (const [index, tookMs] of [50, 51, 240].entries()) {
      const ids = Array.from({ length: batches.size }, (_, number) => `P-${index}-${number}`);
      for (const orderId of ids) {
        await stage.addOrder(orderId);
        await stage.notify({ orderId });
      }
      stage.bookings.act = ({ orderId }) => (stage.tookMs += orderId === ids[0] ? tookMs : 0);
      const before = batches.size;
      await stage.shop.drain();
      sizes.push(`${before} took ${tookMs} ms: ${batches.size}`);
    }
    expect(sizes).toMatchInlineSnapshot(`
     [
       "8 took 50 ms: 12",
       "12 took 51 ms: 12",
       "12 took 240 ms: 5",
     ]
    `);
  });

  test('one without the name of its order has the order read', async () => {
    await stage.addOrder('A');
    const transcript = await stage.script(async (written) => {
      await written.step('the service notifies of nothing in particular', () => stage.post('A', '{"status":"void"}'));
      stage.service.script(stage.truth({ orderId: 'A' }));
      await written.work('inbox');
      await written.rows('notification', 'observation', 'order');
    });
    expect(transcript).toMatchSnapshot();
  });

  test('large ones are kept in parts, and put together again', async () => {
    const large = (orderId: string, status: string) => ({
      orderId,
      status,
      fields: { var1: orderId.repeat(100_000) },
    });
    await stage.addOrder('A');
    await stage.addOrder('B');
    const transcript = await stage.script(async (written) => {
      await written.step('the service notifies: A is paid', () => stage.notify(large('A', 'completed')));
      await written.step('the service notifies again', () => stage.notify(large('A', 'completed')));
      await written.work('inbox');
      clock.advance(1_000);
      await written.step('the service notifies: B is paid', () => stage.notify(large('B', 'completed')));
      await written.step('the service notifies: A is shipped', () => stage.notify({ orderId: 'A', status: 'shipped' }));
      await stage.query(
        `DELETE FROM tillbridge_notification_part WHERE number = 2 AND notification_id = (SELECT id FROM tillbridge_notification WHERE order_id = 'B')`,
      );
      await written.work('inbox');
      await stage.query("UPDATE tillbridge_notification SET state = 'erased'");
      await written.step('what is erased loses its parts', () =>
        stage.shop.dataSource.transaction((tx) => dropParts(tx, { group: 'web', orderId: 'A' })),
      );
      await written.step('there is nothing more to lose', () =>
        stage.shop.dataSource.transaction((tx) => dropParts(tx, { group: 'web', orderId: 'A' })),
      );
      await written.rows('notification', 'notification_part');
    });
    expect(transcript).toMatchSnapshot();
  });

  test('a process that works on them itself takes what it has written, as many as it has places for', async () => {
    const own = stage.shop.app.get(OwnNotifications);
    const inbox = stage.shop.app.get(Inbox);
    const before = Reflect.get(own, 'worker') as Parameters<OwnNotifications['connect']>[0];
    const leases = stage.shop.app.get(InboxWorker).rows.own;
    const notification = (orderId: string, mac: string, bytes = 10) => ({
      orderId,
      timestamp: '1768474800',
      signedAt: 1_768_474_800_000,
      keyId: '08a116cd',
      mac: Buffer.from(mac),
      body: Buffer.from(orderId.repeat(bytes)),
    });
    const transcript = await stage.script(async (written) => {
      let places = 2;
      own.connect({
        keepPlaces: (wanted) => {
          const count = Math.min(wanted, places);
          if (count === 0) return NO_PLACES;
          return {
            count,
            lease: leases.next(),
            take: (rows) => stage.shop.logs.log(`are begun: ${rows.map(({ orderId }) => orderId).join(', ')}`),
            drop: () => stage.shop.logs.log('no more places are kept'),
          };
        },
      });
      const store = (title: string, ...some: ReturnType<typeof notification>[]): Promise<unknown> =>
        written.step(title, async () => {
          await Promise.all(some.map((each) => inbox.store('web', each)));
          await loopSteps();
        });
      await store('one comes', notification('A', 'mac-a'));
      await store('it comes again', notification('A', 'mac-a'));
      await store('three come', ...['b', 'c', 'd'].map((each) => notification(each.toUpperCase(), `mac-${each}`)));
      await store('a large one comes', notification('E', 'mac-e', 48_001));
      jest
        .spyOn(stage.shop.app.get<Transactions>(TRANSACTIONS), 'execute')
        .mockRejectedValueOnce(new Error('no database'));
      await store('one cannot be stored', notification('G', 'mac-g'));
      jest
        .spyOn(stage.shop.app.get<Transactions>(TRANSACTIONS), 'read')
        .mockRejectedValueOnce(new Error('no database'));
      await store('it is not known whether one came before', notification('A', 'mac-a'));
      places = 0;
      await store('one comes without a place', notification('F', 'mac-f'));
      await written.rows('notification', 'notification_part');
    });
    own.connect(before);
    expect(transcript).toMatchSnapshot();
  });
});

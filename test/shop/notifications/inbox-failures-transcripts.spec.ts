import { describe, expect, test } from '@jest/globals';
import { InboxWorker } from '../../../src/shop/notifications/index.js';
import { InboxStage } from './inbox-stage.js';

const TEN_MINUTES = 600_000;

describe('what a shop does with notifications that fail', () => {
  const stage = new InboxStage();
  const { clock } = stage;

  test('one whose handler fails is tried by itself, again and again, until a person has to look', async () => {
    for (const orderId of ['A', 'B', 'C']) await stage.addOrder(orderId);
    stage.bookings.act = ({ orderId }) => {
      if (orderId === 'B') throw new Error('no room in the books');
    };
    const transcript = await stage.script(async (written) => {
      for (const orderId of ['A', 'B', 'C'])
        await written.step(`the service notifies: ${orderId} is paid`, () => stage.notify({ orderId }));
      await written.work('inbox');
      await stage.worksAfter(written, 749, 1, 1_500);
      await stage.query(`UPDATE tillbridge_notification SET attempts = 11 WHERE order_id = 'B'`);
      await stage.worksAfter(written, TEN_MINUTES, TEN_MINUTES);
      await written.rows('notification', 'order');
    });
    expect(transcript).toMatchSnapshot();
  });

  test('one that has ended its process is tried apart from others, five times at most', async () => {
    for (const orderId of ['A', 'B', 'C', 'D']) await stage.notify({ orderId });
    const died = (orderId: string, attempts: number): Promise<unknown> =>
      stage.query(`UPDATE tillbridge_notification SET attempts = ${attempts} WHERE order_id = '${orderId}'`);
    await died('A', 1);
    await died('B', 4);
    await died('C', 5);
    const transcript = await stage.script(async (written) => {
      await written.work('inbox');
      await written.rows('notification');
    });
    expect(transcript).toMatchSnapshot();
  });

  test('one that another process has taken over meanwhile is left to that', async () => {
    await stage.addOrder('A');
    await stage.notify({ orderId: 'A' });
    await stage.notify({ orderId: 'NONE' });
    let isLost = true;
    stage.bookings.act = async (_event, tx) => {
      if (isLost) await tx.query(`UPDATE tillbridge_notification SET lease_token = 'of another' WHERE order_id = 'A'`);
    };
    const inbox = stage.shop.app.get(InboxWorker);
    const transcript = await stage.script(async (written) => {
      await written.work('inbox');
      isLost = false;
      clock.advance(30_000);
      const rows = await inbox.rows.claim(2);
      await stage.query(`UPDATE tillbridge_notification SET lease_token = 'of another'`);
      for (const row of rows)
        await written.step(`${row.orderId} is worked on after its lease was lost`, () => inbox.perform(row));
      await written.step('one with too many attempts, too', () => inbox.perform({ ...rows[0]!, attempts: 6 }));
      await written.rows('notification', 'order');
    });
    expect(transcript).toMatchSnapshot();
  });
});

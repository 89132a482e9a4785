import { describe, expect, test } from '@jest/globals';
import { InboxStage } from './inbox-stage.js';

const TEN_MINUTES = 600_000;

describe('what a shop does with notifications that have to wait', () => {
  const stage = new InboxStage();
  const { clock } = stage;

  test('one that finds no order waits for it for ten minutes, at first every two seconds', async () => {
    const transcript = await stage.script(async (written) => {
      for (const [orderId, group] of [
        ['NONE', 'web'],
        ['till-NONE', 'till'],
        ['NONE', 'till'],
        ['till-NONE', 'web'],
      ] as const)
        await written.step(`the service notifies of ${orderId}, in ${group}`, () => stage.notify({ orderId, group }));
      await stage.worksAfter(written, 0, 1_999, 1);
    });
    expect(transcript).toMatchSnapshot();
    const dues: string[] = [];
    for (const age of [9_999, 10_000, 10_001, 20_000, 299_999, 300_000, 300_001, 599_999]) {
      clock.advance(age - (clock.now() - (await receivedAt())));
      await stage.query(`UPDATE tillbridge_notification SET due_at = ${clock.now()}`);
      await stage.shop.drain();
      const [row] = (await stage.query('SELECT due_at - received_at AS due FROM tillbridge_notification')) as [
        { due: number },
      ];
      dues.push(`${age} ms old: due at ${row.due}`);
    }
    expect(dues).toMatchInlineSnapshot(`
     [
       "9999 ms old: due at 11999",
       "10000 ms old: due at 12000",
       "10001 ms old: due at 12001",
       "20000 ms old: due at 24000",
       "299999 ms old: due at 359999",
       "300000 ms old: due at 360000",
       "300001 ms old: due at 360001",
       "599999 ms old: due at 659999",
     ]
    `);
    clock.advance(1);
    await stage.query(`UPDATE tillbridge_notification SET due_at = ${clock.now()}`);
    const end = await stage.script(async (written) => {
      await written.work('inbox');
      await written.rows('notification');
    });
    expect(end).toMatchSnapshot();
  });

  const receivedAt = async (): Promise<number> => {
    const [row] = (await stage.query('SELECT received_at AS at FROM tillbridge_notification')) as [{ at: number }];
    return row.at;
  };

  test('one whose group has gone waits, and one whose order still bears the old name of its group, too', async () => {
    for (const [orderId, group] of [
      ['A', 'old-web'],
      ['B', 'older-web'],
      ['C', 'web'],
      ['D', 'till'],
    ] as const)
      await stage.addOrder(orderId, group);
    const transcript = await stage.script(async (written) => {
      for (const orderId of ['A', 'B', 'C', 'D', 'GONE'])
        await written.step(`the service notifies: ${orderId} is paid`, () => stage.notify({ orderId }));
      await stage.query(
        `UPDATE tillbridge_notification SET group_name = 'gone', attempts = 20 WHERE order_id = 'GONE'`,
      );
      await written.work('inbox');
      await stage.query("UPDATE tillbridge_order SET group_name = 'web' WHERE group_name = 'old-web'");
      await stage.query("UPDATE tillbridge_attempt SET group_name = 'web' WHERE group_name = 'old-web'");
      await stage.worksAfter(written, TEN_MINUTES - 1, 1);
      await written.rows('notification', 'order');
    });
    expect(transcript).toMatchSnapshot();
  });

  test('one that undoes a payment is believed when the service says the same', async () => {
    await stage.addOrder('A');
    await stage.addOrder('B');
    const transcript = await stage.script(async (written) => {
      await written.step('the service notifies: A is paid', () => stage.notify({ orderId: 'A' }));
      await written.work('inbox');
      clock.advance(60_000);
      await written.step('the service notifies: A is void', () => stage.notify({ orderId: 'A', status: 'void' }));
      await written.step('the service notifies: B is paid', () => stage.notify({ orderId: 'B' }));
      const late = stage.truth({ orderId: 'A', laterMs: -60_000 });
      stage.service.script(late, late, stage.truth({ orderId: 'A', status: 'void' }));
      await written.work('inbox');
      await stage.worksAfter(written, 750, 1_500);
      await written.rows('notification', 'order');
    });
    expect(transcript).toMatchSnapshot();
  });
});

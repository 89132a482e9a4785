import { describe, expect, test } from '@jest/globals';
import { EffectStage } from './effect-stage.js';

const TWO_HOURS = 7_200_000;
const TEN_MINUTES = 600_000;

describe('what a shop does with effects that are given up', () => {
  const stage = new EffectStage();
  const { clock } = stage;
  const ann = { by: 'ann', why: 'there is paper again' };

  const effects = () => stage.shop.payments.effects;
  /** A change whose effects are recorded, and to be run. */
  const changed = async (...change: Parameters<EffectStage['changed']>): Promise<void> =>
    void (await stage.record([await stage.changed(...change)]));
  /** The handler of one effect fails, for some orders. */
  const fails = (effect: string, ...orderIds: readonly string[]): void => {
    stage.act = (name, { orderId }) => {
      if (name === effect && orderIds.includes(orderId)) throw new Error('out of paper');
    };
  };
  const idOf = async (effect: string, orderId = 'A'): Promise<string> => {
    const sql = `SELECT id FROM tillbridge_outbox WHERE effect = '${effect}' AND order_id = '${orderId}'`;
    const [row] = (await stage.query(sql)) as [{ id: string }];
    return row.id;
  };

  test('one that fails is tried again, given up after thirteen times, and then decided upon by a person', async () => {
    await changed('A', 'reserved');
    await changed('B', 'reserved');
    await changed('B', 'shipped', { version: 2 });
    fails('print', 'A', 'B');
    const transcript = await stage.script(async (written) => {
      await written.work('effects');
      await stage.query("UPDATE tillbridge_outbox SET attempts = 11 WHERE order_id = 'A' AND attempts = 1");
      await stage.query("UPDATE tillbridge_outbox SET attempts = 12 WHERE order_id = 'B' AND attempts = 1");
      await stage.worksAfter(written, TEN_MINUTES, TEN_MINUTES);
      await written.step('those that failed', () => effects().failed());
      await written.step('a page of one', async () => {
        const { items, next } = await effects().page({ limit: 1 });
        return { items, hasNext: next !== null };
      });
      fails('print');
      const [a, b] = [await idOf('print'), await idOf('print', 'B')];
      clock.advance(1_000);
      await written.step('one is to be run again', () => effects().replay(a, ann));
      await written.step('a second time', () => effects().replay(a, ann));
      await written.step('another one is let be', () => effects().discard(b, ann));
      await written.step('a second time', () => effects().discard(b, ann));
      await written.step('one that there is not', () => effects().replay('none', ann));
      await written.work('effects');
      await written.rows('outbox', 'decision');
    });
    expect(transcript).toMatchSnapshot();
  });

  test('one whose handler this release does not have is left to others for two hours', async () => {
    await changed('A', 'reserved');
    await changed('B', 'reserved');
    await stage.query("UPDATE tillbridge_outbox SET effect = 'gone'");
    const transcript = await stage.script(async (written) => {
      await written.work('effects');
      await stage.worksAfter(written, 4_999, 1);
      await stage.query(
        `UPDATE tillbridge_outbox SET created_at = ${clock.now() - TWO_HOURS + 1}, due_at = 0 WHERE order_id = 'A'`,
      );
      await stage.query(
        `UPDATE tillbridge_outbox SET created_at = ${clock.now() - TWO_HOURS}, due_at = 0 WHERE order_id = 'B'`,
      );
      await written.work('effects');
      await written.step('those that failed', () => effects().failed());
      await written.rows('outbox');
    });
    expect(transcript).toMatchSnapshot();
  });

  test('one that has ended its process five times is given up, one without its change fails', async () => {
    for (const orderId of ['A', 'B', 'C', 'D']) await changed(orderId, 'reserved');
    await stage.query("UPDATE tillbridge_outbox SET attempts = 5 WHERE order_id = 'A'");
    await stage.query("UPDATE tillbridge_outbox SET attempts = 4 WHERE order_id = 'B'");
    await stage.query("UPDATE tillbridge_outbox SET attempts = 13, last_error = 'out of ink' WHERE order_id = 'D'");
    await stage.query("DELETE FROM tillbridge_transition WHERE order_id = 'C'");
    const transcript = await stage.script(async (written) => {
      await written.work('effects');
      await written.rows('outbox');
    });
    expect(transcript).toMatchSnapshot();
  });
});

import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { RefundLanesService } from '../../../src/shop/refunds/index.js';
import { DAY, MINUTE, RefundScript, SECOND } from './support/refund-script.js';

const ACTOR = { by: 'ann', why: 'the balance is low' };
const GAP = 301 * SECOND;

describe('in which order a lane sends', () => {
  let script: RefundScript;
  beforeAll(async () => {
    script = await RefundScript.start();
  });
  beforeEach(() => script.forget());
  afterAll(() => script.close());

  const lanes = () => script.shop.app.get(RefundLanesService);
  const next = async () => (await script.refunds.upcoming('web')).map(({ id, plannedAt }) => ({ id, plannedAt }));
  /** Which refund has the slot; it is given back at once. */
  const slot = async () => {
    const slots = await script.lanes.rows.claim(10);
    await script.spoil('UPDATE tillbridge_lane SET due_at = 0, lease_token = NULL, lease_until = NULL, attempts = 0');
    return slots.map(({ refund, lane }) => `${lane.id}: ${refund.id}`);
  };
  /** Sends the one that has the slot. */
  const begin = async () => {
    const [taken] = await script.lanes.rows.claim(1);
    if (taken) await script.lanes.perform(taken);
    return taken?.refund.id;
  };

  test('what waits, of each order, while others are on their way or were sent a moment ago', async () => {
    const now = script.clock.now();
    const sent = { attempts: 1, lastSentAt: now } as const;
    await script.refund('A4', 'A', { batchId: 'b2', amount: 10 });
    await script.refund('A3', 'A', { amount: 20, notBefore: now + 5 });
    await script.refund('A2', 'A', { amount: 30, held: 1 });
    await script.refund('A1', 'A', { amount: 40, batchId: 'b1' });
    await script.refund('B1', 'B', { amount: 1 });
    await script.refund('B2', 'B', { ...sent, amount: 2, state: 'sending' });
    await script.refund('C1', 'C', { amount: 3 });
    await script.refund('C2', 'C', { ...sent, amount: 3, state: 'accepted', arrivedBy: now - GAP + 2 });
    await script.refund('D1', 'D', { amount: 4 });
    await script.unknown('D2', 'D', { amount: 4, lastSentAt: now - MINUTE });
    await script.refund('E1', 'E', { amount: 5, refusedAt: now - 5 });
    await script.refund('K1', 'A', { group: 'kiosk', amount: 40, refusedAt: now - 9, notBefore: now + 9 });
    await script.refund('K2', 'B', { group: 'kiosk', amount: 50 });
    const transcript = await script.written(async (written) => {
      await written.step('the plan', next);
      await written.step('when batches end', async () => [...(await lanes().batchEnds('web'))]);
      await written.step('who has the slot', slot);
      await script.spoil(
        `UPDATE tillbridge_lane SET refusals = 1, next_slot_at = ${now + 7}, paused_until = ${now + 3}`,
      );
      await written.step('the plan of an account that is refused, whose slot comes later', next);
      await script.spoil(`UPDATE tillbridge_lane SET paused_until = ${now + 9}`);
      await written.step('the plan of one that rests for longer', next);
      await written.step('the lane is shown', () => script.refunds.lane('web'));
      script.clock.advance(9);
      await written.step('who has the slot at the end of the rest', slot);
      await written.step('the lane is shown', () => script.refunds.lane('web'));
      await script.spoil(`DELETE FROM tillbridge_lane`);
      await written.step('the plan of a lane that was never used', next);
      await written.step('the lane is shown', () => script.refunds.lane('web'));
    });
    expect(transcript).toMatchSnapshot();
  });

  test('where the service keeps equal amounts apart on all orders', async () => {
    const now = script.clock.now();
    await script.spoil(`UPDATE tillbridge_lane SET guard_scope = 'group' WHERE id = 'web'`);
    const sent = { attempts: 1, lastSentAt: now, state: 'settled' } as const;
    for (const order of ['A', 'B', 'C', 'D']) await script.paid(order);
    await script.refund('A1', 'A', { amount: 10 });
    await script.refund('B1', 'B', { ...sent, amount: 10, arrivedBy: now - GAP + 1 });
    await script.refund('C1', 'C', { amount: 20 });
    await script.unknown('D1', 'D', { amount: 20, lastSentAt: now - 15 * MINUTE + 2 });
    await script.refund('K1', 'A', { ...sent, group: 'kiosk', amount: 10, arrivedBy: now });
    await script.refund('X1', 'X', { ...sent, amount: 10, currency: 'USD', arrivedBy: now });
    const transcript = await script.written(async (written) => {
      await written.step('the plan', next);
      await written.step('no slot yet', slot);
      script.clock.advance(1);
      await written.step('a slot', slot);
      const [taken] = await script.lanes.rows.claim(1);
      await script.spoil(`UPDATE tillbridge_refund SET arrived_by = ${script.clock.now() - GAP + 1} WHERE id = 'B1'`);
      await written.step('it has to wait after all', () => script.lanes.perform(taken!));
      await script.spoil('UPDATE tillbridge_lane SET due_at = 0, next_slot_at = 0');
      script.clock.advance(1);
      script.service.script(script.booked('901'));
      await written.step('it is sent', begin);
      await written.step('the plan', next);
    });
    expect(transcript).toMatchSnapshot();
  });

  test('many amounts that all have to wait, and one that is free', async () => {
    const now = script.clock.now();
    const sent = { attempts: 1, lastSentAt: now, arrivedBy: now, state: 'settled' } as const;
    for (const order of ['A', 'B']) {
      await script.refund(`S${order}`, order, { ...sent, amount: 10 });
      for (const [index, batchId] of [null, 'b1', null, 'b2'].entries())
        await script.refund(`${order}${index}`, order, {
          amount: 10,
          batchId,
          refusedAt: index < 2 ? null : now + index,
        });
    }
    await script.spoil(`UPDATE tillbridge_lane SET refusals = 1`);
    await script.refund('C1', 'C', { amount: 5, refusedAt: now + 9 });
    const transcript = await script.written(async (written) => {
      await written.step('the one that is free has the slot', slot);
      await script.spoil(`UPDATE tillbridge_refund SET held = 1 WHERE id = 'C1'`);
      await written.step('none has', slot);
    });
    expect(transcript).toMatchSnapshot();
  });

  test('a person stops it, and lets it go on', async () => {
    const now = script.clock.now();
    const manual = { state: 'manual', attempts: 1, lastSentAt: now, amount: 9 } as const;
    await script.refund('A1', 'A', { refusedAt: now, notBefore: now + DAY, lastSentAt: now - MINUTE, attempts: 1 });
    await script.refund('A2', 'A', { refusals: 2, notBefore: now + DAY, amount: 2 });
    await script.refund('A3', 'A', { amount: 3, notBefore: now + DAY, state: 'accepted', refusals: 1 });
    await script.refund('A4', 'A', { amount: 4, notBefore: now + DAY });
    await script.refund('A5', 'A', manual);
    await script.unknown('A6', 'A', { amount: 6 });
    await script.refund('K1', 'A', { group: 'kiosk', refusals: 1, refusedAt: now, notBefore: now + DAY });
    await script.spoil(
      `UPDATE tillbridge_lane SET guard_scope = 'group', refusals = 2, paused_until = ${now + MINUTE}`,
    );
    const transcript = await script.written(async (written) => {
      await written.step('it is stopped', () => script.refunds.pauseLane('web', ACTOR));
      await written.step('the plan', next);
      await written.step('no slot', slot);
      await written.step('it goes on', () =>
        script.refunds.resumeLane('web', { by: 'b'.repeat(121), why: 'topped up' }),
      );
      await written.step('the plan', next);
      await script.spoil(`DELETE FROM tillbridge_lane`);
      await written.step('one that was never used is stopped', () =>
        script.refunds.pauseLane('web', { by: 'b'.repeat(121), why: 'w'.repeat(201) }),
      );
      await written.step('no such group', () => script.refunds.resumeLane('attic', ACTOR));
      await written.rows('refund', 'lane', 'decision');
    });
    expect(transcript).toMatchSnapshot();
  });
});

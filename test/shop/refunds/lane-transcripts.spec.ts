import { afterAll, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { json, refusal, type Reply } from '../../support/scripted-service.js';
import { TRANSACTIONS } from '../../../src/shop/core/index.js';
import { KnownLanes } from '../../../src/shop/refunds/sending/known-lanes.js';
import { RefundSender } from '../../../src/shop/refunds/sending/refund-sender.js';
import type { SendSlot } from '../../../src/shop/refunds/sending/send-slot.js';
import { RefundScript, SECOND } from './support/refund-script.js';

/** No one listens there. */
const NOWHERE = 'http://127.0.0.1:1';

describe('what a lane does', () => {
  let script: RefundScript;
  beforeAll(async () => {
    script = await RefundScript.start({
      kiosk: { timeoutMs: 2 * SECOND, refunds: { mode: 'paced', sendWithinMs: SECOND } },
    });
  });
  beforeEach(() => script.forget());
  afterAll(() => script.close());

  const claim = async (limit = 1): Promise<SendSlot[]> => script.lanes.rows.claim(limit);

  test('it sends one refund after the other; the one in pace does not wait for answers', async () => {
    await script.paid('A');
    await script.paid('B');
    await script.paid('D', { group: 'kiosk' });
    await script.refund('R2', 'B', { amount: 2_000 });
    await script.refund('R1', 'A');
    const pace = () => ({ ...script.lanes.rows, idleMs: script.lanes.rows.idleMs, places: script.lanes.places });
    const transcript = await script.written(async (written) => {
      await written.step('one place is free', () => claim().then((slots) => script.lanes.rows.release(slots)));
      await script.spoil('UPDATE tillbridge_lane SET due_at = 0');
      script.service.script(script.booked('901', 250));
      await written.work('refund-sending');
      await written.step('how long it may rest', pace);
      await written.step('the lane is shown', () => script.refunds.lane('web'));
      script.clock.advance(SECOND);
      await written.work('refund-sending');
      script.clock.advance(1);
      script.service.script(script.booked('902'));
      await written.work('refund-sending');
      await script.refund('D2', 'D', { group: 'kiosk', amount: 300 });
      await script.refund('D1', 'D', { group: 'kiosk', amount: 200 });
      script.service.script(script.booked('801', 20));
      await written.work('refund-sending');
      await written.step('how long it may rest', pace);
      await written.step('the lane in pace is shown', () => script.refunds.lane('kiosk'));
      await written.rows('refund_watch', 'refund_evidence', 'lane');
    });
    expect(transcript).toMatchSnapshot();
  });

  test('the first slot of a process makes the lanes that are missing', async () => {
    await script.paid('A');
    await script.refund('R1', 'A');
    await script.spoil(`DELETE FROM tillbridge_lane WHERE id = 'web'`);
    Reflect.set(script.lanes, 'known', new KnownLanes(script.shop.app.get(TRANSACTIONS)));
    const transcript = await script.written(async (written) => {
      await written.step('the first', async () => (await claim()).length);
      await written.step('the second', async () => (await claim()).length);
    });
    expect(transcript).toMatchSnapshot();
  });

  test('what was not sent: no connection, and a slot that is too old', async () => {
    await script.paid('A');
    await script.refund('R1', 'A');
    let heldUpMs = 0;
    script.shop.dataSource.subscribers.push({
      afterTransactionCommit: () => {
        script.clock.advance(heldUpMs);
        heldUpMs = 0;
      },
    });
    const transcript = await script.written(async (written) => {
      const [slot] = await claim();
      const unreachable = { ...slot!, group: { ...slot!.group, baseUrl: NOWHERE } };
      await written.step('no one listens at the service', () => script.lanes.perform(unreachable));
      script.clock.advance(5 * SECOND - 1);
      await written.work('refund-sending');
      script.clock.advance(1);
      await script.read();
      const [late] = await claim();
      heldUpMs = SECOND;
      await written.step('the process stands still for as long as a slot lasts', () => script.lanes.perform(late!));
      script.clock.advance(SECOND + 1);
      await script.read();
      const [last] = await claim();
      heldUpMs = SECOND - 1;
      script.service.script(script.booked('901'));
      await written.step('and for a moment less', () => script.lanes.perform(last!));
      await written.rows('refund', 'refund_evidence', 'lane');
    });
    script.shop.dataSource.subscribers.pop();
    expect(transcript).toMatchSnapshot();
  });

  test('slots that cannot be used any more', async () => {
    await script.paid('A');
    await script.refund('R1', 'A');
    const free = `UPDATE tillbridge_lane SET due_at = 0, next_slot_at = 0, lease_token = NULL, lease_until = NULL, state = 'pending'`;
    const transcript = await script.written(async (written) => {
      jest.spyOn(script.shop.app.get(RefundSender), 'admits').mockReturnValueOnce(false);
      await written.step('it would be held back in this process', () => claim());
      const [paused] = await claim();
      await script.spoil('UPDATE tillbridge_refund SET held = 1');
      await written.step('its batch was paused', () => script.lanes.perform(paused!));
      await script.spoil('UPDATE tillbridge_refund SET held = 0');
      script.clock.advance(SECOND + 1);
      const [taken] = await claim();
      await script.spoil(free);
      await written.step('another process has the lane', () => script.lanes.perform(taken!));
      const [stopped] = await claim();
      await script.spoil(`UPDATE tillbridge_lane SET state = 'paused'`);
      await written.step('a person has paused the lane', () => script.lanes.perform(stopped!));
      await script.spoil(free);
      const [gone] = await claim();
      await script.spoil('UPDATE tillbridge_refund SET fence = 5');
      await written.step('the refund was changed', () => script.lanes.perform(gone!));
      await script.spoil(free);
      const [early] = await claim();
      await script.spoil(`UPDATE tillbridge_refund SET not_before = ${script.clock.now() + 1}`);
      const refund = { ...early!.refund, notBefore: script.clock.now() + 1 };
      await written.step('the refund has to wait', () => script.lanes.perform({ ...early!, refund }));
      await written.rows('refund', 'lane', 'refund_evidence');
    });
    expect(transcript).toMatchSnapshot();
  });

  test('answers that cannot be written down, and one to a sending before', async () => {
    for (const order of ['A', 'B', 'C', 'D']) await script.paid(order);
    await script.refund('R1', 'A');
    await script.refund('R2', 'B', { amount: 2_000 });
    await script.refund('R3', 'C', { amount: 3_000 });
    await script.refund('R4', 'D', { amount: 4_000 });
    const meanwhile = (sql: string, reply: Reply): Reply => {
      const answer = script.after(0, reply);
      return (response, call) => void script.spoil(sql).then(() => answer(response, call));
    };
    const again = (id: string) =>
      `UPDATE tillbridge_refund SET state = 'sending', attempts = 2, fence = 6 WHERE id = '${id}'`;
    const transcript = await script.written(async (written) => {
      script.handlers.isBroken = true;
      script.service.script(script.booked('901'));
      await written.work('refund-sending');
      script.clock.advance(SECOND + 1);
      script.service.script(script.after(0, refusal(1024, 400)));
      await written.work('refund-sending');
      script.handlers.isBroken = false;
      script.clock.advance(SECOND + 1);
      script.service.script(meanwhile(again('R3'), refusal(1024, 400)));
      await written.work('refund-sending');
      await script.spoil(`UPDATE tillbridge_refund SET state = 'queued' WHERE id = 'R3'`);
      script.clock.advance(SECOND + 1);
      script.service.script(meanwhile(again('R3'), json(200, { success: true, data: { refund_id: '903' } })));
      await written.work('refund-sending');
      script.clock.advance(SECOND + 1);
      const lost = `UPDATE tillbridge_refund SET state = 'unknown', fence = 9 WHERE id = 'R4'`;
      script.service.script(meanwhile(lost, refusal(1024, 400)));
      await written.work('refund-sending');
      await written.rows('refund', 'refund_evidence', 'lane');
    });
    expect(transcript).toMatchSnapshot();
  });
});

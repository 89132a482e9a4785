import { afterAll, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { PaymentsClient } from 'tillbridge';
import { json, refusal } from '../../support/scripted-service.js';
import { DAY, HOUR, MINUTE, RefundScript, SECOND } from './support/refund-script.js';

describe('how refunds are followed when something fails', () => {
  let script: RefundScript;
  beforeAll(async () => {
    script = await RefundScript.start({
      web: { refunds: { followDelaysMs: [HOUR, 6 * HOUR], cleanReads: 2, equalAmountGapMs: 301 * SECOND } },
      kiosk: { timeoutMs: 2 * SECOND },
    });
  });
  beforeEach(() => script.forget());
  afterAll(() => script.close());

  test('reads that fail', async () => {
    for (const order of ['A', 'B', 'C']) await script.paid(order);
    await script.unknown('R1', 'A');
    await script.unknown('R2', 'B', { nextReadAt: script.clock.now() + 6 * SECOND });
    await script.unknown('R3', 'C', { nextReadAt: script.clock.now() + 7 * SECOND });
    const transcript = await script.written(async (written) => {
      script.clock.advance(6 * SECOND);
      script.service.script(script.after(0, json(503, '')), script.after(0, json(503, '')));
      await written.step('the service is out of order', () => script.watches());
      script.clock.advance(SECOND);
      script.service.script(script.after(0, refusal(1006, 404)));
      await written.step('the service knows no such order', () => script.watches());
      await script.spoil(`UPDATE tillbridge_order SET mode = 'live' WHERE order_id = 'A'`);
      script.clock.advance(10 * SECOND);
      script.service.script(script.shown('A', []));
      await written.step('the order is of another mode', () => script.watches());
      await script.spoil(`UPDATE tillbridge_order SET mode = 'sandbox'`);
      script.clock.advance(MINUTE);
      await script.spoil(`UPDATE tillbridge_refund_watch SET state = 'done' WHERE id <> 'R2'`);
      const broken = () => Promise.reject(new Error('broken in the shop'));
      jest.spyOn(script.shop.app.get(PaymentsClient), 'getOrder').mockImplementationOnce(broken);
      await written.step('the call is broken in the shop itself', () => script.watches());
      await written.rows('refund', 'refund_watch', 'refund_evidence');
    });
    expect(transcript).toMatchSnapshot();
  });

  test('senders that are gone, and rows that are', async () => {
    const now = script.clock.now();
    await script.paid('A');
    await script.paid('D', { group: 'kiosk' });
    await script.refund('R1', 'A', { state: 'sending', attempts: 1, lastSentAt: now });
    await script.refund('D1', 'D', { state: 'sending', attempts: 1, lastSentAt: null, group: 'kiosk' });
    await script.unknown('X1', 'X', { group: 'attic', nextReadAt: now });
    await script.unknown('R2', 'A', { nextReadAt: null, amount: 20 });
    await script.unknown('R3', 'A', { nextReadAt: now + DAY, amount: 30 });
    await script.unknown('X2', 'X', { group: 'attic', nextReadAt: null });
    await script.refund('R4', 'A', { nextReadAt: now, state: 'settled', attempts: 1 });
    await script.spoil(`UPDATE tillbridge_refund_watch SET state = 'done', due_at = 0, attempts = 3 WHERE id = 'R3'`);
    await script.spoil(`DELETE FROM tillbridge_refund WHERE id = 'R4'`);
    const transcript = await script.written(async (written) => {
      script.service.script(script.shown('A', []), script.shown('A', []));
      await written.step('all that is due', () => script.watches());
      await script.spoil(`DELETE FROM tillbridge_refund_watch WHERE id = 'R2'`);
      script.clock.advance(11 * SECOND - 1);
      await written.step('just before the sender counts as gone', () => script.watches());
      script.clock.advance(1);
      await written.step('the sender counts as gone', () => script.watches());
      script.clock.advance(10 * MINUTE - 11 * SECOND - 1);
      script.service.script();
      await written.step('just before lost rows are sought again', () => script.watches());
      script.clock.advance(1);
      await written.step('they are sought again', () => script.watches());
      await written.rows('refund', 'refund_watch');
    });
    expect(transcript).toMatchSnapshot();
  });
});

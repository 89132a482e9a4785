import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { HOUR, MINUTE, RefundScript, SECOND } from './support/refund-script.js';

const QUIET = 15 * MINUTE;

describe('how refunds are followed', () => {
  let script: RefundScript;
  beforeAll(async () => {
    script = await RefundScript.start({
      web: { refunds: { followDelaysMs: [HOUR, 6 * HOUR], cleanReads: 2, equalAmountGapMs: 301 * SECOND } },
      kiosk: { timeoutMs: 2 * SECOND },
    });
  });
  beforeEach(() => script.forget());
  afterAll(() => script.close());

  test('one in doubt is found by its tag, followed, and paid out', async () => {
    await script.paid('A');
    await script.unknown('R1', 'A');
    const transcript = await script.written(async (written) => {
      await written.work('refund-status');
      script.clock.advance(5 * SECOND - 1);
      await written.work('refund-status');
      script.clock.advance(1);
      script.service.script(script.shown('A', []));
      await written.step('a read shows nothing', () => script.watches());
      script.clock.advance(15 * SECOND + 2 * SECOND);
      script.service.script(script.shown('A', [{ id: '901', tag: 'r-R1' }]));
      await written.step('a read shows it', () => script.watches());
      script.clock.advance(HOUR);
      script.service.script(script.shown('A', [{ id: '901', tag: 'r-R1' }]));
      await written.step('a read shows the same', () => script.watches());
      script.clock.advance(6 * HOUR);
      script.service.script(script.shown('A', [{ id: '901', tag: 'r-R1', status: 'completed' }]));
      await written.step('it was paid out', () => script.watches());
      await written.rows('refund', 'refund_watch', 'lane');
    });
    expect(transcript).toMatchSnapshot();
  });

  test('one that was refused as a repeat, and is not there, is sent again: the service looks on all orders', async () => {
    await script.paid('A');
    const now = script.clock.now();
    await script.unknown('R1', 'A', { reason: 'SERVICE_1034' });
    const old = { state: 'settled', attempts: 1 } as const;
    await script.refund('R2', 'B', { ...old, arrivedBy: now - 301 * SECOND, lastSentAt: now });
    await script.refund('R3', 'B', { ...old, arrivedBy: now, amount: 999 });
    await script.refund('R4', 'B', { ...old, arrivedBy: now, currency: 'USD' });
    await script.refund('D1', 'B', { ...old, arrivedBy: now, group: 'kiosk', currency: 'USD' });
    const transcript = await script.written(async (written) => {
      script.clock.advance(QUIET - 1);
      script.service.script(script.shown('A', []));
      await written.step('a read before the quiet time is over', () => script.watches());
      script.clock.advance(5 * SECOND);
      script.service.script(script.shown('A', []));
      await written.step('a read after it', () => script.watches());
      script.clock.advance(MINUTE);
      script.service.script(script.shown('A', []));
      await written.step('and another one', () => script.watches());
      await written.step('the lane is shown', () => script.refunds.lane('web'));
      await written.rows('refund_watch', 'refund_evidence', 'lane');
    });
    expect(transcript).toMatchSnapshot();
  });

  test('notifications tell of them, several at once', async () => {
    for (const order of ['A', 'B', 'C']) await script.paid(order);
    await script.paid('A', { group: 'kiosk' });
    await script.unknown('R1', 'A');
    await script.unknown('R2', 'B');
    await script.refund('R3', 'B', { amount: 30 });
    await script.unknown('K1', 'A', { group: 'kiosk' });
    const transcript = await script.written(async (written) => {
      script.clock.advance(SECOND);
      await script.notify('B', [{ id: '902', amount: 999, status: 'cancelled' }]);
      script.clock.advance(SECOND);
      await script.notify('A', [{ id: '901', tag: 'r-R1' }]);
      await script.notify('C', []);
      await written.work('inbox');
      script.clock.advance(SECOND);
      await script.notify('A', [{ id: '911', tag: 'r-K1', amount: 999 }], 'kiosk');
      await script.notify('A', [{ id: '901', tag: 'r-R1', status: 'completed' }]);
      await written.work('inbox');
      await written.rows('refund', 'refund_evidence', 'refund_watch', 'lane');
    });
    expect(transcript).toMatchSnapshot();
  });
});

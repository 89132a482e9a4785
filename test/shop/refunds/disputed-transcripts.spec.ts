import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { RefundScript, SECOND } from './support/refund-script.js';

describe('refunds of which it is not clear what became of them', () => {
  let script: RefundScript;
  beforeAll(async () => {
    script = await RefundScript.start();
  });
  beforeEach(() => script.forget());
  afterAll(() => script.close());

  test('more of ours than there should be: a person decides', async () => {
    for (const order of ['A', 'B', 'C', 'D']) await script.paid(order);
    const now = script.clock.now();
    await script.unknown('R1', 'A');
    await script.unknown('R2', 'B', { nextReadAt: now + 6 * SECOND });
    await script.spoil(`UPDATE tillbridge_lane SET tags_echoed = 0 WHERE id = 'web'`);
    await script.unknown('R3', 'C', { nextReadAt: now + 7 * SECOND });
    await script.refund('R4', 'D', {
      state: 'accepted',
      attempts: 1,
      lastSentAt: now,
      arrivedBy: now,
      serviceRefundId: '904',
      nextReadAt: now + 8 * SECOND,
    });
    const transcript = await script.written(async (written) => {
      script.clock.advance(5 * SECOND);
      const both = ['901', '902'].map((id) => ({ id, tag: 'r-R1' }));
      script.service.script(script.shown('A', both));
      await written.step('two where one was asked for', () => script.watches());
      script.clock.advance(SECOND);
      script.service.script(script.shown('B', [{ id: '903', tag: 'r-R2', amount: 999 }]));
      await written.step('another amount', () => script.watches());
      script.clock.advance(SECOND);
      script.service.script(script.shown('C', [{ id: '905' }, { id: '906' }]));
      await written.step('two that look like it', () => script.watches());
      script.clock.advance(SECOND);
      script.service.script(script.shown('D', [{ id: '904', status: 'declined' }]));
      await written.step('one that was declined after all', () => script.watches());
      await written.rows('refund', 'refund_watch', 'refund_evidence', 'lane');
    });
    expect(transcript).toMatchSnapshot();
  });
});

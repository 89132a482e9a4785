import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { json, refusal, reset, type Reply } from '../../support/scripted-service.js';
import { DAY, MINUTE, RefundScript, SECOND } from './support/refund-script.js';

const ACTOR = { by: 'ann', why: 'the balance is low' };

describe('what a lane makes of answers', () => {
  let script: RefundScript;
  beforeAll(async () => {
    script = await RefundScript.start({
      kiosk: { timeoutMs: 2 * SECOND, refunds: { mode: 'paced', sendWithinMs: SECOND } },
    });
  });
  beforeEach(() => script.forget());
  afterAll(() => script.close());

  const crowded = (headers: Record<string, string>): Reply =>
    script.after(20, (response) => response.writeHead(429, headers).end('{}'));

  test('answers that say no', async () => {
    for (const order of ['A', 'B', 'C', 'D']) await script.paid(order);
    await script.refund('R1', 'A');
    await script.refund('R2', 'B', { amount: 2_000 });
    await script.refund('R3', 'C', { amount: 3_000 });
    await script.refund('R4', 'D', { amount: 0 });
    const transcript = await script.written(async (written) => {
      script.service.script(script.after(30, refusal(1024, 400)));
      await written.work('refund-sending');
      script.clock.advance(SECOND + 1);
      script.service.script(script.after(0, refusal(1002, 400)));
      await written.work('refund-sending');
      script.clock.advance(SECOND + 1);
      script.service.script(script.after(0, refusal(1006, 404)));
      await written.work('refund-sending');
      script.clock.advance(SECOND + 1);
      await written.work('refund-sending');
      await written.rows('refund', 'lane');
    });
    expect(transcript).toMatchSnapshot();
  });

  test('an account that is refused: each of the others is tried once, until one is accepted', async () => {
    for (const order of ['A', 'B', 'C']) await script.paid(order);
    await script.paid('D', { group: 'kiosk' });
    await script.refund('R1', 'A');
    await script.refund('R2', 'B', { amount: 2_000 });
    const refused = { refusedAt: script.clock.now(), notBefore: script.clock.now() + DAY };
    await script.refund('D1', 'D', { group: 'kiosk', ...refused });
    await script.refund('R3', 'C', { amount: 3_000, notBefore: script.clock.now() + 150 * SECOND });
    const transcript = await script.written(async (written) => {
      for (const ms of [0, MINUTE, 2 * MINUTE]) {
        script.clock.advance(ms);
        script.service.script(script.after(0, refusal(1032, 401)));
        await written.work('refund-sending');
      }
      await written.step('the lane is shown', () => script.refunds.lane('web'));
      await written.step('what comes next', async () =>
        (await script.refunds.upcoming('web')).map(({ id, plannedAt }) => ({ id, plannedAt })),
      );
      script.clock.advance(4 * MINUTE);
      script.service.script(script.shown('A', []), script.booked('901'));
      await written.work('refund-sending');
      await written.rows('refund', 'lane');
    });
    expect(transcript).toMatchSnapshot();
  });

  test('answers that say nothing, and none at all', async () => {
    const orders = ['A', 'B', 'C', 'D', 'E'];
    for (const order of orders) await script.paid(order);
    for (const [index, order] of orders.entries())
      await script.refund(`R${index + 1}`, order, { amount: 1_000 + index });
    const transcript = await script.written(async (written) => {
      script.service.script(script.after(0, json(500, 'out of order')));
      await written.work('refund-sending');
      script.clock.advance(SECOND + 1);
      script.service.script(crowded({ 'retry-after': '90' }));
      await written.work('refund-sending');
      script.clock.advance(90 * SECOND);
      script.service.script(crowded({}));
      await written.work('refund-sending');
      script.clock.advance(MINUTE);
      script.service.script(crowded({ 'retry-after': '3601' }));
      await written.work('refund-sending');
      await written.step('a person lets it go on', () => script.refunds.resumeLane('web', ACTOR));
      script.clock.advance(SECOND + 1);
      script.service.script(script.after(7, reset));
      await written.work('refund-sending');
      await written.rows('refund_evidence', 'lane');
    });
    expect(transcript).toMatchSnapshot();
  });
});

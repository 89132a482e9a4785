import { describe, expect, test } from '@jest/globals';
import { DAY, MINUTE, PollScript } from './poll-script.js';

/** From the start of an order until its last poll where no payment was begun: 30 days, and a day of grace. */
const WHOLE_TIME = 31 * DAY;
const NO_PAYMENT = { transactionId: null };

describe('what a shop does to read an order of which nothing is told', () => {
  const script = new PollScript();
  const { written, tick, poll, clock } = script;

  test('it is read until it is paid, and not before it is due', async () => {
    await script.add(['A'], { due: -1 });
    await script.add(['OTHER'], { group: 'till' });
    const transcript = await written(async (step) => {
      await step.step('a millisecond before its time', () => tick());
      clock.advance(1);
      script.says('A', 'initialized', NO_PAYMENT);
      await step.step('it has not been paid', () => tick());
      clock.advance(2 * MINUTE - 1);
      await step.step('the next poll is not due', () => tick());
      clock.advance(1);
      script.says('A', 'initialized');
      await step.step('a payment was begun', () => tick());
      clock.advance(10 * MINUTE);
      script.says('A', 'completed');
      await step.step('it has been paid', () => tick());
      clock.advance(DAY);
      await step.step('nothing is left', () => tick());
      await step.rows('poll');
    });
    expect(transcript).toMatchSnapshot();
  });

  test('its time is over, with and without a word of how it ended', async () => {
    await script.add(['CANCELLED', 'OPEN', 'UNKNOWN', 'DECLINED'], { opened: WHOLE_TIME });
    await script.add(['YOUNGER'], { opened: WHOLE_TIME - 1 });
    script.says('CANCELLED', 'cancelled', NO_PAYMENT);
    script.says('OPEN', 'initialized', NO_PAYMENT);
    script.says('YOUNGER', 'initialized', NO_PAYMENT);
    script.says('DECLINED', 'declined');
    await poll('DECLINED', { method: 'IDEAL', methodSince: clock.now() - 2 * DAY });
    await script.knows('DECLINED', 'declined', { id: '1756720780000123' });
    const transcript = await written(async (step) => {
      await step.step('each is read', () => tick());
      await step.step('nothing more', () => tick());
      await step.rows('poll', 'order', 'observation');
    });
    expect(transcript).toMatchSnapshot();
  });

  test('it is of another environment, paid already, or gone', async () => {
    await script.add(['COPY', 'PAID', 'ASKED-FOR', 'GONE']);
    await script.add(['OLD-COPY'], { opened: WHOLE_TIME });
    for (const orderId of ['COPY', 'OLD-COPY']) await script.order(orderId, { mode: 'live' });
    for (const orderId of ['PAID', 'ASKED-FOR']) await script.knows(orderId, 'completed', { paid: true });
    await poll('PAID', { askedAt: 5, polledAt: 5 });
    await poll('ASKED-FOR', { askedAt: 6, polledAt: 5 });
    script.says('ASKED-FOR', 'completed', { transactionId: '700' });
    await script.shop.dataSource.query("DELETE FROM tillbridge_attempt WHERE order_id = 'GONE'");
    const transcript = await written(async (step) => {
      await step.step('each comes up', () => tick());
      await step.rows('poll');
    });
    expect(transcript).toMatchSnapshot();
  });
});

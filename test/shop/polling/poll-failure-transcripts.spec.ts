import { describe, expect, test } from '@jest/globals';
import { AttemptEntity } from '../../../src/shop/orders/index.js';
import { json, refusal } from '../../support/scripted-service.js';
import { DAY, MINUTE, PollScript } from './poll-script.js';

/** From the start of an order until its last poll where no payment was begun: 30 days, and a day of grace. */
const WHOLE_TIME = 31 * DAY;
const NO_PAYMENT = { transactionId: null };

describe('what a shop does with a poll that brings nothing', () => {
  const script = new PollScript();
  const { written, tick, poll, clock } = script;

  test('the service does not know it', async () => {
    const { manager } = script.shop.dataSource;
    const state = (orderId: string, createState: 'creating' | 'failed', senderUntil: number | null = null) =>
      manager.update(AttemptEntity, { orderId }, { createState, senderUntil });
    await script.add(['ACKNOWLEDGED', 'REFUSED', 'SENT-AGAIN', 'SENDER-GONE']);
    await script.add(['BEING-SENT'], { opened: DAY - 1 });
    await script.add(['NEVER-CAME'], { opened: DAY });
    await script.add(['OWED'], { opened: WHOLE_TIME });
    await state('REFUSED', 'failed');
    await state('SENT-AGAIN', 'failed', clock.now() + 1);
    await state('SENDER-GONE', 'failed', clock.now());
    await state('BEING-SENT', 'creating');
    await state('NEVER-CAME', 'creating');
    const transcript = await written(async (step) => {
      await step.step('each is read', () => tick());
      await step.rows('poll', 'observation');
    });
    expect(transcript).toMatchSnapshot();
  });

  test('it cannot be read', async () => {
    await script.add(['A', 'FIFTH', 'SIXTH', 'LAST-SOON', 'FIRST-LATE'], { opened: DAY });
    const failed = { lastError: 'unreadable' };
    await poll('FIFTH', { ...failed, attempts: 4 });
    await poll('SIXTH', { ...failed, attempts: 5, reason: 'unreadable' });
    await poll('LAST-SOON', { ...failed, attempts: 12, reason: 'unreadable' });
    await poll('FIRST-LATE', { ...failed, attempts: 13, reason: 'unreadable', askedAt: clock.now() });
    await script.order('SIXTH', { attention: 'unreadable' });
    for (const id of ['A', 'FIFTH', 'SIXTH', 'LAST-SOON', 'FIRST-LATE']) script.answers.set(id, refusal(1001, 400));
    const transcript = await written(async (step) => {
      await step.step('each is read', () => tick());
      await step.rows('poll', 'observation');
    });
    expect(transcript).toMatchSnapshot();
  });

  test('it cannot be read at the end of its time', async () => {
    await script.add(['FOURTH', 'FIFTH', 'PAID-ELSEWHERE', 'KNOWN'], { opened: WHOLE_TIME });
    await script.add(['TWO-GRACES'], { opened: 32 * DAY });
    await script.add(['ALMOST'], { opened: 32 * DAY - 1 });
    const failed = { lastError: 'unreadable' };
    await poll('FOURTH', { ...failed, attempts: 3 });
    for (const id of ['FIFTH', 'PAID-ELSEWHERE', 'KNOWN']) await poll(id, { ...failed, attempts: 4 });
    await script.order('PAID-ELSEWHERE', { paidAt: clock.now() });
    await script.order('KNOWN', { attention: 'amount_mismatch' });
    for (const id of ['FOURTH', 'FIFTH', 'PAID-ELSEWHERE', 'KNOWN']) script.answers.set(id, refusal(1001, 400));
    for (const id of ['TWO-GRACES', 'ALMOST']) script.answers.set(id, json(503, 'out of order'));
    const transcript = await written(async (step) => {
      await step.step('each is read', () => tick());
      await step.rows('poll', 'observation');
    });
    expect(transcript).toMatchSnapshot();
  });

  test('it has ended its process time and again', async () => {
    await script.add(['NEIGHBOUR', 'KILLER', 'SECOND']);
    await script.add(['OLD-KILLER'], { opened: WHOLE_TIME });
    await poll('KILLER', { attempts: 5 });
    await poll('SECOND', { attempts: 4 });
    await poll('OLD-KILLER', { attempts: 5 });
    for (const id of ['NEIGHBOUR', 'SECOND']) script.says(id, 'initialized', NO_PAYMENT);
    const transcript = await written(async (step) => {
      await step.step('each comes up', () => tick());
      clock.advance(15 * MINUTE - 1);
      await step.step('not quite a quarter of an hour later', () => tick());
      clock.advance(1);
      script.answers.clear();
      await step.step('a quarter of an hour later', () => tick());
      await step.rows('poll', 'observation');
    });
    expect(transcript).toMatchSnapshot();
  });
});

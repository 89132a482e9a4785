import { describe, expect, test } from '@jest/globals';
import { AttemptEntity } from '../../../src/shop/orders/index.js';
import { DAY, MINUTE, PollScript } from './poll-script.js';

describe('what a shop does to read an order of which it is in doubt', () => {
  const script = new PollScript();
  const { written, tick, poll, clock } = script;

  test('its answer is older than what a notification said', async () => {
    const before = clock.now() - 10 * MINUTE;
    const facts = { related: 0, financialStatus: 'completed', amountRefunded: 0, modifiedAt: clock.now() };
    const message = { status: 'completed', word: 'completed', ...facts, fingerprint: '1'.repeat(64) };
    const held = { facts: message, recordedAt: clock.now() };
    await script.add(['A', 'TRIED'], { opened: 20 * MINUTE });
    await poll('TRIED', { attempts: 5, lastError: 'read in vain' });
    for (const id of ['A', 'TRIED']) {
      await script.knows(id, 'initialized', { held, recordedAt: before });
      script.says(id, 'initialized', { at: before, transactionId: '700' });
    }
    const transcript = await written(async (step) => {
      await step.step('each is read', () => tick());
      clock.advance(999);
      await step.step('not yet', () => tick());
      clock.advance(1);
      await step.step('once more', () => tick());
      await step.rows('poll');
    });
    expect(transcript).toMatchSnapshot();
  });

  test('it was paid and does not look it any more', async () => {
    await script.add(['HEALED', 'LET-GO', 'IN-DOUBT'], { opened: DAY });
    for (const id of ['HEALED', 'IN-DOUBT', 'LET-GO']) {
      await script.knows(id, 'uncleared', { paid: true });
      const status = id === 'LET-GO' ? ('voided' as const) : ('uncleared' as const);
      await script.order(id, { status, paidAt: clock.now(), updatedAt: clock.now() });
      await poll(id, { askedAt: clock.now(), polledAt: 0 });
      script.says(id, 'uncleared', { transactionId: '700' });
    }
    script.says('LET-GO', 'cancelled', { transactionId: '700' });
    await script.shop.dataSource.manager.update(AttemptEntity, { orderId: 'LET-GO' }, { letGoAt: clock.now() });
    const transcript = await written(async (step) => {
      await step.step('each is read', () => tick());
      clock.advance(MINUTE);
      script.says('HEALED', 'completed', { transactionId: '700' });
      await step.step('after a minute', () => tick());
      clock.advance(DAY);
      await step.step('after a day', () => tick());
      await step.rows('poll', 'order');
    });
    expect(transcript).toMatchSnapshot();
  });
});

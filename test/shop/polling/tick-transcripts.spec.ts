import { describe, expect, test } from '@jest/globals';
import { DAY, MINUTE, PollScript } from './poll-script.js';

const NO_PAYMENT = { transactionId: null };
/** Orders of which the service is asked nothing: they are of another environment, and only planned anew. */
const quiet = (count: number): string[] => Array.from({ length: count }, (_, index) => `Q-${index}`);

describe('what a shop does in a tick', () => {
  const two = { callsPerSecond: 4, burst: 50, maxWaitMs: 1_499, readAttempts: 1 };
  const few = { callsPerSecond: 1, burst: 3, reservedCalls: 1, maxWaitMs: 0, readAttempts: 1 };
  const script = new PollScript({ web: {}, pair: { calls: two }, few: { calls: few } });
  const { written, tick, poll, clock, ask } = script;
  const status = () => script.shop.payments.polling.status();

  test('two places, and what is claimed beyond them: the newest first, and those that waited longest', async () => {
    for (const [index, id] of quiet(9).entries())
      await script.add([id], { group: 'pair', opened: 60 * MINUTE, due: [3, 9, 1, 7, 5, 2, 8, 6, 4][index]! * MINUTE });
    await script.shop.dataSource.query("UPDATE tillbridge_order SET mode = 'live'");
    const transcript = await written(async (step) => {
      await step.step('how the polls stand', status);
      await step.step('five of nine', () => tick('pair', 5));
      await step.rows('poll');
      await step.step('the others', () => tick('pair'));
      await step.step('how the polls stand', status);
      clock.advance(58 * MINUTE);
      await step.step('how they stand when they are due again', status);
    });
    expect(transcript).toMatchSnapshot();
  });

  test('one that may have ended a process is polled by itself, and the others after it', async () => {
    await script.add(quiet(4), { group: 'pair', opened: 60 * MINUTE });
    await poll('Q-2', { attempts: 1 });
    await poll('Q-1', { attempts: 1 });
    await script.shop.dataSource.query("UPDATE tillbridge_order SET mode = 'live'");
    const transcript = await written(async (step) => {
      await step.step('three of four', () => tick('pair', 3));
      await step.rows('poll');
    });
    expect(transcript).toMatchSnapshot();
  });

  test('polls are asked for', async () => {
    await script.add(['WAITING', 'UNDER-WAY', 'JUST-READ', 'REFUNDED', 'DONE', 'NEW'], { due: -DAY });
    await poll('UNDER-WAY', { leaseToken: 'theirs', leaseUntil: clock.now() + MINUTE, askedAt: clock.now() });
    await poll('JUST-READ', { polledAt: clock.now() - 1, askedAt: clock.now() + 5 });
    await poll('DONE', { state: 'parked', reason: 'unreadable', attempts: 3, polledAt: clock.now() - 10_001 });
    await script.order('REFUNDED', { status: 'refunded' });
    await script.shop.dataSource.query("DELETE FROM tillbridge_poll WHERE id = 'NEW'");
    const transcript = await written(async (step) => {
      for (const id of ['WAITING', 'UNDER-WAY', 'JUST-READ', 'REFUNDED', 'DONE', 'NEW', 'NONE'])
        await step.step(`of ${id.toLowerCase()}`, () => ask(id));
      await step.step('in another group', () => ask('WAITING', 'pair'));
      await step.rows('poll');
    });
    expect(transcript).toMatchSnapshot();
  });

  test('something else asks while a poll is under way', async () => {
    await script.add(['A']);
    script.says('A', 'initialized', NO_PAYMENT);
    const answer = script.answers.get('A')!;
    script.answers.set('A', (...call) => void ask('A').then(() => answer(...call)));
    const transcript = await written(async (step) => {
      await step.step('it is read, and asked for meanwhile', () => tick());
      clock.advance(9_999);
      await step.step('not yet', () => tick());
      clock.advance(1);
      script.answers.set('A', answer);
      await step.step('it is read once more', () => tick());
    });
    expect(transcript).toMatchSnapshot();
  });

  test('every group', async () => {
    await script.add(['A'], { group: 'web' });
    await script.add(['B'], { group: 'pair' });
    await script.shop.dataSource.query("UPDATE tillbridge_order SET mode = 'live'");
    const transcript = await written(async (step) => {
      await step.step('an unknown one', () => tick('none'));
      await step.step('how the polls of one stand', () => script.shop.payments.polling.status('pair'));
      await step.work('polling');
      await step.rows('poll');
    });
    expect(transcript).toMatchSnapshot();
  });
});

import { describe, expect, jest, test } from '@jest/globals';
import { PollWorker, Sweep } from '../../../src/shop/polling/index.js';
import { json, refusal } from '../../support/scripted-service.js';
import { MINUTE, PollScript } from './poll-script.js';

const NO_PAYMENT = { transactionId: null };
/** Orders of which the service is asked nothing: they are of another environment, and only planned anew. */
const quiet = (count: number): string[] => Array.from({ length: count }, (_, index) => `Q-${index}`);

describe('what holds a tick back', () => {
  const two = { callsPerSecond: 4, burst: 50, maxWaitMs: 1_499, readAttempts: 1 };
  const few = { callsPerSecond: 1, burst: 3, reservedCalls: 1, maxWaitMs: 0, readAttempts: 1 };
  const script = new PollScript({ web: {}, pair: { calls: two }, few: { calls: few } });
  const { written, tick, poll, clock } = script;
  const status = () => script.shop.payments.polling.status();

  test('the service does not work: after three failures polls wait, one tries, and then all', async () => {
    await script.add(['A', 'B', 'C', 'D', 'E', 'F']);
    for (const id of ['A', 'B', 'C', 'D', 'E', 'F']) {
      await poll(id, { askedAt: 1 });
      script.answers.set(id, json(503, 'out of order'));
    }
    const transcript = await written(async (step) => {
      await step.step('three fail', () => tick());
      await step.step('how the polls stand', status);
      clock.advance(749);
      await step.step('they are held back', () => tick());
      clock.advance(1);
      await step.step('one tries, and fails', () => tick());
      clock.advance(1_500);
      for (const id of ['A', 'B', 'C', 'D', 'E', 'F']) script.says(id, 'initialized', NO_PAYMENT);
      await step.step('one tries, and the others follow', () => tick());
    });
    expect(transcript).toMatchSnapshot();
  });

  test('the key is refused, and then is not', async () => {
    await script.add(['A', 'B']);
    for (const id of ['A', 'B']) {
      await poll(id, { askedAt: 1 });
      script.answers.set(id, refusal(1032, 401));
    }
    const transcript = await written(async (step) => {
      await step.step('the first is refused', () => tick());
      clock.advance(44_999);
      await step.step('they are held back', () => tick());
      clock.advance(1);
      for (const id of ['A', 'B']) script.says(id, 'initialized', NO_PAYMENT);
      await step.step('one tries', () => tick());
      await step.rows('poll');
    });
    expect(transcript).toMatchSnapshot();
  });

  test('there is no budget for more calls', async () => {
    await script.add(['A', 'B', 'C', 'D'], { group: 'few' });
    for (const id of ['A', 'B', 'C', 'D']) {
      await poll(id, { askedAt: 1 });
      script.says(id, 'initialized', NO_PAYMENT);
    }
    const transcript = await written(async (step) => {
      // However long the machine takes for two of them, the budget has not grown meanwhile.
      const still = jest.spyOn(performance, 'now').mockReturnValue(performance.now());
      await step.step('two are read', () => tick('few'));
      still.mockRestore();
      await step.rows('poll');
    });
    expect(transcript).toMatchSnapshot();
  });

  test('it is ended while polls are under way, and lets go of what it has claimed beyond them', async () => {
    await script.add(quiet(5), { group: 'pair', opened: 60 * MINUTE });
    await script.shop.dataSource.query("UPDATE tillbridge_order SET mode = 'live'");
    const stopping = new AbortController();
    const worker = script.shop.app.get(PollWorker);
    const first = worker.poll.bind(worker);
    const spied = jest.spyOn(worker, 'poll').mockImplementationOnce((...about) => {
      stopping.abort();
      return first(...about);
    });
    const transcript = await written(async (step) => {
      await step.step('it is ended', () => script.shop.payments.polling.tick('pair', { signal: stopping.signal }));
      await step.rows('poll');
    });
    spied.mockRestore();
    expect(transcript).toMatchSnapshot();
  });

  test('a sweep that fails in an unexpected way holds back nothing', async () => {
    await script.add(['A']);
    script.says('A', 'initialized', NO_PAYMENT);
    const spied = jest.spyOn(script.shop.app.get(Sweep), 'run').mockRejectedValueOnce(new Error('no such column'));
    const transcript = await written((step) => step.step('the order is read', () => tick()));
    spied.mockRestore();
    expect(transcript).toMatchSnapshot();
  });
});

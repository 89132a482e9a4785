import { describe, expect, test } from '@jest/globals';
import type { CreateOrderInput } from '../../../src/protocol/index.js';
import { PollScheduleRepository } from '../../../src/shop/poll-schedule/index.js';
import { scheduler } from './cron-stage.js';
import { DAY, MINUTE, PollScript } from './poll-script.js';

const REQUEST = { type: 'redirect', gateway: 'ideal' } as CreateOrderInput;

describe('which attempts are read, and when', () => {
  const script = new PollScript(
    { web: {}, till: { polling: { firstLookMs: 30_000, cron: '*/5 * * * *' } } },
    scheduler,
  );
  const { written, poll, clock } = script;
  const schedule = () => script.shop.app.get(PollScheduleRepository);
  const sent = (serviceOrderId: string, change: Partial<CreateOrderInput> = {}, group = 'web') =>
    script.shop.dataSource.transaction((tx) =>
      schedule().sent(tx, { group, serviceOrderId }, { ...REQUEST, ...change }),
    );
  const readFrom = (serviceOrderId: string, at: number, group = 'web') =>
    script.shop.dataSource.transaction((tx) => schedule().readFrom(tx, { group, serviceOrderId }, at));

  test('an attempt is sent, and sent once more', async () => {
    const transcript = await written(async (step) => {
      await step.step('for a page', () => sent('PAGE'));
      await step.step('by a method', () => sent('DIRECT', { type: 'direct' }));
      await step.step('by no method', () => sent('BARE', { type: 'direct', gateway: undefined }));
      await step.step('for ninety seconds', () => sent('SHORT', { secondsActive: 90, daysActive: 3 }));
      await step.step('for three days', () => sent('LONG', { secondsActive: 0, daysActive: 3 }));
      await step.step('in another group', () => sent('PAGE', {}, 'till'));
      await step.step('once more, at the same time', () => sent('PAGE', { type: 'direct' }));
      await poll('DIRECT', {
        state: 'parked',
        reason: 'unreadable',
        attempts: 4,
        lastError: 'no',
        polledAt: 7,
        askedAt: 8,
      });
      clock.advance(1);
      await step.step('once more, later', () => sent('DIRECT', { gateway: undefined, secondsActive: 1 }));
      await step.rows('poll');
    });
    expect(transcript).toMatchSnapshot();
  });

  test('the next poll is brought forward, or comes from a time on', async () => {
    await script.add(['SOON', 'LATER', 'UNDER-WAY', 'PARKED', 'AHEAD'], { due: -10_000 });
    await script.add(['EVEN-LATER'], { due: -10_001 });
    await script.add(['OTHER'], { group: 'till', due: -DAY });
    await poll('SOON', { dueAt: clock.now() + 9_999 });
    await poll('UNDER-WAY', { dueAt: clock.now() + 30_000, leaseToken: 'theirs', leaseUntil: clock.now() + 30_000 });
    await poll('PARKED', { state: 'parked', dueAt: clock.now() + DAY, reason: 'unreadable', attempts: 9 });
    await poll('AHEAD', { polledAt: clock.now() + 500 });
    const within = (serviceOrderId: string) => schedule().pollWithin({ group: 'web', serviceOrderId }, 10_000);
    const transcript = await written(async (step) => {
      for (const id of ['SOON', 'LATER', 'EVEN-LATER', 'UNDER-WAY', 'PARKED', 'OTHER'])
        await step.step(`within ten seconds: ${id.toLowerCase()}`, () => within(id));
      await step.rows('poll');
      for (const id of ['LATER', 'UNDER-WAY', 'PARKED', 'AHEAD', 'NEW'])
        await step.step(`from now on: ${id.toLowerCase()}`, () => readFrom(id, clock.now()));
      await step.rows('poll');
    });
    expect(transcript).toMatchSnapshot();
  });

  test('by when polls have ended', async () => {
    await script.add(['A', 'B', 'C'], { due: -MINUTE });
    await script.add(['T'], { group: 'till', due: -MINUTE });
    await poll('B', { dueAt: clock.now() + 90_000 });
    await poll('C', { dueAt: clock.now() + DAY, state: 'done' });
    const by = (group: string, ...ids: string[]) => schedule().polledBy(group, ids);
    const transcript = await written(async (step) => {
      await step.step('the last of two', () => by('web', 'B', 'A', 'C'));
      await step.step('none is polled any more', () => by('web', 'C'));
      await step.step('none of another group', () => by('till', 'A'));
      await step.step('of a group with a schedule', () => by('till', 'T'));
      clock.advance(2 * MINUTE);
      await step.step('one that is late', () => by('web', 'A'));
    });
    expect(transcript).toMatchSnapshot();
  });
});

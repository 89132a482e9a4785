import { beforeEach, describe, expect, test } from '@jest/globals';
import { TerminalGroups, TRANSACTIONS, type TerminalGroup } from '../../../src/shop/core/index.js';
import type { Transactions } from '../../../src/database/engine/index.js';
import { DueGroups } from '../../../src/shop/polling/due-groups.js';
import { PollCron, PollScheduler } from '../../../src/shop/polling/index.js';
import type { PeriodicWorker } from '../../../src/shop/workers/index.js';
import { scheduler } from './cron-stage.js';
import { MINUTE, PollScript } from './poll-script.js';

describe('when polls begin', () => {
  const script = new PollScript({ web: {}, till: { polling: { cron: '0 4 * * *' } } }, scheduler);
  const { written, poll, clock, ask } = script;
  const wanted = (name: string) =>
    script.shop.app.get(PollScheduler).pollIfWanted(script.shop.app.get(TerminalGroups).get(name));

  // What it has seen so far is of another test.
  beforeEach(() => {
    const due = new DueGroups(script.shop.app.get<Transactions>(TRANSACTIONS));
    Reflect.set(script.shop.app.get(PollScheduler), 'due', due);
  });

  test('of a group with a schedule: what was asked for, and nothing else', async () => {
    await script.add(['A', 'B'], { group: 'till' });
    await script.add(['C'], { group: 'web', due: -1 });
    await script.shop.dataSource.query("UPDATE tillbridge_order SET mode = 'live'");
    const transcript = await written(async (step) => {
      await step.step('nothing was asked for', () => wanted('till'));
      await step.step('nothing is due', () => wanted('web'));
      clock.advance(1);
      await step.step('one is due', () => wanted('web'));
      await poll('A', { askedAt: clock.now(), dueAt: clock.now() + 1_000 });
      clock.advance(999);
      await step.step('a read is not due', () => wanted('till'));
      clock.advance(1);
      await step.step('a read is due', () => wanted('till'));
      clock.advance(MINUTE);
      await step.step('nothing more', () => wanted('till'));
      await ask('B', 'till');
      await step.step('a poll was asked for', () => wanted('till'));
      clock.advance(10_000);
      await step.step('for the last time because of it', () => wanted('till'));
      await step.step('nothing more', () => wanted('till'));
    });
    expect(transcript).toMatchSnapshot();
  });

  test('of every group in which something is due', async () => {
    await script.add(['A'], { group: 'till' });
    await script.add(['B'], { group: 'web' });
    await script.shop.dataSource.query("UPDATE tillbridge_order SET mode = 'live'");
    const scheduler = script.shop.app.get(PollScheduler);
    const worker = Reflect.get(scheduler, 'worker') as PeriodicWorker;
    const underWay = Reflect.get(scheduler, 'underWay') as Map<string, Promise<void>>;
    const workOnce = async () => {
      await worker.drain();
      await Promise.all(underWay.values());
    };
    const transcript = await written(async (step) => {
      await step.step('a process looks', workOnce);
      await poll('A', { askedAt: clock.now() });
      await step.step('a read was asked for', workOnce);
      await step.rows('poll');
    });
    expect(transcript).toMatchSnapshot();
  });

  test('by a job: only where work is done, and not twice at a time', async () => {
    await script.add(['A'], { group: 'till' });
    await script.shop.dataSource.query("UPDATE tillbridge_order SET mode = 'live'");
    const jobs = script.shop.app.get(PollCron);
    const transcript = await written(async (step) => {
      await step.step('no work is done here', () => jobs.fire('till'));
      jobs.start();
      await step.step('it comes twice', () => Promise.all([jobs.fire('till'), jobs.fire('till')]));
      await poll('A', { dueAt: clock.now() });
      await step.step('it comes again', () => jobs.fire('till'));
      await step.step('it fails', () => jobs.fire('none'));
      jobs.onModuleDestroy();
      await poll('A', { dueAt: clock.now() });
      await step.step('the application stops', () => jobs.fire('till'));
    });
    expect(transcript).toMatchSnapshot();
  });

  test('of a group that was found at run time: when its schedule has come', () => {
    const jobs = script.shop.app.get(PollCron);
    const till = script.shop.app.get(TerminalGroups).get('till');
    const found = (cron: string | null) => ({ ...till, name: 'found', polling: { ...till.polling, cron } });
    const noon = Date.UTC(2026, 0, 15, 12);
    const times = (cron: string | null, ...minutes: number[]): boolean[] =>
      minutes.map((minute) => jobs.hasCome(found(cron), noon + minute * MINUTE));
    const soon = 1 / MINUTE;
    expect(times('*/5 * * * *', 0, 5 - soon, 5, 5, 9, 10)).toEqual([false, false, true, false, false, true]);
    expect(times('*/7 * * * *', 15, 20, 21)).toEqual([false, false, true]);
    expect(times('*/7 * * * *', 40, 41, 42)).toEqual([true, false, true]);
    // The clock was put back.
    expect(times('*/7 * * * *', -60, -54, -53)).toEqual([false, false, true]);
    expect(times(null, 0, 100)).toEqual([false, false]);
    expect([0, 500].map((minute) => jobs.hasCome(till, noon + minute * MINUTE))).toEqual([false, false]);
  });
});

describe('in which groups polls are due', () => {
  const script = new PollScript({ a: {}, b: {}, c: {} });
  const { written, poll, clock } = script;
  const groups = (...names: string[]): TerminalGroup[] =>
    names.map((name) => ({ ...script.shop.app.get(TerminalGroups).get('a'), name }));
  const names = (found: ReadonlySet<string>): string[] => [...found].sort();

  test('those with a poll, and those in which a read was asked for', async () => {
    const due = new DueGroups(script.shop.app.get<Transactions>(TRANSACTIONS));
    await script.add(['A'], { group: 'a' });
    await script.add(['B'], { group: 'b', due: -1_000 });
    await script.add(['C'], { group: 'c' });
    await poll('B', { askedAt: 6, polledAt: 5 });
    await poll('C', { state: 'parked' });
    const all = groups('c', 'b', 'a');
    const transcript = await written(async (step) => {
      const ofAll = async () => names(await due.ofAll(all, clock.now()));
      const ofReads = async () => names(await due.ofReads(all, clock.now()));
      await step.step('polls', ofAll);
      await step.step('of no group', async () => names(await due.ofAll([], clock.now())));
      await step.step('reads', ofReads);
      clock.advance(1_000);
      await step.step('polls, a second later', ofAll);
      await step.step('reads, a second later', ofReads);
      await poll('A', { askedAt: 5, polledAt: 5 });
      clock.advance(59_000);
      await step.step('those of which nothing was due share a time', ofReads);
      await poll('B', { askedAt: 5 });
      await step.step('none', ofReads);
      await poll('A', { askedAt: 6, dueAt: clock.now() - 60_000 });
      await poll('C', { state: 'pending', askedAt: 6, dueAt: clock.now() - 60_001 });
      await step.step('what may have been committed late', ofReads);
      clock.advance(-120_000);
      await poll('A', { dueAt: clock.now() });
      await step.step('after the clock was put back', ofReads);
    });
    expect(transcript).toMatchSnapshot();
  });

  test('five hundred at a time', async () => {
    const due = new DueGroups(script.shop.app.get<Transactions>(TRANSACTIONS));
    const many = (count: number) => groups(...Array.from({ length: count }, (_, index) => `g-${index}`));
    const counts: number[] = [];
    for (const count of [500, 501]) {
      const text = await written((step) => step.step('polls', () => due.ofAll(many(count), clock.now())));
      counts.push(text.split('SELECT DISTINCT').length - 1);
    }
    expect(counts).toEqual([1, 2]);
  });
});

import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { TillbridgeNotifications, type ReplayTarget } from '../../../src/shop/admin/index.js';
import { nextRows } from '../../../src/shop/admin/replay-rows.js';
import type { Transactions } from '../../../src/database/engine/index.js';
import { TRANSACTIONS } from '../../../src/shop/core/index.js';
import { AdminStage, ANN, HOUR, NOON, SECOND } from './admin-stage.js';

/** The least id that is made at a time. */
const idAt = (ms: number, end = '000000000000'): string => {
  const time = ms.toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-${end}`;
};

describe('what a shop does with notifications that it has kept', () => {
  let stage: AdminStage;
  beforeAll(async () => {
    stage = await AdminStage.start();
  });
  afterEach(() => stage.forget());
  afterAll(() => stage.close());

  const kept = () => stage.shop.app.get(TillbridgeNotifications);

  test('they are listed without what they say, and shown without what is personal', async () => {
    await stage.order('A');
    await stage.notification('n2', 'A', { dueAt: NOON + 1, state: 'pending', doneAt: null });
    await stage.notification('n1', 'A', { dueAt: NOON + 2, state: 'parked', attempts: 13, lastError: 'the shelf' });
    await stage.notification('n3', 'A', { dueAt: NOON + 3, state: 'done', doneAt: NOON + 4 });
    await stage.notification('n4', 'lost', { dueAt: NOON + 2, state: 'parked', group: 'till' });
    await stage.notification('n5', 'A', { state: 'erased', body: Buffer.alloc(0) });
    await stage.decision('d1', 'A', {
      about: 'notification',
      decision: 'replayed',
      subjectId: 'n3',
      decidedAt: NOON + 9,
    });
    await stage.decision('d2', 'A', { about: 'notification', decision: 'replayed', subjectId: 'n3', by: 'bea' });
    await stage.decision('d3', 'A', { about: 'notification', decision: 'replayed', subjectId: 'n1', by: 'cleo' });
    const transcript = await stage.transcript(async (written) => {
      const list = (title: string, filter?: Parameters<TillbridgeNotifications['list']>[0]) =>
        written.step(title, async () => {
          const { items, next, previous } = await kept().list(filter);
          return { ids: items.map(({ id }) => id), next, previous };
        });
      await written.step('one line of the list', async () => (await kept().list({ state: 'parked' })).items[0]);
      await list('all');
      await list('those of a group', { group: 'till' });
      await list('those of a state, by when they are due', { state: 'parked' });
      await list('those of a state and group', { state: 'parked', group: 'web' });
      const first = await list('a page of one', { state: 'parked', limit: 1 });
      await list('the next', { state: 'parked', limit: 1, cursor: first!.next });
      for (const id of ['n2', 'n3', 'n4', 'n5', 'none']) await written.step(`${id} is shown`, () => kept().find(id));
    });
    expect(transcript).toMatchSnapshot();
  });

  test('they are replayed, whatever their state, and each is told of once', async () => {
    await stage.order('A');
    for (const state of ['pending', 'done', 'unmatched', 'parked', 'erased'] as const) {
      await stage.notification(`${state}-1`, 'A', { state, attempts: 3, doneAt: NOON, lastError: 'the shelf' });
      await stage.notification(`${state}-2`, 'A', { state, group: 'till', dueAt: NOON - 1 });
    }
    const transcript = await stage.transcript(async (written) => {
      const seen: unknown[] = [];
      const options = { onProgress: (progress: unknown) => void seen.push(progress) };
      const replay = (title: string, target: ReplayTarget) =>
        written.step(title, () => kept().replay(target, ANN, options));
      stage.clock.advance(SECOND);
      for (const state of ['pending', 'done', 'erased']) await replay(`one that is ${state}`, `${state}-1`);
      await replay('one that is not there', 'none');
      await replay('all parked ones of a group', { state: 'parked', group: 'web' });
      await replay('all unmatched ones', { state: 'unmatched' });
      await written.step('how it went on', () => seen);
      const abort = new AbortController();
      abort.abort();
      await written.step('one that is stopped before it begins', () =>
        kept().replay({ state: 'parked' }, ANN, { signal: abort.signal }),
      );
      await written.rows('notification', 'decision');
    });
    expect(transcript).toMatchSnapshot();
  });

  test('those of a time: its beginning counts, its end does not, and ids may be an hour ahead', async () => {
    await stage.order('A');
    const add = (id: string, receivedAt: number, change = {}) =>
      stage.notification(id, 'A', { receivedAt, state: 'unmatched', ...change });
    await add(idAt(NOON, '000000000002'), NOON);
    await add(idAt(NOON), NOON);
    await add(idAt(NOON + 1), NOON - 1);
    await add(idAt(NOON - 1), NOON);
    await add(idAt(NOON + SECOND), NOON + SECOND);
    await add(idAt(NOON + 999), NOON + 999);
    await add(idAt(NOON + SECOND + HOUR - 1), NOON + 998);
    await add(idAt(NOON + SECOND + HOUR), NOON + 997);
    await add(idAt(NOON + 5), NOON + 5, { group: 'till' });
    const transactions = stage.shop.app.get<Transactions>(TRANSACTIONS);
    const transcript = await stage.transcript(async (written) => {
      const rows = (title: string, target: ReplayTarget, place: { id: string; dueAt: number } | null = null) =>
        written.step(title, async () => {
          const found = await transactions.run((tx) => nextRows(tx, { target, begunAt: NOON, place }));
          return found.map(({ id }) => `${parseInt(id.slice(0, 13).replace('-', ''), 16) - NOON} ${id.slice(-1)}`);
        });
      const second = { from: NOON, to: NOON + SECOND };
      await rows('of a second', second);
      await rows('of a second and a group', { ...second, group: 'web' });
      await rows('after one of them', second, { id: idAt(NOON), dueAt: 0 });
      await rows('from before there was a clock', { from: -5, to: 5 });
      await rows('until the end of days', { from: NOON + SECOND + HOUR, to: 2 ** 48 });
      await rows('one after itself', 'an-id', { id: 'an-id', dueAt: 0 });
    });
    expect(transcript).toMatchSnapshot();
  });

  test('those of a state: what came to it after the replay began is left out', async () => {
    await stage.order('A');
    const add = (id: string, dueAt: number, change = {}) =>
      stage.notification(id, 'A', { dueAt, state: 'parked', ...change });
    await add('b', NOON);
    await add('a', NOON);
    await add('later', NOON + 60_001);
    await add('last', NOON + 60_000);
    await add('first', NOON - 1);
    await add('other', NOON, { group: 'till' });
    await add('unmatched', NOON, { state: 'unmatched' });
    const transactions = stage.shop.app.get<Transactions>(TRANSACTIONS);
    const transcript = await stage.transcript(async (written) => {
      const rows = (title: string, group: string | undefined, place: { id: string; dueAt: number } | null = null) =>
        written.step(title, async () => {
          const target = { state: 'parked' as const, ...(group === undefined ? {} : { group }) };
          const found = await transactions.run((tx) => nextRows(tx, { target, begunAt: NOON, place }));
          return found.map(({ id }) => id);
        });
      await rows('of all groups', undefined);
      await rows('of a group', 'web');
      await rows('after one of several that are due together', 'web', { id: 'a', dueAt: NOON });
    });
    expect(transcript).toMatchSnapshot();
  });
});

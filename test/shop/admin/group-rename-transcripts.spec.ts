import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { GroupRenames } from '../../../src/shop/admin/index.js';
import { mergeLane } from '../../../src/shop/admin/group-rename/group-rename.singles.js';
import { messages, TRANSACTIONS } from '../../../src/shop/core/index.js';
import type { Transactions } from '../../../src/database/engine/index.js';
import { ProcessEntity } from '../../../src/shop/diagnostics/index.js';
import { EffectEntity } from '../../../src/shop/effects/index.js';
import { SweepEntity } from '../../../src/shop/polling/index.js';
import { RefundLaneEntity } from '../../../src/shop/refund-records/index.js';
import { AdminStage, ANN, HOUR, NOON } from './admin-stage.js';

const group = 'old';

describe('what a shop does when a terminal group gets another name', () => {
  let stage: AdminStage;
  beforeAll(async () => {
    stage = await AdminStage.start();
  });
  afterEach(async () => {
    await stage.shop.dataSource.manager.delete(ProcessEntity, { place: 'till 7' });
    await stage.forget();
  });
  afterAll(() => stage.close());

  const rename = (change: Partial<Parameters<GroupRenames['rename']>[0]> = {}) =>
    stage.shop.app.get(GroupRenames).rename({ from: group, to: 'web', ...ANN, ...change });
  const begin = (seenAt: number, names = [group]) =>
    stage.shop.dataSource.manager.insert(ProcessEntity, {
      id: `p-${seenAt}`,
      groups: names,
      handlers: [],
      place: 'till 7',
      startedAt: NOON,
      seenAt,
    });

  /** Two orders with everything, and rows that belong to none. */
  const traded = async (): Promise<void> => {
    await stage.order('B', { group });
    await stage.order('A', { group });
    await stage.attempt('A', { group, serviceOrderId: 'A-2', number: 2 });
    await stage.notification('of-order', 'A', { group });
    await stage.notification('of-attempt', 'A-2', { group });
    const waits = { state: 'pending', dueAt: NOON + HOUR } as const;
    await stage.notification('of-none', 'X', { group, ...waits, lastError: messages.groupNotConfigured('old') });
    await stage.notification('of-new', 'X', { ...waits, lastError: messages.groupNotConfigured('web') });
    await stage.notification('failed', 'X', { ...waits, lastError: 'the shelf' });
    await stage.notification('elsewhere', 'X', {
      group: 'till',
      ...waits,
      lastError: messages.groupNotConfigured('web'),
    });
    await stage.observation('o1', 'A', { group });
    await stage.transition('t1', 'A', { group });
    await stage.effect('e1', 'A', { group });
    await stage.decision('d1', 'A-2', { group });
    await stage.decision('d2', '', { group, about: 'group' });
    await stage.poll('A-2', { group });
    await stage.refund('r1', 'B', { group });
    const facts = { group, orderId: 'A', transitionId: 't1', effect: 'Mailer', recordedAt: NOON };
    await stage.shop.dataSource.manager.insert(EffectEntity, { ...facts, phase: 'commit' });
    await stage.shop.dataSource.manager.insert(SweepEntity, { group, state: 'walking', pages: 3, updatedAt: NOON });
    await stage.order('A', { group: 'till' });
    await stage.poll('A', { group: 'till', id: 'p-till' });
  };
  const lane = (id: string, change: Partial<RefundLaneEntity> = {}) =>
    stage.shop.dataSource.manager.insert(RefundLaneEntity, { id, state: 'pending', dueAt: 0, ...change });

  test('all of it goes by the new name', async () => {
    await traded();
    await lane(group, { nextSlotAt: NOON + 9, pausedUntil: NOON + 9, pauseReason: 'too many' });
    await stage.order('N');
    const transcript = await stage.transcript(async (written) => {
      const seen: unknown[] = [];
      await written.step('it is renamed', () => rename({ onProgress: (progress) => void seen.push({ ...progress }) }));
      await written.step('how it went on', () => seen);
      await written.step('and again', () => rename());
      await written.rows();
    });
    expect(transcript).toMatchSnapshot();
  });

  test('what there is once for each group', async () => {
    const { manager } = stage.shop.dataSource;
    for (const [name, pages] of [
      [group, 3],
      ['web', 5],
      ['till', 7],
    ] as const)
      await manager.insert(SweepEntity, { group: name, state: 'idle', pages, updatedAt: NOON });
    await lane(group, { nextSlotAt: NOON + 5, tagsEchoed: 1 });
    await lane('web', { nextSlotAt: NOON + 3, pausedUntil: NOON + 1, pauseReason: 'locked' });
    await lane('till', { nextSlotAt: NOON + 1 });
    const transcript = await stage.transcript(async (written) => {
      await written.step('two become one', () => rename());
      await written.rows('lane', 'sweep', 'decision');
      await lane(group);
      const transactions = stage.shop.app.get<Transactions>(TRANSACTIONS);
      const names = { from: group, to: 'new' };
      await written.step('a lane alone', () => transactions.run((tx) => mergeLane(tx, names)));
      await written.step('no lane', () => transactions.run((tx) => mergeLane(tx, names)));
    });
    expect(transcript).toMatchSnapshot();
  });

  test('it is refused for every reason there is', async () => {
    await traded();
    const transcript = await stage.transcript(async (written) => {
      await written.step('to an alias', () => rename({ to: 'shop' }));
      await written.step('to a name that no one knows', () => rename({ to: 'none' }));
      await written.step('from a name of the options', () => rename({ from: 'till' }));
      await begin(NOON - 90_000);
      await begin(NOON - 89_999);
      await begin(NOON - 89_998, ['web']);
      const lease = { group, leaseToken: 'other' };
      await stage.poll('leased', { ...lease, leaseUntil: NOON + 1 });
      await stage.poll('over', { ...lease, leaseUntil: NOON });
      await stage.poll('leased-2', { ...lease, group: 'till', leaseUntil: NOON + 1 });
      await stage.notification('leased', 'X', { ...lease, leaseUntil: NOON + 1 });
      await written.step('while a process works under the old name', () => rename());
      await stage.shop.dataSource.manager.delete(ProcessEntity, { place: 'till 7' });
      await written.step('while rows are worked on', () => rename());
      stage.clock.advance(1);
      for (let number = 0; number < 6; number += 1) {
        await stage.order(`S${number}`, { group });
        await stage.order(`S${number}`);
      }
      await written.step('where both have the same orders', () => rename());
      await written.rows('decision');
    });
    expect(transcript).toMatchSnapshot();
  });

  test('it ends where it is told to, and where a process begins under the old name', async () => {
    await traded();
    const transcript = await stage.transcript(async (written) => {
      const abort = new AbortController();
      await written.step('after the orders', () => rename({ signal: abort.signal, onProgress: () => abort.abort() }));
      await written.rows('notification');
      await stage.order('C', { group });
      await written.step('before anything', () => rename({ signal: AbortSignal.abort() }));
      // One that has ended is in no one's way.
      await begin(NOON - 90_000);
      await stage.order('D', { group });
      await stage.poll('D', { group });
      const begins: { it?: Promise<unknown> } = {};
      await written.step('a process begins after the orders', () =>
        rename({ onProgress: () => void (begins.it ??= begin(NOON)) }),
      );
      await begins.it;
      await written.rows('order', 'poll');
    });
    expect(transcript).toMatchSnapshot();
  });
});

import { afterAll, beforeEach, beforeAll, expect, it } from '@jest/globals';
import { insertRows } from '../../../src/database/engine/index.js';
import { DecisionEntity } from '../../../src/shop/decisions/index.js';
import { OutboxEntity, type TillbridgeEffects } from '../../../src/shop/effects/index.js';
import { describeEngines } from '../../support/engines.js';
import { startShop, type ShopHost } from '../../support/shop-host.js';

const ann = { by: 'ann', why: 'mail server is back' };

describeEngines('all effects that failed', (engine) => {
  let shop: ShopHost;
  const effects = (): TillbridgeEffects => shop.payments.effects;
  const count = (state: OutboxEntity['state']): Promise<number> =>
    shop.dataSource.manager.countBy(OutboxEntity, { state });

  const row = (index: number, effect: string, change: Partial<OutboxEntity> = {}) => {
    const at = 1_000 + Math.floor(index / 10);
    const id = `${effect}-${String(index).padStart(4, '0')}`;
    const failed = {
      state: 'dead' as const,
      attempts: 13,
      lastError: 'no route',
      dueAt: at,
      doneAt: at,
      createdAt: at,
    };
    const work = { leaseToken: null, leaseUntil: null };
    const about = { group: 'web', orderId: `O-${index}`, transitionId: id, version: 1, effect };
    return Object.assign(new OutboxEntity(), { id, ...about, ...failed, ...work, ...change });
  };
  const rows = (much: number, effect: string) => Array.from({ length: much }, (_, index) => row(index, effect));

  beforeAll(async () => {
    shop = await startShop({ engine, options: { workers: 'off' } });
  });
  beforeEach(async () => {
    for (const entity of [OutboxEntity, DecisionEntity]) await shop.dataSource.manager.clear(entity);
    const all = [...rows(250, 'Mailer.confirm'), ...rows(30, 'Print.slip'), row(999, 'Print.slip', { state: 'done' })];
    await insertRows(shop.dataSource.manager, OutboxEntity, all);
  });
  afterAll(() => shop.close());

  it('are counted by handler, the most first', async () => {
    expect(await effects().failedCounts()).toEqual([
      { effect: 'Mailer.confirm', count: 250 },
      { effect: 'Print.slip', count: 30 },
    ]);
  });

  it('of one handler are run again in batches, as one alone is, and who and why is written down for each', async () => {
    const seen: unknown[] = [];
    const report = await effects().replayAll({ effect: 'Mailer.confirm' }, ann, {
      onProgress: (each) => seen.push(each),
    });
    expect(report).toEqual({ seen: 250, replayed: 250, complete: true });
    expect(seen).toEqual([100, 200, 250].map((done) => ({ seen: done, replayed: done })));
    expect(await effects().failedCounts()).toEqual([{ effect: 'Print.slip', count: 30 }]);
    const again = await shop.dataSource.manager.findOneByOrFail(OutboxEntity, { id: 'Mailer.confirm-0007' });
    expect(again).toMatchObject({ state: 'pending', attempts: 0, doneAt: null, lastError: null });
    const about = { about: 'effect', subject: 'Mailer.confirm', decision: 'replayed', by: 'ann', why: ann.why };
    const decided = await shop.dataSource.manager.find(DecisionEntity);
    expect(decided).toHaveLength(250);
    expect(decided.find(({ subjectId }) => subjectId === again.id)).toMatchObject({ ...about, orderId: 'O-7' });
  });

  it('are all run again where no handler is named; to repeat it does no harm', async () => {
    expect(await effects().replayAll({}, ann)).toEqual({ seen: 280, replayed: 280, complete: true });
    expect(await effects().replayAll({}, ann)).toEqual({ seen: 0, replayed: 0, complete: true });
    expect([await count('pending'), await count('done')]).toEqual([280, 1]);
  });

  it('stop after the batch that is under way, and go on from there', async () => {
    const ending = new AbortController();
    const report = await effects().replayAll({}, ann, { signal: ending.signal, onProgress: () => ending.abort() });
    expect(report).toEqual({ seen: 100, replayed: 100, complete: false });
    expect(await effects().replayAll({}, ann)).toMatchObject({ replayed: 180, complete: true });
  });

  it('do not run in a circle: one that fails again meanwhile is left where it is', async () => {
    const failedSince = row(500, 'Mailer.confirm', { doneAt: Date.now() + 3_600_000, dueAt: 5_000 });
    await insertRows(shop.dataSource.manager, OutboxEntity, [failedSince]);
    expect(await effects().replayAll({}, ann)).toMatchObject({ seen: 280, complete: true });
    expect(await count('dead')).toBe(1);
  });

  it('that wait for their next try are tried at once; what a worker has, and what was not tried yet, is left', async () => {
    const dueAt = Date.now() + 600_000;
    const waiting = { state: 'pending' as const, attempts: 9, dueAt, doneAt: null };
    const others: Partial<OutboxEntity>[] = [
      { lastError: null },
      { leaseToken: 'x', leaseUntil: dueAt },
      { dueAt: 5_000 },
    ];
    await insertRows(shop.dataSource.manager, OutboxEntity, [
      ...Array.from({ length: 120 }, (_, index) => row(index + 1_000, 'Mailer.confirm', waiting)),
      row(2_000, 'Print.slip', waiting),
      ...others.map((change, index) => row(index + 3_000, 'Mailer.confirm', { ...waiting, ...change })),
    ]);
    const target = { state: 'pending' as const, effect: 'Mailer.confirm' };
    expect(await effects().failedCounts('pending')).toEqual([
      { effect: 'Mailer.confirm', count: 120 },
      { effect: 'Print.slip', count: 1 },
    ]);
    expect(await effects().replayAll(target, ann)).toEqual({ seen: 120, replayed: 120, complete: true });
    expect(await effects().failedCounts('pending')).toEqual([{ effect: 'Print.slip', count: 1 }]);
    expect(await effects().replayAll(target, ann)).toMatchObject({ seen: 0 });
    const again = await shop.dataSource.manager.findOneByOrFail(OutboxEntity, { id: 'Mailer.confirm-1007' });
    expect(again).toMatchObject({ state: 'pending', attempts: 0, lastError: null });
    expect(again.dueAt).toBeLessThanOrEqual(Date.now());
    expect(await shop.dataSource.manager.countBy(DecisionEntity, { subject: 'Mailer.confirm' })).toBe(120);
    expect(await count('dead')).toBe(280);
  });

  it('are not touched by a call that says too little', async () => {
    const call = (...input: unknown[]) => Reflect.apply(effects().replayAll, effects(), input);
    await expect(call({}, { by: 'ann', why: ' ' })).rejects.toMatchObject({ code: 'DECISION_INVALID' });
    await expect(call({ effect: '' }, ann)).rejects.toMatchObject({ code: 'FILTER_INVALID' });
    await expect(call({ effect: 7 }, ann)).rejects.toMatchObject({ code: 'FILTER_INVALID' });
    await expect(call({ state: 'dead' }, ann)).rejects.toMatchObject({ code: 'FILTER_INVALID' });
    expect(await count('dead')).toBe(280);
  });
});

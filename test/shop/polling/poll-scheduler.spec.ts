import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { ManualClock } from 'tillbridge/testing';
import { Poller, PollScheduler, type PollTick } from '../../../src/shop/polling/index.js';
import type { PeriodicWorker } from '../../../src/shop/workers/index.js';
import { startShop, type ShopHost } from '../../support/shop-host.js';
import { waitFor } from '../../support/wait-for.js';
import { groupsWith } from './cron-stage.js';
import { addUnheardOrders } from './poll-rows.js';

const START = Date.UTC(2026, 0, 15, 12);

describe('the polls of each group', () => {
  let shop: ShopHost;
  const ends: Record<string, { resolve: (tick: PollTick) => void; reject: (error: Error) => void }> = {};
  const begun: (string | undefined)[] = [];
  let scheduler: PollScheduler;
  let worker: PeriodicWorker;
  let wake: jest.Spied<() => void>;

  beforeAll(async () => {
    const terminalGroups = groupsWith({ web: null, till: null, idle: null });
    shop = await startShop({ options: { clock: new ManualClock(START), workers: 'off', terminalGroups } });
    scheduler = shop.app.get(PollScheduler);
    worker = Reflect.get(scheduler, 'worker') as PeriodicWorker;
    wake = jest.spyOn(worker, 'wake');
    jest.spyOn(shop.app.get(Poller), 'tick').mockImplementation((group) => {
      begun.push(group);
      return new Promise((resolve, reject) => void (ends[group!] = { resolve, reject }));
    });
    for (const group of ['web', 'till']) {
      const times = { openedAt: () => START - 600_000, dueAt: () => START };
      await addUnheardOrders(shop.dataSource, { group, ids: [`A-${group}`], ...times });
    }
  });
  afterEach(async () => {
    for (const { resolve } of Object.values(ends)) resolve({ groups: [] });
    await waitFor(() => !['web', 'till'].some(isUnderWay));
    wake.mockClear();
  });
  afterAll(() => shop.close());

  const errors = (): string[] => shop.logs.matching('Tillbridge:Polling').filter((line) => line.startsWith('error'));
  /** What a step of the loop begins. */
  const step = async (): Promise<unknown[]> => {
    const before = begun.length;
    await worker.drain();
    return begun.slice(before).sort();
  };
  const isUnderWay = (group: string): boolean =>
    (Reflect.get(scheduler, 'underWay') as Map<string, unknown>).has(group);

  it('begin where something is due, once each, however long those of another one take', async () => {
    expect(await step()).toEqual(['till', 'web']);
    expect(await step()).toEqual([]);
    ends['web']!.resolve({ groups: [] });
    await waitFor(() => !isUnderWay('web'));
    expect(await step()).toEqual(['web']);
    expect(wake).not.toHaveBeenCalled();
  });

  it('are looked at once more at their end, if one was asked for meanwhile, and only then', async () => {
    await step();
    scheduler.wake();
    expect(wake).toHaveBeenCalledTimes(1);
    for (const [index, group] of ['web', 'till'].entries()) {
      ends[group]!.resolve({ groups: [] });
      await waitFor(() => !isUnderWay(group));
      expect(wake).toHaveBeenCalledTimes(2 + index);
    }
    expect(await step()).toEqual(['till', 'web']);
    ends['web']!.resolve({ groups: [] });
    await waitFor(() => !isUnderWay('web'));
    expect(wake).toHaveBeenCalledTimes(3);
  });

  it('that fail are reported, and begin again', async () => {
    await step();
    scheduler.wake();
    ends['web']!.reject(new Error('no database'));
    await waitFor(() => !isUnderWay('web'));
    expect(wake).toHaveBeenCalledTimes(2);
    expect(errors()).toHaveLength(1);
    expect(errors()[0]).toContain('no database');
    expect(await step()).toEqual(['web']);
  });

  it('are waited for at the stop, all of them', async () => {
    await step();
    let isStopped = false;
    const stopped = scheduler.stop(60_000).then(() => (isStopped = true));
    ends['web']!.resolve({ groups: [] });
    await waitFor(() => !isUnderWay('web'));
    expect(isStopped).toBe(false);
    ends['till']!.resolve({ groups: [] });
    await stopped;
    expect(isUnderWay('till')).toBe(false);
  });
});

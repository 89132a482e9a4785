import { afterAll, afterEach, beforeAll, describe, expect, it, jest, test } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { ManualClock } from 'tillbridge/testing';
import type { DatabaseClock } from '../../../src/database/engine/index.js';
import { SchemaReadiness } from '../../../src/shop/data-source/index.js';
import { TillbridgeDatabase } from '../../../src/shop/data-source/tillbridge-database.js';
import { SteadyClock, type Clock } from '../../../src/support/index.js';
import { loopSteps } from '../../support/loop-steps.js';
import { startShop, type ShopHost } from '../../support/shop-host.js';
import { transcriptOf } from '../../support/transcript.js';

const CHECK_MS = 2_000;
const SYNC_MS = 60_000;

describe('what a shop does with the database of its host', () => {
  const clock = new ManualClock(Date.UTC(2026, 0, 15, 11));
  let shop: ShopHost;

  beforeAll(async () => {
    shop = await startShop({ options: { workers: 'off', clock } });
  });
  afterEach(() => {
    jest.useRealTimers();
    jest.restoreAllMocks();
    return shop.forget();
  });
  afterAll(() => shop.close());

  const readinessOf = (requireTables: boolean): SchemaReadiness =>
    Reflect.construct(SchemaReadiness, [shop.dataSource, { requireTables }]) as SchemaReadiness;
  /** Time passes for what is done again and again; what it begins has ended then. */
  const pass = async (ms: number): Promise<void> => {
    jest.advanceTimersByTime(ms);
    await loopSteps();
  };
  const useRepeats = (): unknown =>
    jest.useFakeTimers({
      doNotFake: ['setImmediate', 'setTimeout', 'nextTick', 'queueMicrotask', 'Date', 'performance'],
    });
  /** Without what it looks at: that changes with each release. */
  const withoutTables = (transcript: string): string =>
    transcript.replaceAll(/(?:^ {2}(?:SELECT|PRAGMA).*\n)+/gm, '  looks at the tables\n');
  const rename = (from: string, to: string): Promise<unknown> =>
    shop.dataSource.query(`ALTER TABLE ${from} RENAME TO ${to}`);

  test('tables that are missing are looked for every two seconds, and work begins when they are there', async () => {
    useRepeats();
    const begun: string[] = [];
    const readiness = readinessOf(false);
    const transcript = await transcriptOf(shop, clock, async (written) => {
      const waits = (title: string): Promise<unknown> =>
        written.step(title, () => readiness.whenReady(() => begun.push(title)));
      await waits('before anyone has looked');
      await rename('tillbridge_poll', 'kept_poll');
      await rename('tillbridge_decision', 'kept_decision');
      await written.step('it is looked', () => readiness.check());
      await written.step('only once', () => readiness.check());
      await waits('the first waits');
      await waits('the second waits');
      await written.step('not yet', () => pass(CHECK_MS - 1));
      await written.step('it is looked again', () => pass(1));
      await rename('kept_poll', 'tillbridge_poll');
      await written.step('and again', () => pass(CHECK_MS));
      await rename('kept_decision', 'tillbridge_decision');
      await written.step('they are there', () => pass(CHECK_MS));
      await written.step('so much has begun', () => begun);
      await written.step('it is looked no more', () => pass(10 * CHECK_MS));
      await waits('the third does not wait');
      await written.step('so much has begun', () => begun);
    });
    expect(withoutTables(transcript)).toMatchSnapshot();
  });

  test('a shop that wants all of them at the start does not start without', async () => {
    const transcript = await transcriptOf(shop, clock, async (written) => {
      await written.step('all are there', () => readinessOf(true).check());
      await rename('tillbridge_poll', 'kept_poll');
      const readiness = readinessOf(true);
      await written.step('one is not', () => readiness.check());
      await rename('kept_poll', 'tillbridge_poll');
    });
    expect(withoutTables(transcript)).toMatchSnapshot();
  });

  test('a shop that ends looks no more', async () => {
    useRepeats();
    const readiness = readinessOf(false);
    await rename('tillbridge_poll', 'kept_poll');
    await readiness.check();
    await rename('kept_poll', 'tillbridge_poll');
    expect((Reflect.get(readiness, 'timer') as NodeJS.Timeout).hasRef()).toBe(false);
    readiness.onModuleDestroy();
    await pass(CHECK_MS);
    expect(readiness.isReady).toBe(false);
  });

  test('a database that is away is one more reason to look later', async () => {
    useRepeats();
    const readiness = readinessOf(false);
    await rename('tillbridge_poll', 'kept_poll');
    await readiness.check();
    await rename('kept_poll', 'tillbridge_poll');
    jest.spyOn(shop.dataSource, 'createQueryRunner').mockImplementationOnce(() => {
      throw new Error('no database');
    });
    await pass(CHECK_MS);
    expect(readiness.isReady).toBe(false);
    await pass(CHECK_MS);
    expect(readiness.isReady).toBe(true);
  });

  it('is made ready once, which is said once', async () => {
    shop.logs.lines.length = 0;
    const host = await new DataSource({ type: 'better-sqlite3', database: ':memory:' }).initialize();
    const opened = await TillbridgeDatabase.open(host, clock);
    expect(opened.clock).toBe(clock);
    const { clock: own } = await TillbridgeDatabase.open(host);
    expect(Math.abs(own.now() - Date.now())).toBeLessThan(SYNC_MS);
    opened.onModuleDestroy();
    await host.destroy();
    expect(shop.logs.lines).toMatchInlineSnapshot(`
     [
       "log SQLite: one connection serves this whole process, so every access to it now queues in order. Tillbridge:Database",
       "log SQLite: one connection serves this whole process, so every access to it now queues in order. Tillbridge:Database",
     ]
    `);
  });

  it('has its clock compared with that of a server once a minute, until the shop ends', async () => {
    useRepeats();
    const sync = jest.fn<DatabaseClock['sync']>().mockRejectedValue(new Error('no database'));
    const follow = Reflect.get(TillbridgeDatabase, 'following') as (
      clock: Pick<DatabaseClock, 'now' | 'sync'>,
      own: Clock,
      logger: Logger,
    ) => TillbridgeDatabase;
    shop.logs.lines.length = 0;
    const database = { now: () => clock.now(), sync };
    const opened = follow(database, new SteadyClock(), new Logger('Tillbridge:Database'));
    await pass(SYNC_MS - 1);
    expect(sync).not.toHaveBeenCalled();
    await pass(1);
    expect(sync).toHaveBeenCalledTimes(1);
    expect(shop.logs.lines).toMatchInlineSnapshot(`
     [
       "warn The database's clock could not be read: no database Tillbridge:Database",
     ]
    `);
    opened.onModuleDestroy();
    await pass(SYNC_MS);
    expect(sync).toHaveBeenCalledTimes(1);
  });
});

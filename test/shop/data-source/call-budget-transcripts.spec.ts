import { afterAll, afterEach, beforeAll, describe, expect, it, jest, test } from '@jest/globals';
import type Sqlite from 'better-sqlite3';
import { ManualClock } from 'tillbridge/testing';
import type { Transactions } from '../../../src/database/engine/index.js';
import { CALL_BUDGET, TRANSACTIONS, type BudgetRequest } from '../../../src/shop/core/index.js';
import { SchemaReadiness, type SharedCallBudget } from '../../../src/shop/data-source/index.js';
import { loopSteps } from '../../support/loop-steps.js';
import { startShop, type ShopHost } from '../../support/shop-host.js';
import { transcriptOf, type Transcript } from '../../support/transcript.js';
import { waitFor } from '../../support/wait-for.js';

const NOON = Date.UTC(2026, 0, 15, 11);
/** The Julian day on which 1970 began. */
const EPOCH_DAY = 2_440_587.5;
/** The time in the statements of SQLite, in microseconds. */
const NOW = "(CAST(round((julianday('now') - 2440587.5) * 86400000) AS INTEGER) * 1000)";
const DAY = 86_400_000;
const HOUR = 3_600_000;

describe('what a shop does with a budget of calls that all its processes share', () => {
  const clock = new ManualClock(NOON);
  let shop: ShopHost;
  let budget: SharedCallBudget;
  let passedMs = 10_000;

  beforeAll(async () => {
    shop = await startShop({ options: { workers: 'off', clock } });
    budget = shop.app.get<SharedCallBudget>(CALL_BUDGET, { strict: false });
    // The budget goes by the clock of the database, which goes by that of the script.
    const database = Reflect.get(shop.dataSource.driver, 'databaseConnection') as Sqlite.Database;
    database.function('julianday', { varargs: true }, () => clock.now() / DAY + EPOCH_DAY);
  });
  afterEach(async () => {
    jest.restoreAllMocks();
    await shop.dataSource.query('DELETE FROM tillbridge_call_budget');
    await shop.forget();
    clock.set(NOON);
    Object.assign(budget, { isAway: false, probedAt: 0 });
  });
  afterAll(() => shop.close());

  const script = async (steps: (written: Transcript) => Promise<unknown>): Promise<string> =>
    (await transcriptOf(shop, clock, steps)).replaceAll(NOW, 'now');
  const wants = (calls: number, change: Partial<BudgetRequest> = {}): BudgetRequest => ({
    group: 'web',
    calls,
    reserved: 0,
    isPatient: false,
    limits: { callsPerSecond: 3, burst: 6 },
    ...change,
  });
  const takes = (written: Transcript, title: string, request: BudgetRequest): Promise<unknown> =>
    written.step(title, () => budget.take(request));
  /** The end of each answer alone: the statements are those of the transcript before. */
  const granted = async (request: BudgetRequest, ...waits: readonly number[]): Promise<string[]> => {
    const answers: string[] = [];
    for (const ms of waits) {
      clock.advance(ms);
      const answer = await budget.take(request);
      answers.push(`after ${ms} ms: ${answer?.granted} of ${request.calls}, held ${answer?.held?.toFixed(3) ?? '-'}`);
    }
    return answers;
  };

  test('calls are taken, and refilled in time', async () => {
    const transcript = await script(async (written) => {
      await takes(written, 'the first call of a terminal group', wants(1));
      await takes(written, 'more than there are', wants(9));
      await takes(written, 'there is none', wants(1));
      await takes(written, 'another terminal group has its own', wants(1, { group: 'till' }));
      clock.advance(333);
      await takes(written, 'one is not refilled yet', wants(1));
      clock.advance(1);
      await takes(written, 'one is refilled', wants(1));
      await written.rows('call_budget');
    });
    expect(transcript).toMatchSnapshot();
  });

  it('grants what is refilled, up to the burst, and leaves what is reserved to others', async () => {
    expect(await granted(wants(9), 0, 0, 333, 1, 667, 10_000)).toMatchInlineSnapshot(`
     [
       "after 0 ms: 6 of 9, held -",
       "after 0 ms: 0 of 9, held 0.000",
       "after 333 ms: 0 of 9, held 0.999",
       "after 1 ms: 1 of 9, held -",
       "after 667 ms: 2 of 9, held -",
       "after 10000 ms: 6 of 9, held -",
     ]
    `);
    expect(await granted(wants(9, { reserved: 2 }), 10_000, 0, 667, 334)).toMatchInlineSnapshot(`
     [
       "after 10000 ms: 4 of 9, held -",
       "after 0 ms: 0 of 9, held 2.000",
       "after 667 ms: 2 of 9, held -",
       "after 334 ms: 1 of 9, held -",
     ]
    `);
    const slow = { limits: { callsPerSecond: 0.5, burst: 1 } };
    expect(await granted(wants(2, { ...slow, group: 'till' }), 0, 1_999, 1)).toMatchInlineSnapshot(`
     [
       "after 0 ms: 1 of 2, held -",
       "after 1999 ms: 0 of 2, held 1.000",
       "after 1 ms: 1 of 2, held -",
     ]
    `);
  });

  test('patient calls wait as long as the service asks for, the others do not', async () => {
    const transcript = await script(async (written) => {
      await takes(written, 'the first call', wants(1));
      await written.step('a pause of a second', () => budget.pause('web', 999.5));
      await written.step('a shorter one', () => budget.pause('web', 500));
      await takes(written, 'a patient one waits', wants(1, { isPatient: true }));
      await takes(written, 'the next one does not', wants(1));
      clock.advance(999);
      await takes(written, 'a patient one still waits', wants(1, { isPatient: true }));
      clock.advance(1);
      await takes(written, 'it goes', wants(1, { isPatient: true }));
      await written.step('a longer pause', () => budget.pause('web', 2 * HOUR));
      await takes(written, 'it is believed', wants(1, { isPatient: true }));
      clock.advance(-1);
      await takes(written, 'no pause is as long: the clock was set back', wants(1, { isPatient: true }));
      await written.step('a pause after that', () => budget.pause('web', 1_000));
      await written.rows('call_budget');
    });
    expect(transcript).toMatchSnapshot();
  });

  test('what was taken before the clock was set back is forgotten', async () => {
    const transcript = await script(async (written) => {
      await takes(written, 'all that there are', wants(6));
      clock.advance(-5_000);
      await takes(written, 'five seconds back', wants(1));
      clock.advance(-1);
      await takes(written, 'one millisecond more', wants(1));
      await takes(written, 'it begins anew, with nothing', wants(1));
      await written.rows('call_budget');
    });
    expect(transcript).toMatchSnapshot();
  });

  test('while the database is away the process goes by its own limit, and looks every two seconds', async () => {
    jest.spyOn(performance, 'now').mockImplementation(() => passedMs);
    const transactions = shop.app.get<Transactions>(TRANSACTIONS);
    const away = (what: 'execute' | 'read'): void =>
      void jest.spyOn(transactions, what).mockRejectedValueOnce(new Error('no database'));
    const ends = (written: Transcript, title: string): Promise<unknown> =>
      written.step(title, async () => {
        const answer = await budget.take(wants(1));
        await loopSteps();
        return answer;
      });
    const readiness = shop.app.get(SchemaReadiness);
    const transcript = await script(async (written) => {
      await ends(written, 'all is well');
      away('execute');
      await ends(written, 'the database goes away');
      passedMs += 1_999;
      await ends(written, 'it is not looked yet');
      await written.step('no one is told of a pause', () => budget.pause('web', 1_000));
      passedMs += 1;
      away('read');
      await ends(written, 'it is still away');
      passedMs += 2_000;
      await ends(written, 'it is there again');
      await ends(written, 'the next one goes');
      Reflect.set(readiness, 'missing', 'tillbridge_call_budget');
      await ends(written, 'there is no table');
      await written.step('nor for a pause', () => budget.pause('web', 1_000));
      Reflect.set(readiness, 'missing', '');
      away('execute');
      away('execute');
      await written.step('two pauses cannot be written', () =>
        Promise.all([budget.pause('web', 1_000), budget.pause('till', 1_000)]),
      );
      Object.assign(budget, { isAway: false });
      away('execute');
      jest.replaceProperty(shop.dataSource, 'isInitialized', false);
      await written.step('a shop that ends says nothing of it', () => budget.pause('web', 1_000));
    });
    expect(transcript).toMatchSnapshot();
  });

  it('is given up where the database does not answer within two seconds', async () => {
    const transactions = shop.app.get<Transactions>(TRANSACTIONS);
    jest.spyOn(transactions, 'execute').mockImplementationOnce(() => new Promise(() => undefined));
    expect(await budget.take(wants(1))).toBeNull();
    await waitFor(() => shop.logs.matching('no answer within 2000 ms').length === 1);
  });

  it('is that of the process on SQLite, unless told otherwise', () => {
    expect([undefined, 'process', 'shared'].map((each) => budget.counts(each as 'shared' | undefined))).toEqual([
      false,
      false,
      true,
    ]);
  });
});

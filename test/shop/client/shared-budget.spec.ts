import { expect, it } from '@jest/globals';
import { describeEngines } from '../../support/engines.js';
import { sized } from '../../support/long-run.js';
import { tapStatements } from '../../support/statement-tap.mjs';
import { waitFor } from '../../support/wait-for.js';
import { BudgetFleet } from './budget-fixture.js';

/** What is allowed beyond the rate, for the time that a granted call is on its way (decision 042). */
const TOLERANCE = 1.05;
const HOURS_MS = 6 * 3_600_000;

describeEngines('one budget of calls for all processes', (engine) => {
  const fleet = new BudgetFleet(engine);
  // On one file each statement waits for those of all other processes.
  const replicas = engine === 'sqlite' ? 4 : sized({ usual: 12, long: 32 });

  it('lets all of them together make as many calls as the account allows, whatever the load', async () => {
    const limits = { callsPerSecond: 100, burst: 50, reservedCalls: 0 };
    const began = performance.now();
    for (const replica of await fleet.join(replicas, limits)) replica.flood('checkout', 5);
    await waitFor(() => fleet.admitted('checkout') >= 50 + 200, { what: 'two seconds of calls' });
    const [made, seconds] = [fleet.admitted('checkout'), (performance.now() - began) / 1_000];
    expect(made).toBeLessThanOrEqual(50 + Math.ceil(100 * seconds * TOLERANCE));
  });

  it('uses up the rate, by few statements, though all ask for the same', async () => {
    const limits = { callsPerSecond: 50, burst: 10, reservedCalls: 0 };
    const joined = await fleet.join(replicas, limits);
    let statements = 0;
    const untaps = joined.map(({ dataSource }) => tapStatements(dataSource, { before: () => void (statements += 1) }));
    for (const replica of joined) replica.flood('poll', 5);
    // By then each has found out that others ask, too.
    await waitFor(() => fleet.admitted('poll') >= 100);
    // What a busy machine keeps from being used is lost, so it may take several tries.
    const isUsedUp = async (): Promise<boolean> => {
      const [began, before] = [performance.now(), fleet.admitted('poll')];
      statements = 0;
      await waitFor(() => fleet.admitted('poll') >= before + 100, { what: 'two seconds of polls' });
      const admitted = fleet.admitted('poll') - before;
      expect(statements).toBeLessThan(admitted * 3);
      return (admitted * 1_000) / (performance.now() - began) > 50 * 0.7;
    };
    await waitFor(isUsedUp, { what: 'the rate to be used up' });
    for (const untap of untaps) untap();
  });

  it('keeps the reserve for refunds and checkout, while all others flood it with polls', async () => {
    const limits = { callsPerSecond: 1, burst: 20, reservedCalls: 8, maxWaitMs: 1_000 };
    const began = performance.now();
    const [paying, ...polling] = await fleet.join(replicas, limits);
    for (const replica of polling) replica.flood('poll', 3);
    await waitFor(() => fleet.admitted('poll') >= 12);
    const wanted = (['refund', 'checkout'] as const).flatMap((each) => Array.from({ length: 4 }, () => each));
    const results = await Promise.all(wanted.map((each) => paying!.calls.budget.acquire(each)));
    const seconds = (performance.now() - began) / 1_000;
    expect(results).toEqual(wanted.map(() => true));
    expect(fleet.admitted('poll')).toBeLessThanOrEqual(12 + Math.ceil(seconds));
  });

  it('serves refunds before polls of the same process, once there is a line', async () => {
    const limits = { callsPerSecond: 20, burst: 2, reservedCalls: 0 };
    const [replica] = await fleet.join(1, limits);
    const order: string[] = [];
    const acquire = async (priority: 'poll' | 'refund') => {
      if (await replica!.calls.budget.acquire(priority)) order.push(priority);
    };
    await Promise.all([...Array.from({ length: 6 }, () => acquire('poll')), acquire('refund'), acquire('refund')]);
    expect(order.slice(0, 4).filter((each) => each === 'refund')).toHaveLength(2);
    expect(order).toHaveLength(8);
  });

  it('sends one statement for a call while there is no line, and none without calls', async () => {
    const [replica] = await fleet.join(1, { callsPerSecond: 100, burst: 100, reservedCalls: 0 });
    const statements: string[] = [];
    const ends: number[] = [];
    const untap = tapStatements(replica!.dataSource, {
      // MariaDB is asked about the session, too, before its first statement.
      before: ({ sql }) => void (/budget/.test(sql) && statements.push(sql)),
      after: ({ sql }) => void (sql.startsWith('INSERT') && ends.push(statements.length)),
    });
    await replica!.calls.budget.acquire('checkout');
    // The first call of all makes the group's row, and waits for it: what is asked before that finds none again.
    expect(statements.map((sql) => sql.startsWith('INSERT'))).toEqual([false, false, true, false]);
    expect(ends).toEqual([3]);
    statements.length = 0;
    for (let call = 0; call < 10; call += 1) await replica!.calls.budget.acquire('checkout');
    expect(statements).toHaveLength(10);
    await Promise.all(Array.from({ length: 20 }, () => replica!.calls.budget.acquire('checkout')));
    untap();
    // The first goes at once; the others, who came meanwhile, go together.
    expect(statements).toHaveLength(12);
  });

  it.each([{ maxWaitMs: 0 }, { maxWaiting: 0 }, { maxWaitMs: 0, maxWaiting: 0 }, { maxWaiting: 3 }])(
    'refuses no call that it has room for, with %j: the database that answers is not the budget',
    async (options) => {
      const [replica] = await fleet.join(1, { callsPerSecond: 1, burst: 40, reservedCalls: 0, ...options });
      const began = performance.now();
      const acquire = () => replica!.calls.budget.acquire('checkout');
      expect(await Promise.all(Array.from({ length: 40 }, acquire))).not.toContain(false);
      const admitted = (await Promise.all(Array.from({ length: 40 }, acquire))).filter(Boolean).length;
      const meanwhile = Math.ceil((performance.now() - began) / 1_000);
      expect(admitted).toBeLessThanOrEqual(meanwhile + (options.maxWaiting ?? 0));
    },
  );

  it('is shared on a server unless told otherwise, and on SQLite where that is asked for', async () => {
    const [replica] = await fleet.join(1, {});
    expect(replica!.budget.counts(undefined)).toBe(engine !== 'sqlite');
    expect(replica!.budget.counts('shared')).toBe(true);
    expect(replica!.budget.counts('process')).toBe(false);
  });

  it('is not emptied for hours by a clock of the database that was set back, nor paused', async () => {
    const limits = { callsPerSecond: 10, burst: 5, reservedCalls: 0 };
    const [replica] = await fleet.join(1, limits);
    expect(await replica!.calls.budget.acquire('poll')).toBe(true);
    const later = (Date.now() + HOURS_MS) * 1_000;
    await replica!.dataSource.query(`UPDATE tillbridge_call_budget SET full_at = ${later}, paused_until = ${later}`);
    expect(await replica!.calls.budget.acquire('poll')).toBe(true);
  });
});

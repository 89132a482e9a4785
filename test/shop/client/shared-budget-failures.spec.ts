import { Logger } from '@nestjs/common';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { fileURLToPath } from 'node:url';
import type { TerminalGroup } from 'tillbridge';
import { SystemClock } from '../../../src/support/index.js';
import { describeOneEngine, describeOneServer } from '../../support/engines.js';
import { LogCapture } from '../../support/log-capture.js';
import { HARDLY_OPTIMISED } from '../../support/hardly-optimised.mjs';
import { startProgram } from '../../support/program-process.mjs';
import { json, ScriptedService, type Reply } from '../../support/scripted-service.js';
import { tapStatements } from '../../support/statement-tap.mjs';
import { waitFor } from '../../support/wait-for.js';
import { BudgetFleet, limitsOf } from './budget-fixture.js';
import { Calls, CREATE, groupAt, READ, SUCCESS } from './calls-fixture.js';

const PROCESS = fileURLToPath(new URL('budget-process-main.mjs', import.meta.url));
const BUDGET_TABLE = /tillbridge_call_budget/;
/** From one call to the next, on average, where nothing of a dead process stands in the way of the others. */
const LONGEST_GAP_MS = 1_000 / 40;

describeOneServer('one budget of calls, whose processes are killed', (engine) => {
  const fleet = new BudgetFleet(engine);

  it('is free for the others at once: a process holds nothing of it', async () => {
    const limits = limitsOf({ callsPerSecond: 50, burst: 20, reservedCalls: 0 });
    const BUDGET = JSON.stringify({ options: fleet.options, limits, atOnce: 20 });
    const began = performance.now();
    const processes = await Promise.all([1, 2, 3].map(() => startProgram(PROCESS, { BUDGET }, HARDLY_OPTIMISED)));
    const count = async (url: string) => Number(await (await fetch(url)).text());
    const [first, ...others] = processes;
    const sum = async () => (await Promise.all(others.map(({ url }) => count(url)))).reduce((a, b) => a + b);
    try {
      await waitFor(async () => (await count(first!.url)) >= 20, { what: 'the first to have its share' });
      const taken = await count(first!.url);
      await first!.kill();
      // The rate of two of three would be 33. What a busy machine keeps from being used is lost, so it may take several tries.
      const isWhole = async (): Promise<boolean> => {
        const [from, before] = [performance.now(), await sum()];
        await waitFor(async () => (await sum()) >= before + 50);
        return performance.now() - from < 50 * LONGEST_GAP_MS;
      };
      await waitFor(isWhole, { what: 'the others to have the whole rate' });
      const seconds = (performance.now() - began) / 1_000;
      expect(taken + (await sum())).toBeLessThanOrEqual(20 + Math.ceil(50 * seconds * 1.05));
    } finally {
      await Promise.all(processes.map((each) => each.kill()));
    }
  });
});

describeOneEngine('one budget of calls, when something is wrong', (engine) => {
  const fleet = new BudgetFleet(engine);
  const logs = new LogCapture();
  const closers: (() => unknown)[] = [];

  beforeEach(() => Logger.overrideLogger(logs));
  afterEach(async () => {
    for (const close of closers.splice(0).reverse()) await close();
    Logger.overrideLogger(new LogCapture());
    logs.lines.length = 0;
  });

  /** Two processes that call one service. */
  async function twoCallers(...replies: Reply[]) {
    const service = await ScriptedService.start();
    service.script(...replies);
    const callers = (await fleet.join(2, {})).map(({ budget }) => new Calls(new SystemClock(), budget));
    closers.push(...callers.map((calls) => () => calls.close()), () => service.close());
    const group: TerminalGroup = groupAt(service.url, { calls: { budget: 'shared' } });
    return { service, group, first: callers[0]!.caller, second: callers[1]!.caller };
  }

  it('tells all processes that the service wants to be left alone: polls wait, checkout goes on', async () => {
    const tooMany: Reply = (response) => response.writeHead(429, { 'retry-after': '600' }).end('{}');
    const { service, group, first, second } = await twoCallers(tooMany, json(200, SUCCESS), json(200, SUCCESS));
    expect(await first.attempt(group, READ, { priority: 'poll' })).toMatchObject({ httpStatus: 429 });
    const row = await waitFor(
      async () => {
        const rows = await fleet.replicas[0]!.dataSource.query(
          'SELECT paused_until AS until FROM tillbridge_call_budget',
        );
        return Number(rows[0].until) > 0;
      },
      { what: 'the pause to be stored' },
    );
    expect(row).toBe(true);
    expect(second.admits(group, 'poll')).toBe(true);
    expect(await second.attempt(group, READ, { priority: 'poll' })).toMatchObject({
      kind: 'not-sent',
      error: { code: 'CIRCUIT_OPEN' },
    });
    expect(second.admits(group, 'poll')).toBe(false);
    expect(second.admits(group, 'sweep')).toBe(false);
    expect(service.calls).toHaveLength(1);
    expect(await second.attempt(group, CREATE)).toMatchObject({ kind: 'accepted' });
    expect(await second.attempt(group, READ, { priority: 'return' })).toMatchObject({ kind: 'accepted' });
  });

  it('goes by the limit of the process while the database fails, says so once, and is shared again afterwards', async () => {
    const [replica] = await fleet.join(1, { callsPerSecond: 5, burst: 4, reservedCalls: 0, maxWaitMs: 400 });
    const untap = tapStatements(replica!.dataSource, {
      before: ({ sql }) => {
        if (BUDGET_TABLE.test(sql)) throw new Error('the database is away');
      },
    });
    const began = performance.now();
    const results = await Promise.all(Array.from({ length: 20 }, () => replica!.calls.budget.acquire('checkout')));
    // Four at once, and two in the time that a call waits, which is longer on a busy machine.
    const meanwhile = Math.ceil((5 * (performance.now() - began)) / 1_000);
    expect(results.filter(Boolean).length).toBeGreaterThanOrEqual(4);
    expect(results.filter(Boolean).length).toBeLessThanOrEqual(4 + meanwhile);
    expect(logs.matching('goes by its own limit')).toHaveLength(1);
    untap();
    await waitFor(
      async () => {
        await replica!.calls.budget.acquire('checkout');
        return logs.matching('is shared with the other processes again').length === 1;
      },
      { what: 'the budget to be shared again' },
    );
    expect(await replica!.calls.budget.acquire('checkout')).toBe(true);
    const [row] = await replica!.dataSource.query('SELECT granted FROM tillbridge_call_budget');
    expect(Number(row.granted)).toBe(1);
  });

  it('waits two seconds at most for a database that does not answer, also where no call may wait', async () => {
    const [replica] = await fleet.join(1, { callsPerSecond: 5, burst: 4, reservedCalls: 0, maxWaitMs: 0 });
    let go: () => void = () => undefined;
    const answer = new Promise<void>((resolve) => (go = resolve));
    const untap = tapStatements(replica!.dataSource, { before: ({ sql }) => (BUDGET_TABLE.test(sql) ? answer : null) });
    const began = performance.now();
    expect(await replica!.calls.budget.acquire('checkout')).toBe(true);
    expect(performance.now() - began).toBeLessThan(10_000);
    expect(logs.matching('no answer within 2000 ms')).toHaveLength(1);
    go();
    untap();
  });

  it('is that of the process without a database, which says so where it was to be shared', async () => {
    const service = await ScriptedService.start();
    const calls = new Calls();
    closers.push(
      () => calls.close(),
      () => service.close(),
    );
    service.script(json(200, SUCCESS), json(200, SUCCESS));
    const group = groupAt(service.url, { calls: { budget: 'shared' } });
    for (const request of [CREATE, READ])
      expect(await calls.caller.attempt(group, request)).toMatchObject({ kind: 'accepted' });
    expect(logs.matching('without a database')).toHaveLength(1);
  });

  it('is shared by processes whose clocks are hours apart', async () => {
    const limits = { callsPerSecond: 1, burst: 10, reservedCalls: 0, maxWaitMs: 200 };
    const began = performance.now();
    const [early, late] = await fleet.join(2, limits);
    const now = Date.now;
    try {
      Date.now = () => now() - 5 * 3_600_000;
      const first = await Promise.all(Array.from({ length: 10 }, () => early!.calls.budget.acquire('checkout')));
      expect(first.filter(Boolean)).toHaveLength(10);
      Date.now = () => now() + 5 * 3_600_000;
      const second = await Promise.all(Array.from({ length: 10 }, () => late!.calls.budget.acquire('checkout')));
      expect(second.filter(Boolean).length).toBeLessThanOrEqual(Math.ceil((performance.now() - began) / 1_000));
    } finally {
      Date.now = now;
    }
  });
});

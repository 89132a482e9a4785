import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DiagnosticsService, type DiagnosticsFigures } from 'tillbridge';
import { TRANSACTIONS } from '../../../src/shop/core/index.js';
import { SchemaReadiness } from '../../../src/shop/data-source/index.js';
import { HandlerExplorer } from '../../../src/shop/effects/index.js';
import { PROCESS_ALIVE_MS, ProcessEntity, ProcessRegistry } from '../../../src/shop/diagnostics/index.js';
import {
  effectFigures,
  inboxFigures,
  orderFigures,
  pollingFigures,
  refundFigures,
} from '../../../src/shop/diagnostics/figure-queries.js';
import { RefundLaneEntity } from '../../../src/shop/refund-records/index.js';
import { ManualClock } from '../../../src/support/index.js';
import { sortsOf, statementsOf } from '../../database/statements.js';
import { describeEngines } from '../../support/engines.js';
import { startShop, type ShopHost } from '../../support/shop-host.js';
import { fillDiagnosticsTables, PAID_ATTEMPTS, ROWS_OF_STATE } from './diagnostics-rows.js';

const SECOND = 1_000;
/** How each engine says that it looks at every row of a table; `<derived2>` is what the bound has left over. */
const SCANS = /Seq Scan|SCAN tillbridge|SCAN counted(?! USING)|"table":"(?!<derived)[^"]*","type":"ALL"|filesort/;

const read = (shop: ShopHost): Promise<DiagnosticsFigures> => shop.app.get(DiagnosticsService).read();

describe('the vital signs of a shop that has done nothing', () => {
  it('are all empty, and read without a single call', async () => {
    const shop = await startShop({ options: { workers: 'off' } });
    try {
      expect(await read(shop)).toMatchObject({
        inbox: { pending: 0, oldestPendingMs: null, unmatched: 0, parked: 0 },
        effects: { pending: 0, oldestPendingMs: null, failed: 0 },
        orders: { unfinished: 0, oldestUnfinishedMs: null, attention: 0, toRecheck: 0 },
        polling: { due: 0, overdueMs: 0 },
        refunds: { queued: 0, oldestUnsentMs: null, unknown: 0, manual: 0 },
        service: [{ group: 'web', circuit: 'closed', lastSuccessAt: null, failingSince: null, waiting: 0 }],
        clockSkewMs: null,
        // The request that the module sends itself at the start is none of the service's.
        acknowledgements: { count: 0, p50Ms: null, p99Ms: null, maxMs: null },
        doorbell: null,
        handOver: null,
      });
    } finally {
      await shop.close();
    }
  });
});

describeEngines('the vital signs', (engine) => {
  const clock = new ManualClock();
  let shop: ShopHost;

  beforeAll(async () => {
    shop = await startShop({ engine, options: { workers: 'off', clock } });
    await fillDiagnosticsTables(shop.dataSource, clock.now());
  }, 120_000);
  afterAll(() => shop.close());

  it('count what waits and what needs a person, and say how old the oldest is', async () => {
    const { inbox, effects, orders, polling, refunds } = await read(shop);
    expect(inbox).toEqual({ pending: ROWS_OF_STATE, oldestPendingMs: 90 * SECOND, unmatched: 2, parked: 3 });
    expect(effects).toEqual({ pending: ROWS_OF_STATE, oldestPendingMs: 80 * SECOND, failed: 4 });
    expect(orders).toEqual({
      unfinished: ROWS_OF_STATE - PAID_ATTEMPTS,
      oldestUnfinishedMs: 7_200 * SECOND,
      attention: 5,
      toRecheck: 0,
    });
    expect(polling).toEqual({ due: 1, overdueMs: 70 * SECOND });
    expect(refunds).toMatchObject({ queued: ROWS_OF_STATE, oldestUnsentMs: 3_600 * SECOND, unknown: 6, manual: 7 });
  });

  it('are of the oldest by what is asked for, whatever index an engine goes by', async () => {
    const query = { groups: ['web'], at: clock.now() };
    const statements = await statementsOf(shop.dataSource, async (em) => {
      for (const figures of [inboxFigures, effectFigures, orderFigures, pollingFigures, refundFigures])
        await figures({ ...query, em });
      await shop.app.get(ProcessRegistry).living(em);
    });
    expect(sortsOf(statements).filter((sorts) => !sorts.endsWith(': '))).toEqual([
      'tillbridge_notification: due_at ASC',
      'tillbridge_outbox: due_at ASC',
      'tillbridge_poll: opened_at ASC',
      'tillbridge_poll: due_at ASC',
      'tillbridge_refund: created_at ASC',
      'tillbridge_lane: id',
      'tillbridge_process: seen_at DESC',
    ]);
  });

  it('know the processes that were seen lately, the last one first', async () => {
    const { manager } = shop.dataSource;
    const times = (agoMs: number) => ({ startedAt: 0, seenAt: clock.now() - agoMs });
    const seen = (id: string, agoMs: number) => ({ id, groups: [], handlers: [], place: 'till', ...times(agoMs) });
    const [{ id: own }] = (await manager.find(ProcessEntity)) as [ProcessEntity];
    await manager.insert(ProcessEntity, [seen('gone', PROCESS_ALIVE_MS), seen('slow', PROCESS_ALIVE_MS - 1)]);
    await manager.update(ProcessEntity, { id: own }, { seenAt: clock.now() - 5 });
    const living = await shop.app.get(ProcessRegistry).living(manager);
    expect(living.map(({ seenAt }) => clock.now() - seenAt)).toEqual([5, PROCESS_ALIVE_MS - 1]);
    await manager.delete(ProcessEntity, ['gone', 'slow']);
  });

  it('say of a lane what it does and when its next slot is', async () => {
    const now = clock.now();
    const lane = { state: 'pending' as const, dueAt: 0, nextSlotAt: now + 2 * SECOND };
    await shop.dataSource.manager.save(RefundLaneEntity, { id: 'web', ...lane });
    const reported = async () => (await read(shop)).refunds.lanes;
    expect(await reported()).toEqual([
      { group: 'web', queued: ROWS_OF_STATE, nextSlotAt: now + 2 * SECOND, state: 'waiting' },
    ]);
    await shop.dataSource.manager.update(RefundLaneEntity, { id: 'web' }, { pausedUntil: now + 9 * SECOND });
    expect(await reported()).toMatchObject([{ nextSlotAt: now + 9 * SECOND, state: 'resting' }]);
    await shop.dataSource.manager.update(RefundLaneEntity, { id: 'web' }, { state: 'paused' });
    expect(await reported()).toMatchObject([{ nextSlotAt: null, state: 'paused' }]);
  });

  it('know all names of a process, though they are more than a column holds, until it ends', async () => {
    const names = Array.from({ length: 2_000 }, (_, index) => `${'m'.repeat(59)}-${String(index).padStart(4, '0')}`);
    const groups = { all: names.map((name) => ({ name })), whenLearnt: () => undefined, sought: async () => [] };
    const registry = new ProcessRegistry(
      shop.app.get(TRANSACTIONS),
      shop.app.get(HandlerExplorer),
      groups as never,
      clock,
      shop.app.get(SchemaReadiness),
    );
    const known = async () => {
      const living = await registry.living(shop.dataSource.manager);
      return living.flatMap((each) => each.groups).filter((name) => name.startsWith('mm'));
    };
    await registry.onApplicationBootstrap();
    expect((await known()).toSorted()).toEqual(names);
    await registry.beforeApplicationShutdown();
    expect(await known()).toEqual([]);
  });

  it('of more than a thousand terminal groups are as many statements as of a few, and the same figures', async () => {
    const many = ['web', ...Array.from({ length: 1_200 }, (_, index) => `m-${index}`)];
    const readOf = async (groups: readonly string[]) => {
      const found: unknown[] = [];
      const query = { groups, at: clock.now() };
      const statements = await statementsOf(shop.dataSource, async (em) => {
        const { lanes, ...refunds } = await refundFigures({ ...query, em });
        found.push(await pollingFigures({ ...query, em }), refunds, lanes[0], lanes.length - groups.length);
      });
      return { found, count: statements.length };
    };
    const [one, all] = [await readOf(['web']), await readOf(many)];
    expect(all.found).toEqual(one.found);
    // Names go 500 to a statement.
    expect(all.count - one.count).toBeLessThan(10);
  });

  it('are answered by indexes, and stop counting at a bound', async () => {
    const statements = await statementsOf(shop.dataSource, async () => void (await read(shop)));
    // Of lanes there is one row for each terminal group, of processes one for each that lives.
    const selects = statements.filter(({ sql }) => /tillbridge_(?!lane|process)/.test(sql));
    expect(selects.length).toBeGreaterThan(15);
    for (const { sql, parameters } of selects) {
      expect(sql).toMatch(/LIMIT/);
      const explain = engine === 'sqlite' ? 'EXPLAIN QUERY PLAN' : 'EXPLAIN';
      const plan = JSON.stringify(await shop.dataSource.query(`${explain} ${sql}`, [...parameters]));
      expect({ sql, plan }).toEqual({ sql, plan: expect.stringMatching(/tillbridge_\w+|PRIMARY|pk_/i) });
      expect({ sql, plan }).toEqual({
        sql,
        plan: expect.not.stringMatching(SCANS),
      });
    }
  });
});

describe('what a process remembers', () => {
  it('is how long its acknowledgements took, refused requests left out', async () => {
    const shop = await startShop({ options: { workers: 'off' } });
    try {
      for (const orderId of ['A-1', 'A-2', 'A-3'])
        await shop.notify({ orderId, body: JSON.stringify({ order_id: orderId, status: 'completed' }) });
      await shop.notify({ orderId: 'A-4', body: '{"order_id":"A-4"}', at: 0 });
      const { acknowledgements, inbox } = await read(shop);
      expect(acknowledgements.count).toBe(3);
      expect(inbox.pending).toBe(3);
      const { p50Ms, p99Ms, maxMs } = acknowledgements;
      expect(p50Ms).toBeGreaterThan(0);
      expect(p99Ms).toBeGreaterThanOrEqual(p50Ms!);
      expect(maxMs).toBe(p99Ms);
    } finally {
      await shop.close();
    }
  });
});

import { afterAll, beforeAll, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { Transactions } from '../../../src/database/engine/index.js';
import { TerminalGroups, type TerminalGroup } from '../../../src/shop/core/index.js';
import { RefundEntity } from '../../../src/shop/refund-records/index.js';
import { RefundLaneEntity } from '../../../src/shop/refund-records/lane/refund-lane.entity.js';
import { planLane } from '../../../src/shop/refunds/sending/lane-plan.js';
import {
  addLanes,
  laneQueue,
  lanesWithWork,
  metBy,
  mustWait,
  nextRefund,
  type LaneMoment,
} from '../../../src/shop/refunds/sending/lane-queue.js';
import { NEW_REFUND } from '../../../src/shop/refund-records/protocol/refund-protocol.types.js';
import { sortsOf, statementsOf } from '../../database/statements.js';
import { describeEngines } from '../../support/engines.js';
import { startShop, type ShopHost } from '../../support/shop-host.js';

const NOW = Date.UTC(2026, 0, 15, 11);
const GAP = 301_000;
let made = 0;

const row = (change: Partial<RefundEntity> = {}): RefundEntity => {
  const id = `q-${String((made += 1)).padStart(8, '0')}`;
  return Object.assign(new RefundEntity(), {
    ...NEW_REFUND,
    id,
    group: 'web',
    orderId: 'S1',
    serviceOrderId: 'S1',
    origin: 'shop' as const,
    key: id,
    tag: id,
    amount: 500,
    currency: 'EUR',
    description: 'broken',
    cart: null,
    batchId: null,
    held: 0,
    fence: 0,
    askedBy: null,
    createdAt: NOW,
    updatedAt: NOW,
    ...change,
  });
};

const sentBefore = (ms: number): Partial<RefundEntity> => ({
  state: 'accepted',
  attempts: 1,
  lastSentAt: NOW - ms,
  arrivedBy: NOW - ms,
});
/** What can stand in a table beside each other. */
const STANDINGS: readonly Partial<RefundEntity>[] = [
  {},
  {},
  {},
  { notBefore: NOW + 5_000 },
  { held: 1 },
  { refusedAt: NOW - 60_000 },
  { refusedAt: NOW - 90_000 },
  { attempts: 1, lastSentAt: NOW - 1_000_000, arrivedBy: NOW - 100_000 },
  sentBefore(1_000),
  sentBefore(GAP),
  { ...sentBefore(2_000), state: 'rejected' },
  { state: 'unknown', attempts: 1, lastSentAt: NOW - 10_000 },
  { state: 'sending', attempts: 1, lastSentAt: NOW - 10 },
  { state: 'manual', attempts: 1, lastSentAt: NOW - 10_000, arrivedBy: NOW + 890_000 },
];
const likeness = {
  orderId: fc.constantFrom('S1', 'S2', 'S3', 'S4', 'S5'),
  amount: fc.constantFrom(500, 700),
  batchId: fc.constantFrom('b1', 'b1', null),
};
const tables = fc.array(
  fc
    .record({ ...likeness, standing: fc.constantFrom(...STANDINGS) })
    .map(({ standing, ...like }) => ({ ...like, ...standing })),
  { minLength: 1, maxLength: 16 },
);

describeEngines('the next refund of a lane', (engine) => {
  let shop: ShopHost;
  let group: TerminalGroup;
  let transactions: Transactions;

  beforeAll(async () => {
    shop = await startShop({ engine, options: { workers: 'off' } });
    group = shop.app.get(TerminalGroups).get('web');
    transactions = new Transactions(shop.dataSource);
  });
  afterAll(() => shop.close());

  const fill = async (rows: readonly RefundEntity[]): Promise<void> => {
    await shop.dataSource.manager.clear(RefundEntity);
    for (let at = 0; at < rows.length; at += 500)
      await shop.dataSource.manager.insert(RefundEntity, rows.slice(at, at + 500));
  };
  const next = (moment: LaneMoment) => transactions.run((tx) => nextRefund(tx, moment, () => undefined));

  it.each([
    ['order', false],
    ['group', false],
    ['order', true],
    ['group', true],
  ] as const)(
    'is the one that the plan says, guards looked for in the %s, account refused: %s',
    async (scope, isRefused) => {
      const moment = { group, scope, isRefused, now: NOW };
      await fc.assert(
        fc.asyncProperty(tables, async (changes) => {
          await fill(changes.map(row));
          const queue = await transactions.run((tx) => laneQueue(tx, moment));
          const plan = planLane(queue, group.refunds, { ...moment, nextSlotAt: NOW, roundTripMs: 300 });
          const found = await next(moment);
          expect(found?.id ?? null).toBe(plan.next);
          if (found) expect(await transactions.run((tx) => mustWait(tx, found, moment))).toBe(false);
        }),
        { numRuns: engine === 'sqlite' ? 150 : 25 },
      );
    },
  );

  it('is found behind an amount that is in the way twice, of a batch and by itself', async () => {
    const way = { orderId: 'S1', amount: 500 };
    const free = row({ id: 'q-free', orderId: 'S2', batchId: 'b1' });
    await fill([
      row(way),
      row({ ...way, batchId: 'b1' }),
      row({ ...way, batchId: 'b1' }),
      row({ ...way, ...sentBefore(1_000) }),
      free,
    ]);
    expect((await next({ group, scope: 'order', isRefused: false, now: NOW }))?.id).toBe('q-free');
  });

  it('is found behind an amount that is in the way, however many of it were refused at different times', async () => {
    const way = { orderId: 'S1', amount: 500 };
    await fill([
      row({ ...way, ...sentBefore(1_000) }),
      row(way),
      ...[9, 8, 7, 6].map((ago) => row({ ...way, refusedAt: NOW - ago * 60_000 })),
      row({ id: 'q-free', orderId: 'S2', amount: 700, refusedAt: NOW - 60_000 }),
    ]);
    for (const scope of ['order', 'group'] as const)
      expect((await next({ group, scope, isRefused: true, now: NOW }))?.id).toBe('q-free');
  });

  it('is one that was refused only in its turn, and behind all others while the account is refused', async () => {
    const refused = row({ orderId: 'S1', refusedAt: NOW - 900_000 });
    const fresh = row({ orderId: 'S2' });
    await fill([refused, fresh]);
    await transactions.run((tx) => addLanes(tx, ['web']));
    const lane = (await shop.dataSource.manager.findOneBy(RefundLaneEntity, { id: 'web' }))!;
    const nextWith = (refusals: number) => next({ group, ...metBy({ ...lane, refusals }), now: NOW });
    expect((await nextWith(0))?.id).toBe(refused.id);
    expect((await nextWith(1))?.id).toBe(fresh.id);
  });

  it('is asked for in the order of the plan, whatever order an engine groups in', async () => {
    const moment = { group, scope: 'order', isRefused: false, now: NOW } as const;
    const sorts = sortsOf(await statementsOf(shop.dataSource, (em) => nextRefund(em, moment, () => undefined)));
    expect(sorts).toContain('tillbridge_refund: refused ASC, later ASC, COUNT(*) DESC, MIN(id) ASC');
  });

  it('is looked for only where anything waits', async () => {
    const withWork = () => transactions.run((tx) => lanesWithWork(tx, ['web', 'other']));
    await transactions.run((tx) => addLanes(tx, ['web', 'other']));
    await fill([row({ held: 1 }), row(sentBefore(0)), row({ state: 'unknown' })]);
    expect(await withWork()).toEqual([]);
    await fill([row({ notBefore: NOW + 1 })]);
    expect((await withWork()).map(({ id }) => id)).toEqual(['web']);
  });
});

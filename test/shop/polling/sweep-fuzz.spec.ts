import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { Sweep } from '../../../src/shop/polling/index.js';
import type { ShopHost } from '../../support/shop-host.js';
import { ListStage, type ListedOrder } from './list-stage.js';

/** What can happen at the service between two pages. */
type Change = 'nothing' | 'one' | 'a page' | 'paid' | 'declined' | 'refunded' | 'heard';

const CHANGES: readonly Change[] = ['nothing', 'one', 'a page', 'paid', 'declined', 'refunded', 'heard'];
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

const plans = fc.record({
  cursor: fc.constantFrom('keyset' as const, 'offset' as const),
  pageSize: fc.integer({ min: 3, max: 15 }),
  /** Of each listed order, whether it is due here. */
  isDue: fc.array(fc.boolean(), { minLength: 20, maxLength: 60 }),
  changes: fc.array(fc.tuple(fc.constantFrom(...CHANGES), fc.nat(59)), { maxLength: 20 }),
});

describe('a sweep of a list that changes between any two pages', () => {
  let stage: ListStage;
  let shop: ShopHost;

  beforeAll(async () => {
    stage = await ListStage.start();
    shop = await stage.shop('sqlite');
  });
  afterAll(async () => {
    await shop?.close();
    await stage?.close();
  });

  let number = 0;
  const order = (age: number, status: ListedOrder['status']): ListedOrder => ({
    id: `F-${(number += 1)}`,
    openedAt: stage.clock.now() - age,
    status,
  });

  /** Who has paid, whatever road the news takes. */
  const happen = async (
    change: Change,
    due: readonly ListedOrder[],
    which: number,
    paid: Set<string>,
  ): Promise<void> => {
    const { id } = due[which % due.length]!;
    const pageful = Array.from({ length: (stage.pageSize ?? 0) + 1 }, () => order(0, 'completed'));
    stage.clock.advance(1_000);
    if (change === 'one') return stage.addListed([order(0, 'completed')]);
    if (change === 'a page') return stage.addListed(pageful);
    if (change === 'heard') return void (await shop.payments.orders.settle(id));
    if (change === 'declined' && !paid.has(id)) return void (await stage.sandbox.decline(id));
    if (change === 'paid' && !paid.has(id)) return void (await stage.sandbox.pay(paid.add(id) && id));
    if (change === 'refunded' && paid.has(id)) await stage.sandbox.refund(id, { amount: 1 }).catch(() => undefined);
  };

  it('sees each order of the window, lets effects happen once, and comes to an end (keyset and offset cursors)', async () => {
    const property = fc.asyncProperty(plans, async ({ cursor, pageSize, isDue, changes }) => {
      await stage.clear(shop);
      stage.sandbox.adjust('web', { listCursor: cursor });
      stage.pageSize = pageSize;
      const all = isDue.map((_, index) => order((index + 10) * MINUTE_MS, 'initialized'));
      const due = all.filter((_, index) => isDue[index]);
      if (due.length === 0) return;
      await stage.addListed(all.filter((_, index) => !isDue[index]));
      await stage.addDue(shop, due);
      const begun = stage.clock.now();
      const paid = new Set<string>();
      const left = [...changes];
      stage.beforePage = async () => {
        const [change, which] = left.shift() ?? (['nothing', 0] as const);
        await happen(change, due, which, paid);
      };
      await shop.app.get(Sweep).run(stage.groupOf(shop));
      await shop.payments.polling.tick();
      // Each change may bring a page's worth of items to the head, and with counting cursors all of them come again.
      expect(stage.calls.list).toBeLessThanOrEqual(2 * Math.ceil(isDue.length / pageSize) + 2 * changes.length + 4);
      expect(await shop.count(`tillbridge_poll WHERE polled_at < ${begun} AND state = 'pending'`)).toBe(0);
      stage.clock.advance(DAY_MS);
      await shop.payments.polling.tick();
      const completed = shop.handlers.seen.filter(
        ({ phase, event }) => phase === 'transaction' && event.kind === 'completed',
      );
      expect(completed.map(({ event }) => event.orderId).sort()).toEqual([...paid].sort());
    });
    await fc.assert(property, { numRuns: Number(process.env['TILLBRIDGE_SWEEP_RUNS'] ?? 8) });
  }, 180_000);
});

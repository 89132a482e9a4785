import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ManualClock } from 'tillbridge/testing';
import { firstHourAt, paymentsPerHour, refundsPerHour } from '../../src/dashboard/overview/hourly-figures.js';
import { waitingByAge } from '../../src/dashboard/overview/waiting-ages.js';
import { PaymentOrderEntity } from '../../src/shop/orders/index.js';
import { PollEntity } from '../../src/shop/poll-schedule/index.js';
import { createId } from '../../src/support/index.js';
import { describeEngines } from '../support/engines.js';
import { HOUR, MINUTE, NOON } from '../shop/refunds/support/refund-stage.js';
import { DashboardStage } from './support/dashboard-stage.js';

/** Half past three: the hour that runs is neither full nor empty. */
const NOW = NOON + 3.5 * HOUR;
const FIRST = firstHourAt(NOW);

// On both sides of every boundary, and more in some hours than in others.
const MOMENTS = [
  FIRST - 1,
  FIRST,
  FIRST + 1,
  NOW - 30 * HOUR,
  NOW,
  ...Array.from({ length: 23 }, (_, hour) => FIRST + (hour + 1) * HOUR),
  ...Array.from({ length: 23 }, (_, hour) => FIRST + (hour + 1) * HOUR - 1),
  ...Array.from({ length: 60 }, (_, step) => NOW - (step % 7) * HOUR - step * MINUTE),
];

/** The same figures, worked out of every row. */
function expected(moments: readonly number[]): number[] {
  return Array.from({ length: 24 }, (_, hour) => {
    const from = FIRST + hour * HOUR;
    return moments.filter((at) => at >= from && at < from + HOUR).length;
  });
}

describeEngines('the figures of the overview', (engine) => {
  let stage: DashboardStage;
  beforeAll(async () => {
    stage = await DashboardStage.start({ engine });
    const { shop } = stage.stage;
    for (const [index, paidAt] of MOMENTS.entries()) {
      await shop.addOrder(`P${index}`);
      await shop.dataSource.manager.update(PaymentOrderEntity, { orderId: `P${index}` }, { paidAt });
      const id = createId(new ManualClock(paidAt));
      await stage.stage.refund(`P${index}`, { id, createdAt: paidAt, state: index % 3 === 0 ? 'settled' : 'queued' });
    }
    await shop.addOrder('unpaid');
    stage.stage.clock.set(NOW);
  });
  afterAll(() => stage.close());

  const manager = () => stage.stage.shop.dataSource.manager;

  it('are those of the database, hour by hour', async () => {
    const payments = await paymentsPerHour(manager(), NOW);
    const refunds = await refundsPerHour(manager(), NOW);
    expect(payments.map(({ count }) => count)).toEqual(expected(MOMENTS));
    expect(refunds.map(({ count }) => count)).toEqual(expected(MOMENTS));
    expect(payments.map(({ from }) => from)).toEqual(Array.from({ length: 24 }, (_, hour) => FIRST + hour * HOUR));
  });

  it('stop at a bound, and say of which hours nothing is known', async () => {
    const known = expected(MOMENTS);
    for (const read of [paymentsPerHour, refundsPerHour]) {
      const counts = (await read(manager(), NOW, 70)).map(({ count }) => count);
      const firstKnown = counts.findIndex((count) => count !== null);
      expect(firstKnown).toBeGreaterThan(0);
      expect(counts.slice(firstKnown)).toEqual(known.slice(firstKnown));
      expect(counts.slice(0, firstKnown).every((count) => count === null)).toBe(true);
    }
  });

  it('tell how long orders have waited for their end', async () => {
    const ages = [0, 14, 15, 59, 60, 359, 360, 1_439, 1_440, 4_319, 4_320, 100_000].map((minutes) => minutes * MINUTE);
    const work = { attempts: 0, leaseToken: null, leaseUntil: null, lastError: null, dueAt: NOW };
    for (const [index, age] of ages.entries()) {
      for (const state of ['pending', 'done'] as const) {
        const id = createId(new ManualClock(NOW));
        const row = { id, group: 'web', serviceOrderId: `W${index}-${state}`, state, openedAt: NOW - age };
        await manager().insert(PollEntity, { ...row, ...work });
      }
    }
    const bands = await waitingByAge(manager(), NOW);
    expect(bands.map(({ count }) => count)).toEqual([2, 2, 2, 2, 2, 2]);
    expect(bands.map(({ isLate }) => isLate)).toEqual([false, false, false, false, true, true]);
  });

  it('leave out of the unfinished those that are paid', async () => {
    const unfinished = async () => (await waitingByAge(manager(), NOW)).reduce((sum, { count }) => sum + count, 0);
    const before = await unfinished();
    for (const orderId of ['open', 'paid']) {
      await stage.stage.shop.addOrder(orderId);
      const work = {
        attempts: 0,
        leaseToken: null,
        leaseUntil: null,
        lastError: null,
        dueAt: NOW,
        state: 'pending' as const,
      };
      const id = createId(new ManualClock(NOW));
      await manager().insert(PollEntity, { id, group: 'web', serviceOrderId: orderId, openedAt: NOW, ...work });
    }
    await manager().update(PaymentOrderEntity, { orderId: 'paid' }, { paidAt: FIRST - 2 });
    expect((await unfinished()) - before).toBe(1);
  });

  it('stand on the page, drawn and in words', async () => {
    const total = expected(MOMENTS).reduce((sum, count) => sum + count, 0);
    const html = await stage.html('');
    const [, payments = ''] = /data-part="payments".*?<a class="amount"[^>]*>([\d,]+)</s.exec(html) ?? [];
    expect(Number(payments.replace(',', ''))).toBe(total);
    const drawn = /data-part="payments".*?<svg.*?<\/svg>/s.exec(html)![0];
    const isDrawn = expected(MOMENTS).filter((count) => count > 0).length;
    expect([...drawn.matchAll(/<rect class="(bar|running)"/g)]).toHaveLength(isDrawn);
    const [, numbers = ''] = /data-part="payments".*?<details class="numbers">(.*?)<\/details>/s.exec(html) ?? [];
    expect([...numbers.matchAll(/<b>(\d+)<\/b>/g)].map(([, count]) => Number(count))).toEqual(expected(MOMENTS));
  });
});

describe('what needs attention', () => {
  let stage: DashboardStage;
  beforeAll(async () => {
    stage = await DashboardStage.start();
  });
  afterAll(() => stage.close());

  const concerns = async (): Promise<string> => /data-part="concerns".*?<\/section>/s.exec(await stage.html(''))![0];

  it('is nothing, and said so, while all goes well', async () => {
    expect(await concerns()).toContain('Nothing needs attention.');
  });

  it('comes first, each with what to do and where', async () => {
    const { shop } = stage.stage;
    await shop.addOrder('S1');
    await shop.dataSource.manager.update(PaymentOrderEntity, { orderId: 'S1' }, { attention: 'amount_mismatch' });
    await stage.stage.refund('S1', { state: 'manual' });
    await shop.payments.group('till').refunds.pauseLane({ by: 'ben', why: 'stock-taking' });
    // One is not "1 refunds".
    expect(await stage.html('')).toMatch(/>1<\/a> <span class="small">refund requested in the last 24 hours</);
    const found = await concerns();
    expect(found).toContain('1 order needs attention');
    expect(found).toContain('1 refund needs a decision');
    expect(found).toContain('Refunds of till were paused by a person');
    for (const section of ['order-needs-attention', 'refund-needs-a-decision', 'refunds-paused'])
      expect(found).toContain(`docs/runbook.md#${section}`);
    expect(found.indexOf('to do')).toBeLessThan(found.indexOf('watch'));
    expect(found).toMatch(/href="\/payments\/dashboard\/refunds\?state=manual"/);
  });
});

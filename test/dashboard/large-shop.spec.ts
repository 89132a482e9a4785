import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { pagesOf } from '../../bench/dashboard/pages.mjs';
import { seed } from '../../bench/dashboard/seed.mjs';
import { PaymentOrderEntity } from '../../src/shop/orders/index.js';
import { RefundEntity } from '../../src/shop/refund-records/index.js';
import { describeOneEngine } from '../support/engines.js';
import { DashboardStage } from './support/dashboard-stage.js';

/** The bench fills in a million; here it is to be shown that it fills in what the pages show. */
const ORDERS = 4_000;
const EVERYBODY = { canActivate: (): boolean => true };

describeOneEngine('a dashboard with the past of a large shop', (engine) => {
  let dashboard: DashboardStage;

  beforeAll(async () => {
    dashboard = await DashboardStage.start({
      engine,
      groups: ['web', 'till', 'kiosk'],
      dashboard: { guard: EVERYBODY, user: () => 'bench' },
    });
  });
  afterAll(() => dashboard.close());

  it('shows every page of it that is timed', async () => {
    const { dataSource: source } = dashboard.stage.shop;
    const now = dashboard.stage.clock.now();
    await seed(source, { orders: ORDERS, now, progress: () => undefined });
    expect(await source.manager.count(PaymentOrderEntity)).toBe(ORDERS);
    expect(await source.manager.count(RefundEntity)).toBe(ORDERS / 20);
    const pages = await pagesOf({ url: dashboard.url, source });
    for (const [name, path] of Object.entries(pages)) {
      const response = await fetch(dashboard.url + path);
      expect([name, response.status]).toEqual([name, 200]);
      const text = await response.text();
      expect([name, text.includes('Nothing matches'), path]).toEqual([name, name.includes('nothing'), path]);
    }
  });
});

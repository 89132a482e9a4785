import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { DashboardStage } from './support/dashboard-stage.js';
import { DashboardWindows, describeInBrowser } from './support/dashboard-windows.js';
import { setOrderScenes } from './support/order-scenes.js';

const PAGES = [
  ['orders', '/orders'],
  ['orders-attention', '/orders?attention=any'],
  ['orders-found', '/orders?search=S-100'],
  ['orders-nothing', '/orders?search=ZZZ'],
  ['order-paid', '/orders/order?group=web&id=S-1001'],
  ['order-open', '/orders/order?group=web&id=S-1002'],
  ['order-refunds', '/orders/order?group=web&id=S-1003'],
  ['order-attention', '/orders/order?group=web&id=S-1004'],
  ['order-looks', '/orders/order?group=web&id=S-1004&kind=looks'],
  ['notifications', '/notifications'],
  ['notifications-parked', '/notifications?state=parked'],
  ['notifications-unmatched', '/notifications?state=unmatched'],
  ['notifications-refused', '/notifications/refused'],
  ['effects', '/notifications/effects'],
] as const;

describeInBrowser('orders and notifications on the dashboard', () => {
  const windows = new DashboardWindows();
  let dashboard: DashboardStage;

  beforeAll(async () => {
    dashboard = await DashboardStage.start();
    await setOrderScenes(dashboard);
  });
  afterAll(() => dashboard.close());

  it.each(PAGES)('are readable on a phone and on a desk, in light and dark: %s', async (name, path) => {
    await windows.inspect(dashboard.url + path, name);
  });

  it('show one notification without anything personal', async () => {
    const page = await windows.open(`${dashboard.url}/notifications?state=parked`);
    await page.click('tbody a');
    await windows.judge(page, 'notification-desktop');
    expect(await page.textContent('pre')).toContain('"order_id": "S-1001"');
    expect(await page.content()).not.toMatch(/ann\.jansen@|secret of Ann|"email": "ann/);
  });
});

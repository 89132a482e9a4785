import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { PaymentOrderEntity } from '../../src/shop/orders/index.js';
import { PollEntity } from '../../src/shop/poll-schedule/index.js';
import { createId } from '../../src/support/index.js';
import { openWindow } from '../support/browser.js';
import { HOUR, MINUTE } from '../shop/refunds/support/refund-stage.js';
import { DashboardStage } from './support/dashboard-stage.js';
import { describeInBrowser } from '../support/browser-windows.js';
import { DashboardWindows } from './support/dashboard-windows.js';
import { cookieOf } from './support/host-clerks.js';

/** A day with something of everything. */
async function busyDay({ stage }: DashboardStage): Promise<void> {
  const { clock, shop } = stage;
  const { manager } = shop.dataSource;
  const work = { attempts: 0, leaseToken: null, leaseUntil: null, lastError: null, dueAt: clock.now() + HOUR };
  for (let index = 0; index < 90; index += 1) {
    const orderId = `QS-${index}`;
    await shop.addOrder(orderId);
    const paidAt = clock.now() - (((index * index) % 23) * HOUR + index * 20_000);
    await manager.update(PaymentOrderEntity, { orderId }, { paidAt, status: 'completed' });
    const row = { group: 'web', serviceOrderId: orderId, state: 'pending' as const };
    const openedAt = clock.now() - index * index * MINUTE;
    if (index % 3 === 0) await manager.insert(PollEntity, { id: createId(clock), ...row, ...work, openedAt });
    if (index % 5 === 0) await stage.refund(orderId, { id: createId(clock), state: 'queued', createdAt: paidAt });
  }
  await manager.update(PaymentOrderEntity, { orderId: 'QS-1' }, { attention: 'amount_mismatch' });
  await stage.refund('QS-2', { state: 'manual', id: createId(clock) });
  await stage.unknown('QS-3', { id: createId(clock) });
  await shop.payments.group('till').refunds.pauseLane({ by: 'ben', why: 'stock-taking' });
  await stage.paid('QS-PAID');
}

describeInBrowser('the overview in a browser', () => {
  const windows = new DashboardWindows();
  let stage: DashboardStage;
  beforeAll(async () => {
    stage = await DashboardStage.start();
    await busyDay(stage);
  });
  afterAll(() => stage.close());

  it.each([
    ['overview', ''],
    ['settings', '/settings'],
  ])('is good in every window: %s', async (name, path) => {
    await windows.inspect(stage.url + path, name);
  });

  it('is whole without a script', async () => {
    const page = await windows.open(stage.url, { javaScriptEnabled: false });
    expect(await page.locator('h2').allTextContents()).toContain('Payments per hour');
    await page.getByText('The numbers').first().click();
    expect(await page.locator('.numbers[open] li').count()).toBe(24);
  });

  it('follows what happens by itself, and leaves unfolded what was, and the focus where it is', async () => {
    const page = await windows.open(stage.url);
    await page.getByText('Live', { exact: true }).waitFor();
    await page.getByText('The numbers').first().click();
    const amount = page.locator('[data-part=payments] .amount');
    const before = Number(await amount.textContent());
    await stage.stage.paid('QS-NEXT');
    await page.locator('[data-part=payments] .amount', { hasText: String(before + 1) }).waitFor();
    expect(await page.locator('[data-part=payments] details').getAttribute('open')).not.toBeNull();
    expect(await page.evaluate('document.activeElement.textContent')).toBe('The numbers');
  });

  it('can be walked by the keyboard, from a link over the frame to the first thing to do', async () => {
    const page = await windows.open(stage.url);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    // Past the search and its button.
    for (let step = 0; step < 3; step += 1) await page.keyboard.press('Tab');
    const focused = await page.evaluate('document.activeElement.textContent');
    expect(focused).toBe('1 order needs attention');
  });
});

const EVIL = `"'><img src=x onerror="window.taken=1"><script>window.taken=1</script>`;

describeInBrowser('a script in what people wrote', () => {
  const windows = new DashboardWindows();
  let stage: DashboardStage;
  beforeAll(async () => {
    stage = await DashboardStage.start();
    const { shop } = stage.stage;
    await shop.addOrder(EVIL.slice(0, 50));
    const change = { description: EVIL, attention: 'amount_mismatch' };
    await shop.dataSource.manager.update(PaymentOrderEntity, { group: 'web' }, change);
    await stage.stage.refund(EVIL.slice(0, 50), { description: EVIL, state: 'manual', reason: EVIL.slice(0, 60) });
    await shop.payments.group('web').refunds.pauseLane({ by: EVIL, why: EVIL });
  });
  afterAll(() => stage.close());

  it('stays text on every page', async () => {
    const order = `/orders/order?${new URLSearchParams({ group: 'web', id: EVIL.slice(0, 50) })}`;
    const search = `/orders?${new URLSearchParams({ search: EVIL })}`;
    for (const path of ['', '/orders', search, order, '/refunds', '/notifications', '/refunds/batches', '/settings']) {
      const page = await windows.open(stage.url + path);
      expect([path, await page.evaluate('window.taken'), await page.locator('img').count()]).toEqual([
        path,
        undefined,
        0,
      ]);
    }
    const page = await windows.open(stage.url + order);
    expect(await page.locator('main').textContent()).toContain(EVIL);
  });

  it('would not run if it stood there as a script', async () => {
    const browser = (await windows.open(stage.url)).context().browser()!;
    const { page, complaints, context } = await openWindow(browser);
    await context.addCookies([{ ...cookieOf('ann'), url: new URL(stage.url).origin }]);
    await page.route(stage.url, async (route) => {
      const answer = await route.fetch();
      await route.fulfill({ response: answer, body: (await answer.text()).replace('<h1>', `${EVIL}<h1>`) });
    });
    await page.goto(stage.url);
    await page.locator('h1').waitFor();
    expect(await page.evaluate('window.taken')).toBeUndefined();
    expect(complaints.some((complaint) => complaint.includes('Content Security Policy'))).toBe(true);
    await context.close();
  });
});

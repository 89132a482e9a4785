import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { describeInBrowser } from '../support/browser-windows.js';
import { DashboardStage } from './support/dashboard-stage.js';
import { DashboardWindows } from './support/dashboard-windows.js';
import { cookieOf, type Clerk } from './support/host-clerks.js';
import { orderPath } from './support/clerk-forms.js';
import { buyArticles } from './support/order-scenes.js';

const FORM = 'form[action*="/orders/order/refund?"]';
const TYPED = { amount: '7.50', reason: 'Mug broken', why: 'the parcel came back' };

describeInBrowser('a form that was not answered', () => {
  const windows = new DashboardWindows((complaint) => /status of 401|ERR_FAILED/.test(complaint));
  let dashboard: DashboardStage;
  let orders = 0;
  let orderId = '';
  beforeAll(async () => {
    dashboard = await DashboardStage.start();
  });
  afterAll(() => dashboard.close());

  const address = () => dashboard.url + orderPath(orderId);
  const amounts = async () =>
    (await dashboard.stage.shop.payments.refunds.list({ orderId })).items.map(({ amount }) => amount.toDecimal());
  const logIn = (page: Page, clerk: Clerk) =>
    page.context().addCookies([{ ...cookieOf(clerk), url: new URL(dashboard.url).origin }]);
  /** What the form shows, whether it is unfolded, and what is said about it. */
  const shown = async (page: Page) => ({
    fields: Object.fromEntries(
      await Promise.all(
        Object.keys(TYPED).map(async (name) => [name, await page.locator(`${FORM} [name=${name}]`).inputValue()]),
      ),
    ),
    isOpen: await page.locator(`details:has(${FORM})`).evaluate((fold) => (fold as unknown as { open: boolean }).open),
    says: await page.locator('[data-kept-form]').allTextContents(),
  });
  const BLANK = { fields: { amount: '', reason: '', why: '' }, isOpen: false, says: [] };
  const KEPT = { fields: TYPED, isOpen: true, says: [expect.stringContaining('Nothing is sent by itself')] };
  /** Opens the page of a paid order, and types a refund. */
  const typed = async (): Promise<Page> => {
    orderId = `K-${(orders += 1)}`;
    await buyArticles(dashboard, orderId);
    const page = await windows.open(address());
    await page.locator(`details:has(${FORM}) summary`).click();
    for (const [name, text] of Object.entries(TYPED)) await page.fill(`${FORM} [name=${name}]`, text);
    return page;
  };
  const send = (page: Page) => page.locator(`${FORM} button[type=submit]`).click();

  it('since the login had ended, is there again after the next one, and is sent by a person alone, once', async () => {
    const page = await typed();
    await page.context().clearCookies();
    await Promise.all([page.waitForResponse((answer) => answer.status() === 401), send(page)]);
    await logIn(page, 'ann');
    for (const _load of ['first', 'again']) {
      await page.goto(address());
      expect(await shown(page)).toEqual(KEPT);
    }
    expect(await amounts()).toEqual([]);
    await windows.judge(page, 'order-kept-form');
    await send(page);
    expect(await page.locator('.flash').textContent()).toContain('A refund of €7.50 is on record');
    await page.goto(address());
    expect(await shown(page)).toEqual(BLANK);
    expect(await amounts()).toEqual(['7.50']);
  });

  it('because its answer was lost, is the same refund when it is sent again', async () => {
    const page = await typed();
    await page.route('**/orders/order/refund?*', async (route) => {
      await route.fetch({ maxRedirects: 0 });
      await route.abort();
    });
    await Promise.all([page.waitForEvent('requestfailed'), send(page)]);
    await page.unroute('**/orders/order/refund?*');
    await page.goto(address());
    expect(await shown(page)).toEqual(KEPT);
    expect(await amounts()).toEqual(['7.50']);
    await send(page);
    expect(await page.locator('.flash').textContent()).toContain('A refund of €7.50 is on record');
    expect(await amounts()).toEqual(['7.50']);
  });

  it('is not shown to another person who logs in on this page', async () => {
    const page = await typed();
    await page.context().clearCookies();
    await Promise.all([page.waitForResponse((answer) => answer.status() === 401), send(page)]);
    for (const clerk of ['ben', 'ann'] as const) {
      await logIn(page, clerk);
      await page.goto(address());
      expect(await shown(page)).toEqual(BLANK);
    }
  });
});

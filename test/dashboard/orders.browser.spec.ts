import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { DashboardStage } from './support/dashboard-stage.js';
import { describeInBrowser } from '../support/browser-windows.js';
import { DashboardWindows } from './support/dashboard-windows.js';
import { payInTwoCurrencies, payOther, setOrderScenes } from './support/order-scenes.js';

const PAGES = [
  ['orders', '/orders?attention=any'],
  ['orders-filtered', '/orders?least=12,50&currency=EUR&method=IDEAL'],
  ['orders-nothing', '/orders?search=ZZZ'],
  ['audit', '/audit'],
  ['order-open', '/orders/order?group=web&id=S-1002'],
  ['order-refunds', '/orders/order?group=web&id=S-1003'],
  ['order-attention', '/orders/order?group=web&id=S-1004'],
  ['order-two-currencies', '/orders/order?group=web&id=S-2001'],
  ['order-dinar', '/orders/order?group=web&id=S-2002'],
  ['orders-yen-unread', '/orders?least=1,000&currency=JPY'],
  ['overview-currencies', ''],
  ['notifications', '/notifications'],
  ['notifications-parked', '/notifications?state=parked'],
  ['notifications-refused', '/notifications/refused'],
  ['effects', '/notifications/effects'],
] as const;

describeInBrowser('orders and notifications on the dashboard', () => {
  const windows = new DashboardWindows();
  let dashboard: DashboardStage;

  beforeAll(async () => {
    dashboard = await DashboardStage.start();
    await setOrderScenes(dashboard);
    await payInTwoCurrencies(dashboard, 'S-2001');
    await payOther(dashboard, 'S-2002', 'KWD');
  });
  afterAll(() => dashboard.close());

  it.each(PAGES)('are readable on a phone and on a desk, in light and dark: %s', async (name, path) => {
    await windows.inspect(dashboard.url + path, name);
  });

  it('show one notification without anything personal', async () => {
    const page = await windows.open(`${dashboard.url}/notifications?state=parked`);
    await page.click('tbody a');
    await windows.judge(page, 'notification');
    expect(await page.textContent('pre')).toContain('"order_id": "S-1001"');
    expect(await page.content()).not.toMatch(/ann\.jansen@|secret of Ann|"email": "ann/);
  });

  /** Unfolds an action, fills it in, sends it, and reads what is said. */
  async function act(page: Page, title: string, fields: Readonly<Record<string, string>> = {}): Promise<string> {
    const fold = page.locator('details', { has: page.locator('summary', { hasText: title }) }).first();
    await fold.locator('summary').click();
    for (const [name, text] of Object.entries(fields)) await fold.locator(`[name=${name}]`).fill(text);
    const tick = fold.locator('[type=checkbox]');
    if (await tick.count()) await tick.check();
    await fold.locator('[name=why]').fill('the customer has called');
    await fold.locator('button').click();
    return (await page.textContent('.flash')) ?? '';
  }

  it.each(['phone', 'desktop'] as const)(
    'let a person do all that can be done with an order, on a %s',
    async (device) => {
      const page = await windows.open(`${dashboard.url}/orders?search=S-100`, { device });
      await page.click(device === 'phone' ? 'text=S-1001' : 'text=S-1004');
      await page.click('.technical > summary');
      await page.click('.kinds a:has-text("Reads")');
      expect(await page.textContent('.kinds [aria-current]')).toContain('Reads');
      expect(await act(page, 'Mark as handled')).toContain('marked as handled');
      expect(await act(page, 'Read from the service now')).toContain('It is paid.');
      expect(await act(page, 'Refund an amount', { amount: '1.00' })).toContain('A refund of €1.00 is on record');
      expect(await act(page, 'Refund an amount', { amount: 'a lot' })).toContain('the amount cannot be read');
      expect(await act(page, 'Erase personal data')).toContain('were erased');
      await page.click('.kinds a:has-text("People")');
      await windows.judge(page, 'order-done', device);
      expect(await page.textContent('.story')).toContain('Order synced by ann: the customer has called');
    },
  );

  it('let a person refund in the currency that is chosen, and in none before', async () => {
    const page = await windows.open(`${dashboard.url}/orders/order?group=web&id=S-2001`);
    const fold = page.locator('details', { has: page.locator('summary', { hasText: 'Refund an amount' }) }).first();
    await fold.locator('summary').click();
    await fold.locator('[name=amount]').fill('25');
    await fold.locator('[name=why]').fill('the customer has called');
    await fold.locator('button').click();
    expect(await fold.locator('select').evaluate((field) => field.matches(':invalid'))).toBe(true);
    await windows.judge(page, 'order-choose-currency');
    await fold.locator('select').selectOption('EUR');
    await fold.locator('button').click();
    expect(await page.textContent('.flash')).toContain('A refund of €25.00 is on record');
  });

  it.each(['phone', 'desktop'] as const)('let a person replay and discard, on a %s', async (device) => {
    const page = await windows.open(`${dashboard.url}/notifications/effects`, { device });
    const action = device === 'phone' ? 'Replay it' : 'Discard it';
    expect(await act(page, action)).toMatch(/run once more|discarded/);
    await page.click('.tabs a:has-text("No such order")');
    expect(await act(page, 'Replay all of them')).toContain('queued to be applied again');
    await page.waitForSelector('text=All were checked.');
    await windows.judge(page, 'replayed', device);
    // Until they are given up again.
    for (let minute = 0; minute < 12; minute += 1) {
      dashboard.stage.clock.advance(60_000);
      await dashboard.stage.shop.drain();
    }
  });

  it('reach what is to be done by the keyboard alone', async () => {
    const page = await windows.open(`${dashboard.url}/orders/order?group=web&id=S-1003`);
    await page.keyboard.press('Tab');
    expect(await page.evaluate('document.activeElement.textContent')).toContain('Skip to the content');
    await page.focus('.folds summary >> nth=0');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    expect(await page.evaluate('document.activeElement.name')).toBe('why');
    await page.keyboard.type('asked by keyboard');
    await page.keyboard.press('Enter');
    await page.waitForSelector('.flash');
    expect(await page.textContent('.flash')).toContain('The order was read from the service');
  });
});

import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { keepPicture, overflowOf } from '../../support/browser.js';
import { BrowserWindows, coloursOn, describeInBrowser, DEVICES } from '../../support/browser-windows.js';
import { startService, TILL_KEY, type Service } from '../support/service.js';
import { tabTo } from './support/keyboard.js';

/** How many cards hold more than they show. */
const CUT = `[...document.querySelectorAll('.card')].filter((card) => card.scrollWidth > card.clientWidth).length`;

describeInBrowser('the tills in a browser without JavaScript', () => {
  const windows = new BrowserWindows();
  let service: Service;
  let number = 0;

  beforeAll(async () => {
    const terminals = [{ id: 'T1', name: 'Counter' }, { id: 'T2' }];
    service = await startService({ terminalGroups: [{ name: 'till', apiKey: TILL_KEY, terminals }] });
  });
  afterAll(() => service?.close());

  const open = (options?: BrowserContextOptions): Promise<Page> =>
    windows.open({ javaScriptEnabled: false, ...options });
  const seeMessage = (page: Page, hasText: string): Promise<void> =>
    page.getByRole('status').filter({ hasText }).waitFor();
  const shown = async (orderId: string): Promise<unknown> =>
    (await service.get(orderId, { api_key: TILL_KEY })).json.data;

  async function send(description = 'Two coffees'): Promise<string> {
    const order_id = `TILL-${(number += 1)}`;
    const fields = { order_id, amount: 1_000, description, gateway_info: { terminal_id: 'T1' } };
    await service.create(fields, { api_key: TILL_KEY });
    return order_id;
  }

  async function toTill(page: Page): Promise<void> {
    await page.goto(service.url);
    await page.getByRole('link', { name: 'Tills' }).click();
    await page.getByRole('link', { name: 'Counter' }).click();
    await page.getByRole('heading', { level: 1, name: 'Counter' }).waitFor();
  }

  it('take a declined card, then another one with a tip', async () => {
    const orderId = await send();
    const page = await open();
    await toTill(page);
    await page.getByRole('button', { name: 'Decline' }).click();
    await seeMessage(page, 'The card was declined. The till waits for another one.');
    await page.getByLabel('Card').selectOption('Maestro');
    await page.getByLabel('Tip').fill('1.50');
    await page.getByRole('button', { name: 'Pay' }).click();
    await seeMessage(page, 'The order was paid.');
    await page.getByText('No order on this till').waitFor();
    expect(await shown(orderId)).toMatchObject({
      status: 'completed',
      amount: 1_150,
      payment_details: { type: 'MAESTRO' },
    });
    await page.getByRole('link', { name: orderId }).click();
    await page.getByRole('heading', { level: 1, name: orderId }).waitFor();
  });

  it('are used with the keyboard alone', async () => {
    const orderId = await send();
    const page = await open();
    await page.goto(`${service.url}/merchant/tills`);
    await tabTo(page, 'Counter');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Counter' }).waitFor();
    await tabTo(page, 'Cancel');
    await page.keyboard.press('Enter');
    await seeMessage(page, 'The payment was cancelled.');
    expect(await shown(orderId)).toMatchObject({ status: 'canceled' });
  });

  const views = (['phone', 'desktop'] as const).flatMap((name) =>
    coloursOn(name).map((color) => [name, color] as const),
  );
  it.each(views)('fit into the window of a %s, in %s', async (name, colorScheme) => {
    const orderId = await send(`Claim ${'withoutanybreak'.repeat(9)}`);
    const page = await open({ ...DEVICES[name], colorScheme });
    for (const [title, path] of [
      ['tills-busy', '/merchant/tills'],
      ['till', '/merchant/tills/till/T1'],
      ['till-free', '/merchant/tills/till/T2'],
    ] as const) {
      await page.goto(service.url + path);
      expect([title, await overflowOf(page)]).toEqual([title, 0]);
      // A card cuts what is wider than itself, so that the page alone does not show it.
      const cut = await page.evaluate(CUT);
      expect([title, cut]).toEqual([title, 0]);
      await keepPicture(page, `sandbox/${title}-${name}-${colorScheme}`);
    }
    await service.sandbox.cancel(orderId);
  });
});

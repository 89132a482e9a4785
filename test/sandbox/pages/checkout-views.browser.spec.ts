import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { seriousFaults } from '../../support/accessibility.js';
import { keepPicture, overflowOf } from '../../support/browser.js';
import { BrowserWindows, coloursOn, describeInBrowser, DEVICES } from '../../support/browser-windows.js';
import { startReceiver, type Receiver } from '../support/receiver.js';
import { startService, type Service } from '../support/service.js';
import { openCheckout } from './support/checkout-window.js';

const press = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name }).click();
const follow = (name: string | RegExp) => (page: Page) => page.getByRole('link', { name }).click();
const CART = {
  shopping_cart: {
    items: ['Teapot', 'Cup', 'Saucer', 'Tin of tea', 'Spoon'].map((name, index) => ({
      name,
      description: name,
      unit_price: 9.198,
      quantity: 1,
      merchant_item_id: `item-${index}`,
      tax_table_selector: '0',
    })),
  },
};

/** Every page of the shopper: the method that the shop has fixed, and how to get there from its first page. */
const PAGES: readonly (readonly [
  title: string,
  fields: Record<string, unknown>,
  ...steps: ((page: Page) => Promise<unknown>)[],
])[] = [
  ['choice', {}],
  ['choice-unfolded', CART, (page) => page.getByText('Other ways this can end').click()],
  ['card', { gateway: 'VISA' }],
  ['card-filled', { gateway: 'VISA' }, follow(/^4111/)],
  ['card-wrong', { gateway: 'CREDITCARD' }, press(/^Pay €/)],
  ['card-3ds', { gateway: 'MASTERCARD' }, follow(/^5500/), press(/^Pay €/)],
  ['bancontact', { gateway: 'MISTERCASH' }],
  ['bancontact-app', { gateway: 'MISTERCASH' }, follow(/Bancontact app/)],
  ['ideal', { gateway: 'IDEAL' }],
  ['ideal-bank', { gateway: 'IDEAL' }, press(/^Pay €/)],
  ['qr', { gateway: 'WECHAT' }],
  ['phone', { gateway: 'MBWAY' }],
  ['phone-app', { gateway: 'MBWAY' }, press(/^Pay €/)],
  ['gift-card', { gateway: 'VVVGIFTCARD' }],
  ['gift-card-balance', { gateway: 'VVVGIFTCARD' }, follow(/^111112/), press(/balance/)],
  ['transfer', { gateway: 'BANKTRANS' }],
  ['debit', { gateway: 'DIRDEB' }],
  ['debit-wrong', { gateway: 'DIRDEB' }, press(/^Pay €/)],
  ['lender', { gateway: 'KLARNA', ...CART }],
  ['lender-wrong', { gateway: 'KLARNA', ...CART }, press(/^Pay €/)],
  ['wallet', { gateway: 'PAYPAL' }],
];

const VIEWS = (['phone', 'desktop'] as const).flatMap((device) =>
  coloursOn(device).map((colorScheme) => [device, colorScheme] as const),
);

describeInBrowser('the pages of the shopper', () => {
  const windows = new BrowserWindows();
  let service: Service;
  let door: Receiver;

  beforeAll(async () => {
    [service, door] = await Promise.all([startService(), startReceiver()]);
  });

  afterAll(async () => {
    await service?.close();
    await door?.close();
  });

  it.each(PAGES)('fit into every window and keep no one out: %s', async (title, fields, ...steps) => {
    // axe waits for timers, which need JavaScript; the page has none.
    const { page } = await openCheckout({ service, door, windows }, fields, { javaScriptEnabled: true });
    for (const step of steps) await step(page);
    const seen = [];
    for (const [device, colorScheme] of VIEWS) {
      await page.setViewportSize(DEVICES[device].viewport);
      await page.emulateMedia({ colorScheme });
      seen.push({ device, colorScheme, overflow: await overflowOf(page), faults: await seriousFaults(page) });
      await keepPicture(page, `checkout/${title}-${device}-${colorScheme}`);
    }
    expect(seen.filter(({ overflow, faults }) => overflow !== 0 || faults.length > 0)).toEqual([]);
    expect(seen).toHaveLength(VIEWS.length);
  });
});

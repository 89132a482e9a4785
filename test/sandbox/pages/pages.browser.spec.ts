import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { keepPicture, overflowOf } from '../../support/browser.js';
import { BrowserWindows, coloursOn, describeInBrowser, DEVICES } from '../../support/browser-windows.js';
import { startReceiver, type Receiver } from '../support/receiver.js';
import { startService, TILL_KEY, WEB_KEY, type Service } from '../support/service.js';
import { tabTo } from './support/keyboard.js';

const HOUR_MS = 3_600_000;

describeInBrowser('the sandbox in a browser without JavaScript', () => {
  // An answer 404 or 409 is what some of them ask for, and the browser says so.
  const windows = new BrowserWindows((complaint) => /status of (404|409)/.test(complaint));
  let service: Service;
  let shop: Receiver;
  /** Where the shopper comes back to. */
  let door: Receiver;
  let number = 0;

  beforeAll(async () => {
    [shop, door] = await Promise.all([startReceiver(), startReceiver()]);
    door.mayBeForged = true;
    const site = { name: 'web', apiKey: WEB_KEY, notificationUrl: `${shop.url}/site` };
    service = await startService({ terminalGroups: [site, { name: 'till', apiKey: TILL_KEY }] });
  });

  afterAll(async () => {
    await service?.close();
    await shop?.close();
    await door?.close();
  });

  afterEach(() => {
    shop.reply = {};
  });

  const open = (options?: BrowserContextOptions): Promise<Page> =>
    windows.open({ javaScriptEnabled: false, ...options });

  async function order(fields: Record<string, unknown> = {}): Promise<{ orderId: string; url: string }> {
    const orderId = `B-${(number += 1)}`;
    const addresses = { redirect_url: `${door.url}/return`, cancel_url: `${door.url}/cancelled` };
    const payment_options = { notification_url: `${shop.url}/hook`, ...addresses };
    const description = 'A stoneware teapot, glazed by hand';
    return { orderId, url: await service.paymentUrl({ order_id: orderId, description, payment_options, ...fields }) };
  }

  const seeTitle = (page: Page, name: string | RegExp): Promise<void> =>
    page.getByRole('heading', { level: 1, name }).waitFor();
  const press = (page: Page, name: string | RegExp): Promise<void> => page.getByRole('button', { name }).click();
  /** Lets the payment end at once, whatever its method. */
  async function endAs(page: Page, name: RegExp): Promise<void> {
    await page.getByText('Other ways this can end').click();
    await press(page, name);
  }

  const seeMessage = (page: Page, hasText: string): Promise<void> =>
    page.getByRole('status').filter({ hasText }).waitFor();
  const statusOf = async (orderId: string): Promise<unknown> => (await service.get(orderId)).json.data['status'];

  /** From the front page to the page of one transaction. */
  async function findOrder(page: Page, orderId: string): Promise<void> {
    await page.goto(service.url);
    await page.getByRole('link', { name: 'All transactions' }).click();
    await page.getByLabel('Order id').fill(orderId);
    await press(page, 'Show');
    await page.getByRole('link', { name: orderId, exact: true }).click();
    await seeTitle(page, orderId);
  }

  describe('the payment page', () => {
    it.each([
      { buttons: [/^Pay €/, 'Success'], leadsTo: '/return', status: 'completed' },
      { buttons: [/^Cancel/], leadsTo: '/cancelled', status: 'void' },
    ])('leads back to the shop after $status', async ({ buttons, leadsTo, status }) => {
      const { orderId, url } = await order({ gateway: 'IDEAL' });
      const page = await open();
      await page.goto(url);
      for (const button of buttons) await press(page, button);
      await page.waitForURL(`${door.url}${leadsTo}?transactionid=${orderId}`);
      expect(await statusOf(orderId)).toBe(status);
      await page.goto(url);
      await seeTitle(page, /Payment (received|cancelled)/);
    });

    it('takes a second try with another method after a decline', async () => {
      const { orderId, url } = await order();
      const page = await open();
      await page.goto(url);
      await endAs(page, /^Decline/);
      expect(await page.getByRole('alert').textContent()).toContain('The payment was declined');
      await page.getByRole('link', { name: 'PayPal' }).click();
      await press(page, /^Pay €/);
      await page.waitForURL(`${door.url}/return**`);
      expect(await statusOf(orderId)).toBe('completed');
    });

    it('closes when it is left unfinished', async () => {
      const { orderId, url } = await order();
      const page = await open();
      await page.goto(url);
      await endAs(page, /^Leave unfinished/);
      await seeTitle(page, 'Payment left unfinished');
      await page.getByRole('link', { name: 'Back to the shop' }).click();
      expect(await statusOf(orderId)).toBe('canceled');
    });

    it.each([
      { decision: /^Accept/, title: 'Payment received', status: 'completed' },
      { decision: /^Decline/, title: 'Payment declined', status: 'declined' },
    ])('holds a payment until it is $status', async ({ decision, title, status }) => {
      const { orderId, url } = await order();
      const page = await open();
      await page.goto(url);
      await endAs(page, /^Hold/);
      await seeTitle(page, 'Your payment is being checked');
      await press(page, decision);
      await seeTitle(page, title);
      expect(await statusOf(orderId)).toBe(status);
    });

    it('says that it has expired, and takes a late transfer', async () => {
      const { orderId, url } = await order({ seconds_active: 3_600 });
      const page = await open();
      await page.goto(url);
      await page.getByRole('link', { name: 'PayPal' }).click();
      service.clock.advance(HOUR_MS);
      await press(page, /^Pay €/);
      await seeTitle(page, 'This page has expired');
      expect(await statusOf(orderId)).toBe('expired');
      await press(page, /^Transfer now/);
      await page.waitForURL(`${door.url}/return**`);
      expect(await statusOf(orderId)).toBe('completed');
    });

    it('can be paid with the keyboard alone', async () => {
      const { orderId, url } = await order();
      const page = await open();
      await page.goto(url);
      await tabTo(page, /^VisaVisa/);
      await page.keyboard.press('Enter');
      await tabTo(page, /^4111/);
      await page.keyboard.press('Enter');
      await tabTo(page, /^Pay €/);
      await page.keyboard.press('Enter');
      await page.waitForURL(`${door.url}/return**`);
      expect((await service.get(orderId)).json.data).toMatchObject({ payment_details: { type: 'VISA' } });
    });
  });

  describe('the merchant pages', () => {
    it('show an order, what was said about it, and say it again', async () => {
      shop.reply = { status: 500, body: 'The shop is on fire' };
      const { orderId } = await order();
      await service.sandbox.idle();
      const page = await open();
      await findOrder(page, orderId);
      const first = page.locator('details').first();
      await first.locator('summary').click();
      expect(await first.locator('pre').last().textContent()).toContain('The shop is on fire');
      shop.reply = {};
      await first.getByRole('button', { name: 'Send again' }).click();
      await seeMessage(page, 'acknowledged');
      await page.locator('details').first().getByText('resend by hand').waitFor();
    });

    it('charge back, and reverse it', async () => {
      const { orderId } = await order();
      await service.sandbox.pay(orderId);
      const page = await open();
      await findOrder(page, orderId);
      await press(page, 'Charge back');
      await seeMessage(page, 'charged back');
      expect(await statusOf(orderId)).toBe('chargedback');
      await press(page, 'Reverse the chargeback');
      await seeMessage(page, 'The chargeback was reversed');
      expect(await statusOf(orderId)).toBe('completed');
    });

    it('refund a part, then the rest, and refuse more than is left', async () => {
      const { orderId } = await order();
      await service.sandbox.pay(orderId);
      const page = await open();
      await findOrder(page, orderId);
      await page.getByLabel(/^Refund, up to €45.99/).fill('100');
      await press(page, 'Refund');
      await page.getByRole('alert').filter({ hasText: 'cannot be refunded' }).waitFor();
      await page.getByLabel(/^Refund, up to €45.99/).fill('5,99');
      await press(page, 'Refund');
      await seeMessage(page, 'A refund of €5.99 was booked.');
      await page.getByLabel(/^Refund, up to €40.00/).waitFor();
      await press(page, 'Refund');
      await seeMessage(page, 'A refund of €40.00 was booked.');
      expect(await page.getByRole('button', { name: 'Refund' }).count()).toBe(0);
      expect(await statusOf(orderId)).toBe('refunded');
      expect(await page.getByRole('row', { name: /^refund / }).count()).toBe(2);
    });

    it('are used with the keyboard alone', async () => {
      const { orderId } = await order();
      await service.sandbox.hold(orderId);
      const page = await open();
      await page.goto(service.url);
      await page.keyboard.press('Tab');
      expect(await page.locator(':focus').textContent()).toBe('Skip to the content');
      await tabTo(page, 'Transactions');
      await page.keyboard.press('Enter');
      await seeTitle(page, 'Transactions');
      await tabTo(page, orderId);
      await page.keyboard.press('Enter');
      await seeTitle(page, orderId);
      await tabTo(page, 'Accept');
      await page.keyboard.press('Enter');
      await seeMessage(page, 'The payment was accepted.');
      expect(await statusOf(orderId)).toBe('completed');
      await tabTo(page, /acknowledged/);
      await page.keyboard.press('Enter');
      expect(await page.locator('details[open] pre').first().textContent()).toContain('POST http');
      await tabTo(page, 'Send again');
      await page.keyboard.press('Enter');
      await seeMessage(page, 'was sent again: acknowledged');
    });

    it('set up a fault and put the clock forward with the keyboard alone', async () => {
      const page = await open();
      await page.goto(`${service.url}/merchant/faults`);
      await tabTo(page, 'Set up');
      await page.keyboard.press('Enter');
      await seeMessage(page, 'will strike the next notification');
      await tabTo(page, 'Clear all');
      await page.keyboard.press('Enter');
      await seeMessage(page, 'No fault is set up any more');
      const before = service.clock.now();
      await page.goto(`${service.url}/merchant/clock`);
      await tabTo(page, '15 minutes');
      await page.keyboard.press('Enter');
      await seeMessage(page, 'The clock was put forward');
      expect(service.clock.now()).toBe(before + HOUR_MS / 4);
    });
  });

  describe.each(['phone', 'desktop'] as const)('on a %s', (name) => {
    it.each(coloursOn(name))('fits every page into the window, in %s', async (colorScheme) => {
      const page = await open({ ...DEVICES[name], colorScheme });
      const inspect = async (path: string, title: string): Promise<void> => {
        await page.goto(path.startsWith('http') ? path : service.url + path);
        expect([title, await overflowOf(page)]).toEqual([title, 0]);
        await keepPicture(page, `sandbox/${title}-${name}-${colorScheme}`);
      };
      const endless = { description: `Claim ${'withoutanybreak'.repeat(9)}`, amount: 123_456_789 };
      const waiting = await order(endless);
      shop.reply = { status: 500, body: `<pre>${'at Object.<anonymous> '.repeat(30)}</pre>` };
      const held = await order();
      await service.sandbox.hold(held.orderId);
      const late = await order({ seconds_active: 1 });
      service.clock.advance(1_000);
      await inspect(waiting.url, 'payment');
      await inspect(held.url, 'payment-held');
      await inspect(late.url, 'payment-expired');
      await inspect('/pay/nothing', 'payment-missing');
      await inspect('/', 'overview');
      await inspect('/merchant/transactions', 'transactions');
      await inspect('/merchant/transactions?status=void', 'transactions-none');
      await inspect('/merchant/transactions/nothing', 'transaction-missing');
      for (const path of ['tills', 'notifications', 'groups', 'faults', 'clock'])
        await inspect(`/merchant/${path}`, path);
      await findOrder(page, held.orderId);
      await page.locator('summary').first().click();
      expect(await overflowOf(page)).toBe(0);
      await keepPicture(page, `sandbox/transaction-${name}-${colorScheme}`);
    });
  });
});

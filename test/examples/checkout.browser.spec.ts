import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { keepPicture, overflowOf } from '../support/browser.js';
import { BrowserWindows, coloursOn, describeInBrowser, DEVICES } from '../support/browser-windows.js';
import { startRunningShop, type RunningShop } from './support/running-shop.js';

/** A page enlarged to four times its size has the room of the narrow one (WCAG 1.4.10). */
const WINDOWS = [
  { name: 'phone', device: 'phone', size: {} },
  { name: 'narrow phone', device: 'phone', size: { viewport: { width: 320, height: 640 } } },
  { name: 'desktop', device: 'desktop', size: {} },
] as const;

describeInBrowser('a shopper with a browser', () => {
  const windows = new BrowserWindows();
  let shop: RunningShop;

  beforeAll(async () => {
    shop = await startRunningShop();
  });

  afterAll(() => shop?.close());

  /** From the shelves to the payment page. */
  async function goAndPay(page: Page, product = 'Tulip print'): Promise<void> {
    await page.goto(shop.url);
    await page.getByRole('button', { name: product }).click();
    await page.waitForURL(`${shop.sandboxUrl}/**`);
  }

  /** Chooses iDEAL on the payment page, and the bank says yes. */
  async function payByBank(page: Page): Promise<void> {
    await page.getByRole('link', { name: 'iDEAL' }).click();
    await page.getByRole('button', { name: /^Pay/ }).click();
    await page.getByRole('button', { name: 'Success' }).click();
  }

  /** Presses Tab until what begins like this has the focus, and then Enter. */
  async function pressWithKeys(page: Page, name: string): Promise<void> {
    for (let presses = 0; presses < 20; presses += 1) {
      await page.keyboard.press('Tab');
      if (String(await page.evaluate('document.activeElement.textContent')).startsWith(name)) break;
    }
    await Promise.all([page.waitForEvent('load'), page.keyboard.press('Enter')]);
  }

  /** Lets the payment end at once. */
  async function endAs(page: Page, name: string): Promise<void> {
    if (name !== 'Cancel') await page.getByText('Other ways this can end').click();
    await page.getByRole('button', { name }).click();
  }

  const backInShop = (page: Page): Promise<void> => page.waitForURL(`${shop.url}/orders/**`);
  const heading = (page: Page): ReturnType<Page['getByRole']> => page.getByRole('heading', { level: 1 });
  const timeline = (page: Page): ReturnType<Page['locator']> => page.locator('[data-part=timeline]');

  it('pays, comes back, and sees the order become paid with everything that happened', async () => {
    const page = await windows.open();
    await goAndPay(page);
    await payByBank(page);
    await backInShop(page);
    await page.getByText('Confirmation mail sent').waitFor();
    expect(await heading(page).textContent()).toBe('Paid');
    const story = (await timeline(page).textContent()) ?? '';
    const words = [
      'Order created',
      'Notification received',
      'verified',
      'acknowledged',
      'now completed',
      'Stock reserved',
    ];
    for (const word of words) expect(story).toContain(word);
    expect(await page.getByText('Stock reserved').count()).toBe(1);
    expect(await page.title()).toMatch(/^Paid, order QS-/);
  });

  it('sees the page update by itself while it stays open, and the change announced', async () => {
    const page = await windows.open();
    await goAndPay(page);
    const paymentUrl = page.url();
    const order = await windows.open();
    await order.goto(`${shop.url}/orders`);
    await order.getByRole('link', { name: 'Tulip print' }).first().click();
    await order.getByText('Waiting for payment').waitFor();
    await order.getByText('Live', { exact: true }).waitFor();
    const address = order.url();
    await order.evaluate('window.sameDocument = true');

    await page.goto(paymentUrl);
    await payByBank(page);
    await order.getByRole('status').getByText('Paid').waitFor();
    await order.getByText('Confirmation mail sent').waitFor();
    expect(await order.evaluate('window.sameDocument')).toBe(true);
    expect(order.url()).toBe(address);
    expect(await order.title()).toMatch(/^Paid/);
  });

  it('says "Being confirmed", never "failed", while no one knows the result', async () => {
    const page = await windows.open();
    await goAndPay(page);
    await page.goto(`${shop.url}/orders`);
    const href = (await page.getByRole('link', { name: 'Tulip print' }).first().getAttribute('href')) ?? '';
    await page.goto(`${shop.url}${href}?transactionid=${href.split('/').at(-1)}`);
    expect(await heading(page).textContent()).toBe('Being confirmed');
    expect(await page.locator('main').textContent()).not.toMatch(/fail|declin/i);
  });

  it('does all of it without JavaScript, with a link to look again', async () => {
    const page = await windows.open({ javaScriptEnabled: false });
    await goAndPay(page);
    await payByBank(page);
    await backInShop(page);
    // The return page has asked the service itself, so no one has to wait for the notification.
    expect(await heading(page).textContent()).toBe('Paid');
    // Read, not seen: a browser that only emulates the lack of scripts keeps noscript elements hidden.
    expect(await page.locator('noscript').textContent()).toContain('does not update by itself');
    expect(await page.getByText('Live', { exact: true }).isVisible()).toBe(false);
    await page.getByRole('link', { name: 'Refresh' }).click();
    expect(await heading(page).textContent()).toBe('Paid');
  });

  it('does all of it with the keyboard alone', async () => {
    const page = await windows.open();
    await page.goto(shop.url);
    await page.keyboard.press('Tab');
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Skip to the content');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    expect(await page.evaluate('document.activeElement.tagName')).toBe('BUTTON');
    await page.keyboard.press('Enter');
    await page.waitForURL(`${shop.sandboxUrl}/**`);
    for (const name of ['iDEAL', 'Pay', 'Success']) await pressWithKeys(page, name);
    await backInShop(page);
    await page.getByRole('status').getByText('Paid').waitFor();
    expect(await heading(page).textContent()).toBe('Paid');
  });

  it('goes on to the same payment page as long as it is open', async () => {
    const page = await windows.open();
    await goAndPay(page);
    const paymentUrl = page.url();
    await page.goto(`${shop.url}/orders`);
    await page.getByRole('link', { name: 'Tulip print' }).first().click();
    await page.getByRole('button', { name: 'Continue to payment' }).click();
    await page.waitForURL(`${shop.sandboxUrl}/**`);
    expect(page.url()).toBe(paymentUrl);
  });

  it.each([
    { outcome: 'Decline', state: 'Declined – try again', isSentBack: false },
    { outcome: 'Cancel', state: 'Cancelled', isSentBack: true },
    { outcome: 'Leave unfinished', state: 'Cancelled', isSentBack: false },
  ])('may try again after "$outcome": the same order, another attempt', async ({ outcome, state, isSentBack }) => {
    const page = await windows.open();
    await goAndPay(page);
    const oldPage = page.url();
    await endAs(page, outcome);
    if (!isSentBack) await page.getByRole('link', { name: /back to the shop/i }).click();
    await backInShop(page);
    await page.getByRole('status').getByText(state).waitFor();
    expect(await timeline(page).textContent()).not.toContain('Stock reserved');
    const { pathname } = new URL(page.url());
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.waitForURL(`${shop.sandboxUrl}/**`);
    await payByBank(page);
    await backInShop(page);
    await page.getByText('Confirmation mail sent').waitFor();
    expect(await heading(page).textContent()).toBe('Paid');
    expect(new URL(page.url()).pathname).toBe(pathname);
    const story = (await timeline(page).textContent()) ?? '';
    expect(story).toContain('Order created for 24.00 EUR');
    expect(story).toMatch(/Attempt 2 opened for 24\.00 EUR, known to the service as QS-\w+-2/);
    expect(story).toMatch(/attempt1verified with key.*attempt2verified with key/);
    // As the README has it: the old page is paid as well.
    await page.goto(oldPage);
    await page.getByRole('button', { name: /^Transfer now/ }).click();
    await backInShop(page);
    await page.getByRole('heading', { level: 1, name: 'Paid twice' }).waitFor();
  });

  describe.each(WINDOWS)('on a $name', ({ name, device, size }) => {
    it.each(coloursOn(device))('fits every page into the window, in %s', async (colorScheme) => {
      const page = await windows.open({ ...DEVICES[device], ...size, colorScheme });
      const inspect = async (title: string): Promise<void> => {
        expect([title, await overflowOf(page)]).toEqual([title, 0]);
        await keepPicture(page, `shop/${title}-${name}-${colorScheme}`);
      };
      await page.goto(shop.url);
      await inspect('shop');
      await goAndPay(page, 'Linen notebook');
      await inspect('payment');
      await endAs(page, 'Decline');
      await page.getByRole('link', { name: /back to the shop/i }).click();
      await page.getByRole('status').getByText('Declined – try again').waitFor();
      await inspect('declined');
      await page.getByRole('button', { name: 'Try again' }).click();
      await payByBank(page);
      await backInShop(page);
      await page.getByText('Confirmation mail sent').waitFor();
      await inspect('paid');
      await page.goto(`${shop.url}/orders`);
      await inspect('orders');
    });
  });
});

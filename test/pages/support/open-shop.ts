import type { Page } from 'playwright-core';
import type { RunningShop } from '../../examples/support/running-shop.js';
import { waitFor } from '../../support/wait-for.js';

/** The dashboard of the demo shop. */
export const dashboardOf = ({ url }: RunningShop): string => `${url}/payments/dashboard`;

/** How a payment can end on the sandbox's page. */
const ENDS = [/^Decline/, /^Leave unfinished/, /^Hold/];

/** Gives a shop that has just been opened a day of customers: paid, declined, left, held and cancelled orders, a refund, a forgery. */
export async function openFor(page: Page, shop: RunningShop): Promise<void> {
  await order(page, shop);
  await page.getByRole('link', { name: 'iDEAL' }).click();
  await page.getByRole('button', { name: /^Pay/ }).click();
  await page.getByRole('button', { name: 'Success' }).click();
  await page.waitForURL(`${shop.url}/orders/**`);
  const paid = new URL(page.url()).pathname.split('/')[2] ?? '';
  for (const end of ENDS) {
    await order(page, shop);
    await page.getByText('Other ways this can end').click();
    await page.getByRole('button', { name: end }).click();
    await page.waitForLoadState();
  }
  await order(page, shop);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.waitForURL(`${shop.url}/**`);
  // Left where it is: it stays open.
  await order(page, shop);
  const forged = `${shop.url}/payments/notifications/web?transactionid=${paid}&timestamp=1`;
  await page.request.post(forged, { data: {}, headers: { auth: 'bm90aGluZw==' } });
  await refund(page, shop, paid);
}

/** Opens the payment page of a new order. */
async function order(page: Page, shop: RunningShop): Promise<void> {
  await page.goto(shop.url);
  await page.getByRole('button', { name: 'Tulip print' }).click();
  await page.waitForURL(`${shop.sandboxUrl}/**`);
}

/** Gives five euros of an order back, on the page of the staff. */
async function refund(page: Page, shop: RunningShop, orderId: string): Promise<void> {
  const form = page.locator('form[action*="refund"]').first();
  await waitFor(async () => {
    await page.goto(`${dashboardOf(shop)}/orders/order?group=web&id=${encodeURIComponent(orderId)}`);
    return (await form.count()) > 0;
  });
  await page.locator('details').filter({ has: form }).locator('summary').first().click();
  await form.locator('[name=amount]').fill('5.00');
  await form.locator('[name=why]').fill('The mug came broken');
  await form.getByRole('button').click();
  await page.waitForLoadState();
}

import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import type { Browser, BrowserContextOptions } from 'playwright-core';
import { DEVICES, faultsOf, launchBrowser, openWindow, type Window } from './support/browser';
import { RunningExample } from './support/running-example';
import { Visitor } from './support/visitor';

const POSTGRES = process.env['TILLBRIDGE_EXAMPLE_POSTGRES'] ?? '';
const ENGINES = [
  ...(process.env['TILLBRIDGE_EXAMPLE_SQLITE'] === '' ? [] : [{ engine: 'SQLite', variables: {} }]),
  ...(POSTGRES === '' ? [] : [{ engine: 'PostgreSQL', variables: { DATABASE_URL: POSTGRES } }]),
];

for (const { engine, variables } of ENGINES) {
  describe(`the example on ${engine}`, () => {
    let browser: Browser;
    let example: RunningExample;
    const windows: Window[] = [];

    before(async () => {
      browser = await launchBrowser();
      example = await RunningExample.start(variables);
    });
    afterEach(async () => {
      const opened = windows.splice(0);
      await Promise.all(opened.map(({ page }) => page.context().close()));
      assert.deepEqual(
        opened.flatMap(({ complaints }) => complaints),
        [],
      );
    });
    after(async () => {
      await example?.close();
      await browser?.close();
    });

    async function visit(options?: BrowserContextOptions): Promise<Visitor> {
      const window = await openWindow(browser, options);
      windows.push(window);
      return new Visitor(window.page, example);
    }

    it('is bought, paid, settled in Vendure, and given back in two parts', async () => {
      const shopper = await visit();
      await shopper.checkOut('Hand trowel', 'Garden twine');
      await shopper.payByBank();
      const code = await shopper.sees('Paid');
      // 18.95, 6.25 and 4.95 for the parcel.
      const clerk = await visit();
      await clerk.openAsStaff(code);
      await clerk.seesLine('Payment', 'Settled', '€30.15');
      assert.equal(await clerk.page.getByText('Order: Payment settled').count(), 1);

      await clerk.refund('6.25', 'Twine was tangled');
      await clerk.seesLine('Refund', 'Twine was tangled', 'Pending', '€6.25');
      await clerk.letTheBankPay();
      await clerk.seesLine('Refund', 'Twine was tangled', 'Settled', '€6.25');
      assert.equal(await clerk.page.getByLabel('Amount in EUR').inputValue(), '23.90');
      // The page of the shopper is still open.
      await shopper.page.getByText('Money back').waitFor();
      await shopper.page.getByText('Sent').waitFor();

      await clerk.refund('23.90', 'The rest');
      await clerk.seesLine('Refund', 'The rest', 'Pending', '€23.90');
      await clerk.letTheBankPay();
      await clerk.seesLine('Refund', 'The rest', 'Settled', '€23.90');
      await clerk.page.getByText('There is nothing to refund.').waitFor();
      await shopper.sees('Refunded');
    });

    it('is declined, and paid at the second attempt', async () => {
      const shopper = await visit();
      await shopper.checkOut('Seed tin');
      await shopper.decline();
      const code = await shopper.sees('Not paid');
      await shopper.page.getByRole('button', { name: 'Try again' }).click();
      await shopper.page.waitForURL(`${example.sandboxUrl}/**`);
      await shopper.payByBank();
      assert.equal(await shopper.sees('Paid'), code);
    });

    it('lets the shopper change the basket after a declined payment, and asks for the new sum', async () => {
      const shopper = await visit();
      await shopper.checkOut('Terracotta pot');
      await shopper.decline();
      const code = await shopper.sees('Not paid');
      await shopper.page.getByRole('link', { name: 'Change the basket' }).click();
      await shopper.page.getByLabel('How many: Terracotta pot').fill('3');
      await shopper.page.getByRole('button', { name: 'Update Terracotta pot' }).click();
      await shopper.page.getByText('€28.50').first().waitFor();
      await shopper.page.getByRole('link', { name: 'Check out' }).click();
      await shopper.page.getByRole('button', { name: 'Go to payment' }).click();
      await shopper.page.waitForURL(`${example.sandboxUrl}/**`);
      await shopper.page.getByText('33.45').first().waitFor();
      await shopper.payByBank();
      assert.equal(await shopper.sees('Paid'), code);
    });

    it('refuses a refund that is too large, or that a second form asks for', async () => {
      const shopper = await visit();
      await shopper.checkOut('Leather gloves');
      await shopper.payByBank();
      const code = await shopper.sees('Paid');
      const [clerk, colleague] = [await visit(), await visit({ javaScriptEnabled: false })];
      await clerk.openAsStaff(code);
      await clerk.refund('99', '');
      await clerk.page.getByRole('alert').getByText('more than can be given back').waitFor();
      await colleague.openAsStaff(code);
      await clerk.refund('5', 'Wrong size');
      await clerk.seesLine('Refund', 'Wrong size', '€5.00');
      await colleague.refund('5', 'Wrong size');
      await colleague.page.getByRole('alert').getByText('Another refund was made').waitFor();
    });

    it('shows an order that is not paid yet, and what staff see, to no one else', async () => {
      const shopper = await visit();
      await shopper.checkOut('Garden twine');
      await shopper.decline();
      const code = await shopper.sees('Not paid');
      const paths = [`orders/${code}`, `orders/${code}/parts`, 'staff', `staff/orders/${code}`];
      for (const path of paths) {
        const answer = await fetch(`${example.shopUrl}/${path}`);
        assert.equal(answer.status, path.startsWith('staff') ? 403 : 404, path);
        assert.doesNotMatch(await answer.text(), /Garden twine|6\.25/);
      }
    });

    it('answers a form of another site with a refusal', async () => {
      const answer = await fetch(`${example.shopUrl}/basket`, {
        method: 'POST',
        headers: { 'sec-fetch-site': 'cross-site' },
        body: new URLSearchParams({ variant: '1' }),
      });
      assert.equal(answer.status, 403);
    });

    for (const [device, options] of Object.entries(DEVICES)) {
      it(`has pages without serious faults on a ${device}`, async () => {
        const visitor = await visit(options);
        const { page } = visitor;
        const faults: string[] = [];
        const look = async (name: string): Promise<void> => {
          faults.push(...(await faultsOf(page, `${engine.toLowerCase()}/${name}-${device}`)));
        };
        await page.goto(`${example.shopUrl}/basket`);
        await look('empty');
        await page.goto(example.shopUrl);
        await look('shop');
        await page.getByRole('button', { name: 'Add Nest box' }).click();
        await page.waitForURL('**/basket');
        await look('basket');
        await page.getByRole('link', { name: 'Check out' }).click();
        await page.getByRole('heading', { name: 'Check out' }).waitFor();
        await look('checkout');
        await page.getByLabel('City').fill(' ');
        await page.getByRole('button', { name: 'Go to payment' }).click();
        await page.getByRole('alert').waitFor();
        await look('checkout-problem');
        await page.getByLabel('City').fill('Utrecht');
        await page.getByRole('button', { name: 'Go to payment' }).click();
        await page.waitForURL(`${example.sandboxUrl}/**`);
        await visitor.decline();
        await visitor.sees('Not paid');
        await look('declined');
        await page.getByRole('button', { name: 'Try again' }).click();
        await visitor.payByBank();
        const code = await visitor.sees('Paid');
        await look('paid');
        await page.goto(`${example.shopUrl}/staff`);
        await look('sign-in');
        await visitor.openAsStaff(code);
        await visitor.refund('12', 'A board was loose');
        await visitor.seesLine('Refund', 'Pending', '€12.00');
        await look('staff-order');
        await page.getByRole('link', { name: 'All orders' }).click();
        await page.getByRole('heading', { name: 'Orders' }).waitFor();
        await look('staff-orders');
        await page.goto(`${example.shopUrl}/orders/${code}`);
        await visitor.sees('Paid');
        await look('refunded');
        await page.goto(`${example.shopUrl}/nowhere`);
        await look('nowhere');
        assert.deepEqual(faults, []);
      });
    }

    it('ends cleanly on Ctrl-C, and knows everything at the next start', async () => {
      assert.equal(await example.interrupt(), 0);
      await example.open();
      const visitor = await visit();
      await visitor.checkOut('Watering can');
      await visitor.payByBank();
      const code = await visitor.sees('Paid');
      await visitor.openAsStaff(code);
      await visitor.page.getByRole('link', { name: 'All orders' }).click();
      assert.ok((await visitor.page.locator('main li').count()) > 1);

      // Nothing to be warned of, but that a throw-away PostgreSQL is not safe.
      const printed = example.printed.replace(/^.*fsync is off.*$/m, '');
      assert.doesNotMatch(printed, /^(warn|error) /m);
    });
  });
}

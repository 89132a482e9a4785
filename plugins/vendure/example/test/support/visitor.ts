import type { Page } from 'playwright-core';
import type { RunningExample } from './running-example';

/** How often a page is loaded until it shows what is waited for. */
const MOST_LOADS = 200;

/** Someone with a browser, in the shop or behind its counter. */
export class Visitor {
  constructor(
    readonly page: Page,
    private readonly example: RunningExample,
  ) {}

  /** Fills the basket and goes to the payment page. @returns the code of the order once {@link back} was called */
  async checkOut(...products: readonly string[]): Promise<void> {
    const { page, example } = this;
    for (const product of products) {
      await page.goto(example.shopUrl);
      await page.getByRole('button', { name: `Add ${product}` }).click();
      await page.waitForURL('**/basket');
    }
    await page.getByRole('link', { name: 'Check out' }).click();
    await page.getByRole('button', { name: 'Go to payment' }).click();
    await page.waitForURL(`${example.sandboxUrl}/**`);
  }

  /** Chooses iDEAL on the payment page, and the bank says yes. */
  async payByBank(): Promise<void> {
    await this.page.getByRole('link', { name: 'iDEAL' }).click();
    await this.page.getByRole('button', { name: /^Pay/ }).click();
    await this.page.getByRole('button', { name: 'Success' }).click();
  }

  /** Lets the payment end unpaid, and goes back. */
  async decline(): Promise<void> {
    await this.page.getByText('Other ways this can end').click();
    await this.page.getByRole('button', { name: 'Decline' }).click();
    await this.page.getByRole('link', { name: /back to the shop/i }).click();
  }

  /** Waits until the page of the order says so. @returns the code of the order */
  async sees(title: string): Promise<string> {
    await this.page.waitForURL(`${this.example.shopUrl}/orders/**`);
    await this.page.getByRole('heading', { level: 1, name: title, exact: true }).waitFor();
    return new URL(this.page.url()).pathname.split('/').at(-1) ?? '';
  }

  /** Signs in behind the counter and opens an order. */
  async openAsStaff(code: string): Promise<void> {
    const { page, example } = this;
    await page.goto(`${example.shopUrl}/staff`);
    if (await page.getByLabel('Password').isVisible()) {
      await page.getByLabel('Password').fill('potting-shed');
      await page.getByRole('button', { name: 'Sign in' }).click();
    }
    await page.getByRole('link', { name: code }).click();
    await page.getByRole('heading', { level: 1, name: code }).waitFor();
  }

  /** Gives money back, on the page of the order. */
  async refund(amount: string, reason: string): Promise<void> {
    await this.page.getByLabel('Amount in EUR').fill(amount);
    await this.page.getByLabel('Reason').fill(reason);
    await this.page.getByRole('button', { name: 'Refund' }).click();
  }

  /** Lets the bank pay out: follows the link to the sandbox, puts its clock forward, and comes back. */
  async letTheBankPay(): Promise<void> {
    const { page } = this;
    const address = page.url();
    await page.getByRole('link', { name: "put the sandbox's clock forward" }).click();
    // A refund is sent a moment after it was asked for. One that comes after midnight is paid out at the next.
    for (let loads = 0; (await page.getByText('nothing is foreseen').count()) > 0; loads += 1) {
      if (loads === MOST_LOADS) throw new Error('the service was asked for nothing that it could pay out');
      await page.reload();
    }
    await page.getByRole('button', { name: 'To midnight' }).click();
    await page.getByText('nothing is foreseen').waitFor();
    await page.goto(address);
  }

  /** Waits until a line of the page has all of these words. */
  async seesLine(...words: readonly string[]): Promise<void> {
    const lines = words.reduce(
      (found, word) => found.filter({ hasText: word }),
      this.page.locator('[data-part=order] li'),
    );
    await lines.first().waitFor();
  }
}

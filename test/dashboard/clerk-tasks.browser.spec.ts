import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { Money } from 'tillbridge';
import { describeInBrowser } from '../support/browser-windows.js';
import { SECOND } from '../shop/refunds/support/refund-stage.js';
import { DashboardStage } from './support/dashboard-stage.js';
import { DashboardWindows } from './support/dashboard-windows.js';
import { buyArticles, payTwice } from './support/order-scenes.js';

/** From the overview on. Typing is no click; sending a form is one. */
const MOST_CLICKS = 4;
const WHY = 'the customer has called';

/** A clerk who counts. */
class Clerk {
  clicks = 0;

  constructor(readonly page: Page) {}

  async click(selector: string): Promise<void> {
    this.clicks += 1;
    await this.page.locator(selector).first().click();
  }

  /** Types, and sends by the keyboard. */
  async search(text: string): Promise<void> {
    await this.page.fill('[name=search]', text);
    await this.click('form[role=search] button');
  }

  /** Sends a form with a reason. */
  async send(form: string): Promise<void> {
    const why = this.page.locator(`${form} [name=why]`);
    if ((await why.inputValue()) === '') await why.fill(WHY);
    await this.click(`${form} button[type=submit]`);
    await this.page.waitForSelector('.flash');
  }

  async says(): Promise<string> {
    return (await this.page.textContent('main'))?.replaceAll(/\s+/g, ' ') ?? '';
  }
}

const formOf = (action: string): string => `form[action*="/orders/order/${action}?"]`;

/** What a clerk does all day, and what they read in the end. */
const TASKS: readonly (readonly [task: string, work: (clerk: Clerk) => Promise<void>, answer: RegExp])[] = [
  ['finds an order by the number that the customer names', (clerk) => clerk.search('S-1'), /S-1.*Customer.*A\*\*\* E/],
  [
    'explains to a customer why he was charged twice',
    (clerk) => clerk.search('S-1'),
    /Paid with iDEAL: €100\.00\..*Paid once more with Visa: €100\.00\./,
  ],
  [
    'refunds one article of three',
    async (clerk) => {
      await clerk.search('S-3');
      await clerk.click('a:has-text("Refund articles")');
      await clerk.click('[name=article-1]');
      await clerk.send(formOf('articles'));
    },
    /A refund of €15\.00 is on record/,
  ],
  [
    'decides on a refund in doubt',
    async (clerk) => {
      await clerk.click('a:has-text("refund needs a decision")');
      await clerk.click('.t-refunds tbody a');
      await clerk.click('[value=paid]');
      await clerk.send('form[action$="/decide"]');
    },
    /the service has it/,
  ],
  [
    'gives a surplus back',
    async (clerk) => {
      await clerk.click('a:has-text("need attention")');
      await clerk.click('.t-orders tr:has-text("S-1") a');
      await clerk.send(formOf('surplus'));
    },
    /A refund of €100\.00 is on record/,
  ],
  [
    'reads an order now',
    async (clerk) => {
      await clerk.search('S-3');
      await clerk.click('summary:has-text("Read from the service now")');
      await clerk.send(formOf('sync'));
    },
    /The order was read from the service\. It is paid\./,
  ],
  ['finds the unfinished orders', (clerk) => clerk.click('[data-part=waiting] .rows a'), /S-4/],
  ['finds the refunds of today', (clerk) => clerk.click('.t-money tr:has-text("Today") .c-status a'), /S-2.*2\.50/],
  [
    'marks an order as handled',
    async (clerk) => {
      await clerk.click('a:has-text("need attention")');
      await clerk.click('.t-orders tr:has-text("S-2") a');
      await clerk.click('summary:has-text("Mark as handled")');
      await clerk.send(formOf('acknowledge'));
    },
    /The order is marked as handled\./,
  ],
  ['sees who refunded', (clerk) => clerk.search('S-2'), /ben requested a refund of €2\.50\. Reason: mug broken/],
];

describeInBrowser('ten tasks of a clerk', () => {
  const windows = new DashboardWindows();
  let dashboard: DashboardStage;
  beforeAll(async () => {
    dashboard = await DashboardStage.start();
    const { stage } = dashboard;
    await payTwice(dashboard, 'S-1');
    await payTwice(dashboard, 'S-2');
    await buyArticles(dashboard, 'S-3');
    const amount = Money.of('2.50', 'EUR');
    const { payments } = stage.shop;
    await payments.refunds.request({ orderId: 'S-2', amount, reason: 'Mug', key: 'k', by: 'ben', why: 'mug broken' });
    await stage.refund('S-3', { state: 'manual', reason: 'unresolved', attempts: 1, amount: 100 });
    const open = { amount, description: 'Tea', redirectUrl: 'http://localhost:3000/return' };
    await payments.group('web').orders.create({ orderId: 'S-4', ...open });
    stage.clock.advance(SECOND);
  });
  afterAll(() => dashboard.close());

  it.each(TASKS)(`%s, in at most ${MOST_CLICKS} clicks`, async (task, work, answer) => {
    const clerk = new Clerk(await windows.open(dashboard.url));
    await work(clerk);
    expect(await clerk.says()).toMatch(answer);
    expect([task, clerk.clicks]).toEqual([task, Math.min(clerk.clicks, MOST_CLICKS)]);
  });

  it.each([
    ['order-money', '/orders/order?group=web&id=S-2'],
    ['order-articles', '/orders/order?group=web&id=S-3&articles=read'],
  ])('is read in every window: %s', async (name, path) => {
    await windows.inspect(dashboard.url + path, name);
  });
});

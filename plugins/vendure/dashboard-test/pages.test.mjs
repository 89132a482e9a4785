import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { DashboardShop } from './support/shop.mjs';
import { openBrowser, Window } from './support/window.mjs';

const BLOCK = '[data-testid="tillbridge-order"]';
const DIALOG = '[data-testid="tillbridge-dialog"]';
const WIDGET = '[data-testid="tillbridge-widget"]';

describe('what staff see and do in the dashboard', () => {
  let shop;
  let browser;
  let window;
  before(async () => {
    shop = await DashboardShop.start();
    browser = await openBrowser();
    window = await Window.open(browser, shop.url);
  });
  after(async () => {
    const errors = window?.errors ?? [];
    await browser?.close();
    await shop?.stop();
    assert.deepEqual(errors, []);
  });

  const textOf = async (block) => (await block.innerText()).replaceAll(/\s+/g, ' ');
  const button = (place, name) => place.getByRole('button', { name, exact: true });
  /** Fills in the reason, and presses the button that confirms. */
  const confirm = async (why, name) => {
    const dialog = window.page.locator(DIALOG);
    assert.equal(await button(dialog, name).isDisabled(), true);
    await dialog.getByRole('textbox').last().fill(why);
    await button(dialog, name).click();
    await dialog.waitFor({ state: 'hidden' });
  };

  it('an open payment has a link to copy', async () => {
    const block = await window.order(await shop.checkedOut());
    await block.getByTestId('tillbridge-payment-link').waitFor();
    assert.match(await textOf(block), /Waits for the shopper \$33\.20/);
    assert.equal(await block.getByRole('button', { name: 'Copy the payment link' }).count(), 1);
    assert.deepEqual(await window.judge('open', BLOCK, true), []);
  });

  it('a paid order: how it was paid, what is left to refund, what happened', async () => {
    const block = await window.order(await shop.paid());
    await block.getByText('Paid', { exact: true }).waitFor();
    await button(block, 'What happened').click();
    await block.getByText('Order is now completed').waitFor();
    const story = await block.getByRole('listitem').count();
    await block.getByRole('switch').click();
    await block.getByText('Notification received', { exact: false }).first().waitFor();
    assert.ok((await block.getByRole('listitem').count()) > story);
    assert.match(await textOf(block), /Can be refunded \$33\.20/);
    assert.deepEqual(await window.judge('paid', BLOCK, true), []);
  });

  it('a lost payment is found by reading again', async () => {
    const order = await shop.checkedOut();
    shop.sandbox.faults.next('notification', 'drop');
    await shop.sandbox.pay(order.code);
    const block = await window.order(order);
    await button(block, 'Read again').click();
    await window.toast('The payment was read again');
    await block.getByText('Paid', { exact: true }).waitFor();
    // Vendure's own part of the page is loaded again, too.
    await window.page.getByText('Payment settled', { exact: false }).first().waitFor();
  });

  it('what needs attention says what to do, in the bell and in the widget, and is acknowledged', async () => {
    const order = await shop.paidAfterCancel();
    const block = await window.order(order);
    await block.getByText('Needs attention').waitFor();
    assert.deepEqual(await window.judge('attention', BLOCK, true), []);
    await button(block, 'Give the money back').click();
    await confirm('The order was cancelled', 'Give the money back');
    await window.toast('The refund was queued');
    await block.getByTestId('tillbridge-refund').getByText('The order was cancelled').waitFor();

    await window.page.goto(`${shop.url}/dashboard/`);
    const widget = window.page.locator(WIDGET);
    await widget.getByText(order.code).waitFor();
    assert.deepEqual(await window.judge('widget', WIDGET), []);
    const bell = window.page.locator('button:has(svg.lucide-bell)');
    await bell.getByText('1').waitFor();
    await bell.click();
    const alert = window.page.getByText('1 order has a payment that needs attention');
    await alert.waitFor();
    assert.deepEqual(await window.judge('alert', '[role="menuitem"]'), []);
    await window.page.getByRole('menuitem', { name: order.code }).click();
    await window.page.waitForURL(`**/orders/${order.id}`);

    await button(window.page.locator(BLOCK), 'Acknowledge').click();
    assert.deepEqual(await window.judge('acknowledge', DIALOG), []);
    await confirm('The customer was told', 'Acknowledge');
    await window.toast('Acknowledged');
    await block.getByText('Needs attention').waitFor({ state: 'hidden' });
    await window.page.goto(`${shop.url}/dashboard/`);
    await widget.getByText('Nothing needs attention').waitFor();
    assert.deepEqual(await window.judge('widget-empty', WIDGET), []);
  });

  it('what was paid twice is given back once, the rest stays', async () => {
    const order = await shop.paidTwice();
    const block = await window.order(order);
    await block.getByText('Needs attention').waitFor();
    assert.deepEqual(await window.judge('paid-twice', BLOCK, true), []);
    await button(block, 'Give the money back').click();
    await confirm('Paid on two pages', 'Give the money back');
    await window.toast('The refund was queued');
    await block.getByTestId('tillbridge-refund').getByText('Paid on two pages').waitFor();
    assert.equal((await shop.known.order(order.id)).payments[0].refunds.length, 1);
    const { state, payments } = await shop.staff.order(order.code);
    assert.deepEqual([state, payments.map((payment) => payment.state)], ['PaymentSettled', ['Settled']]);
    await button(block, 'Acknowledge').click();
    await confirm('Given back', 'Acknowledge');
    await window.toast('Acknowledged');
  });

  it('a payment that Vendure refused is recorded', async () => {
    const order = await shop.notRecorded();
    const block = await window.order(order);
    await block.getByText('Needs attention').waitFor();
    assert.deepEqual(await window.judge('not-recorded', BLOCK, true), []);
    await button(block, 'Record the payment').click();
    await confirm('The method has its name again', 'Record the payment');
    await window.toast('The payment was recorded');
    await block.getByText('Needs attention').waitFor({ state: 'hidden' });
    assert.equal((await shop.staff.order(order.code)).state, 'PaymentSettled');
  });

  it('a refund of which no one knows is decided', async () => {
    const block = await window.order(await shop.undecided());
    await block.getByText('Needs a decision', { exact: true }).waitFor();
    assert.deepEqual(await window.judge('undecided', BLOCK, true), []);
    await button(block, 'Decide').click();
    const dialog = window.page.locator(DIALOG);
    await dialog.getByText('Yes: the customer has the money, or gets it').click();
    await dialog.getByLabel('Refund ID at the service (optional)').waitFor();
    assert.deepEqual(await window.judge('decide', DIALOG), []);
    await confirm('Both stand on the statement', 'Record the decision');
    await window.toast('The decision was recorded');
    await block.getByText('Needs a decision', { exact: true }).waitFor({ state: 'hidden' });
    assert.equal(await block.getByText('Needs attention').count(), 0);
  });

  it('refunds stand with their state in plain words, and one that waits is cancelled', async () => {
    const order = await shop.refunded();
    const block = await window.order(order);
    await block.getByText('Paid out', { exact: true }).waitFor();
    assert.match(await textOf(block), /It waits to be sent\. Came late/);
    assert.deepEqual(await window.judge('refunds', BLOCK, true), []);
    await button(block, 'Cancel refund').click();
    assert.deepEqual(await window.judge('cancel-refund', DIALOG), []);
    await confirm('The customer keeps it', 'Cancel refund');
    await window.toast('The refund was cancelled');
    await block.getByText('Cancelled', { exact: true }).waitFor();
    const { payments } = await shop.staff.order(order.code);
    assert.deepEqual(payments[0].refunds.map(({ state }) => state).sort(), ['Failed', 'Settled']);
    await shop.goOnRefunding();
  });

  it('what the service refuses is told, and nothing has changed', async () => {
    const block = await window.order(await shop.checkedOut());
    shop.sandbox.adjust('web', { error: 1020 });
    await button(block, 'Read again').click();
    await window.toast('The action was not carried out');
    shop.sandbox.adjust('web', { error: null });
    await block.getByText('Waits for the shopper').waitFor();
  });

  it('says that it loads, that it could not, and that there is nothing', async () => {
    const empty = await window.order(await shop.cart());
    await empty.getByText('Nothing of this order was paid through Tillbridge.').waitFor();
    const order = await shop.paid();
    const held = [];
    const isOurs = (request) => request.postData()?.includes('query TillbridgeOrder') === true;
    await window.page.route('**/admin-api*', async (route) => {
      if (!isOurs(route.request())) return route.continue();
      await new Promise((resolve) => held.push(resolve));
      return route.abort();
    });
    const block = await window.order(order);
    await block.locator('[aria-busy="true"]').waitFor();
    assert.deepEqual(await window.judge('loading', BLOCK, true), []);
    await window.page.route('**/admin-api*', (route) => (isOurs(route.request()) ? route.abort() : route.continue()));
    for (const release of held) release();
    await block.getByText('The payments could not be loaded').waitFor();
    assert.deepEqual(await window.judge('failed', BLOCK, true), []);
    await button(block, 'Try again').click();
    await window.page.unrouteAll({ behavior: 'ignoreErrors' });
    await block.getByText('Paid', { exact: true }).waitFor();
  });

  it('who may only read orders is offered no action', async () => {
    const order = await shop.refunded();
    const account = await shop.account('reader', ['ReadOrder']);
    const reader = await Window.open(browser, shop.url, account);
    const block = await reader.order(order);
    await block.getByText('Waiting').waitFor();
    for (const name of ['Read again', 'Cancel refund']) assert.equal(await button(block, name).count(), 0);
    await reader.close();
    await shop.goOnRefunding();
  });
});

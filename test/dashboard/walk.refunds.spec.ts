import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Money } from 'tillbridge';
import { SECOND } from '../shop/refunds/support/refund-stage.js';
import { DashboardStage } from './support/dashboard-stage.js';
import { describeInBrowser, walkedOn } from '../support/browser-windows.js';
import { DashboardWindows } from './support/dashboard-windows.js';

const HEADER = 'order id,amount,currency,reason,key';

describeInBrowser('a clerk who gives money back, with a browser', () => {
  const windows = new DashboardWindows();
  let dashboard: DashboardStage;
  let trial = 0;

  beforeAll(async () => {
    dashboard = await DashboardStage.start();
  });
  afterAll(() => dashboard.close());

  /** Lets time pass until nothing of a batch waits any more. */
  const sendAll = async (id: string): Promise<void> => {
    for (let slot = 0; slot < 60; slot += 1) {
      const { counts } = await dashboard.stage.shop.payments.refunds.batches.find(id);
      if (!counts.queued) return;
      await dashboard.stage.pass(2 * SECOND);
    }
    throw new Error('the batch stands still');
  };
  const paid = async (): Promise<string> => {
    const orderId = `W-${1_000 + (trial += 1)}`;
    await dashboard.stage.paid(orderId, 10_000, 'lost');
    return orderId;
  };
  const asked = async (amount: number) => {
    const orderId = await paid();
    const request = { orderId, amount: Money.ofMinor(amount, 'EUR'), reason: 'Mug broken', key: orderId, by: 'cara' };
    return dashboard.stage.shop.payments.refunds.request(request);
  };
  const doubted = async () => {
    const orderId = await paid();
    const lastSentAt = dashboard.stage.clock.now() - 60 * SECOND;
    const row = await dashboard.stage.refund(orderId, {
      state: 'manual',
      attempts: 1,
      lastSentAt,
      reason: 'ambiguous',
    });
    await dashboard.stage.book({ ...row, tag: 'of-another' });
    return row;
  };
  const at = (path: string): string => dashboard.url + path;

  it.each(walkedOn('phone'))('sees the queue drawn, and calls one off, on a %s', async (device) => {
    const refunds = [];
    for (let count = 0; count < 4; count += 1) refunds.push(await asked(500 + 10 * trial));
    await doubted();
    const page = await windows.open(at('/refunds'), { device });
    expect(await page.getByRole('img', { name: /refunds, the first/ }).count()).toBeGreaterThan(0);
    await windows.judge(page, 'refunds', device);

    await page
      .getByRole('row', { name: refunds.at(-1)!.orderId })
      .getByRole('link')
      .first()
      .click();
    await page.getByText('Cancel it', { exact: true }).click();
    await page.getByLabel(/^Why/).fill('the customer keeps it');
    await windows.judge(page, 'refund-waiting', device);
    await page.getByRole('button', { name: 'Cancel the refund' }).click();
    await page.getByRole('status').getByText('cancelled').waitFor();
    expect(await page.getByText('ann cancelled it').count()).toBe(1);
  });

  it.each(walkedOn('desktop'))('pauses a lane and resumes it, on a %s', async (device) => {
    await asked(700 + trial);
    const page = await windows.open(at('/refunds'), { device });
    await page.getByText('Pause these refunds').first().click();
    await page.getByLabel(/^Why/).first().fill('the balance is low');
    await page.getByRole('button', { name: 'Pause', exact: true }).first().click();
    await page.getByText('paused by a person').first().waitFor();
    await windows.judge(page, 'refunds-stopped', device);
    await page.getByText('Resume', { exact: true }).first().click();
    await page.getByLabel(/^Why/).first().fill('topped up');
    await page.getByRole('button', { name: 'Resume', exact: true }).first().click();
    await page.getByRole('status').getByText('are resumed').waitFor();
  });

  it.each(walkedOn('phone'))('decides on one by its evidence, on a %s', async (device) => {
    const row = await doubted();
    const page = await windows.open(at('/refunds?state=manual'), { device });
    await windows.judge(page, 'refunds-manual', device);
    await page.getByRole('row', { name: row.orderId }).getByRole('link').first().click();
    await page.getByRole('link', { name: 'Ask the service now' }).click();
    await page.getByText('no mark of ours; the amount is the same').waitFor();
    await windows.judge(page, 'refund-manual', device);
    await page.getByRole('button', { name: 'Record the decision' }).click();
    // The browser keeps the form: there is neither a verdict nor a reason.
    expect(await dashboard.stage.now(row)).toMatchObject({ state: 'manual' });
    await page.getByRole('radio', { name: /^No, the service/ }).check();
    await page.getByLabel(/^Why/).fill('neither there nor on the statement');
    await page.getByRole('button', { name: 'Record the decision' }).click();
    await page.getByRole('status').getByText('sent again when its turn comes').waitFor();
    expect(await dashboard.stage.now(row)).toMatchObject({ state: 'queued' });
    await windows.judge(page, 'refund-decided', device);
  });

  const rowsOf = async (): Promise<string[]> => {
    const orders = [await paid(), await paid(), await paid()];
    return orders.map((orderId, index) => `${orderId},${index + 2}.50,EUR,Returned in May,${orderId}-m`);
  };

  it.each(walkedOn('desktop'))('uploads a file, corrects it, and says yes, on a %s', async (device) => {
    const key = `returns-${device}.csv`;
    const lines = await rowsOf();
    const wrong = lines[0]!.replace('2.50', '250.00').replace('-m', '-x');
    const file = { name: key, mimeType: 'text/csv', buffer: Buffer.from([HEADER, ...lines, wrong].join('\n')) };
    const page = await windows.open(at('/refunds/batches'), { device });
    await page.getByLabel(/^Name of the batch/).fill(key);
    await page.getByLabel(/^A CSV file/).setInputFiles(file);
    await page.getByLabel(/^Why/).fill('returns of May');
    await page.getByRole('button', { name: 'Check it' }).click();
    await page.getByRole('heading', { name: 'Nothing was written' }).waitFor();
    await windows.judge(page, 'batch-faults', device);

    await page.getByLabel('Or its text').fill([HEADER, ...lines].join('\n'));
    await page.getByRole('button', { name: 'Check it' }).click();
    await page.getByRole('heading', { name: '3 refunds, €10.50' }).waitFor();
    await windows.judge(page, 'batch-preview', device);
    await page.getByRole('button', { name: 'Refund €10.50' }).click();
    await page.getByRole('heading', { name: key, level: 1 }).waitFor();
    expect(await page.getByText('ann requested it').count()).toBe(1);
  });

  it.each(walkedOn('phone'))('watches a batch being sent, on a %s', async (device) => {
    const key = `watched-${device}.csv`;
    const csv = [HEADER, ...(await rowsOf())].join('\n');
    const { id } = await dashboard.stage.shop.payments.refunds.batches.submit({ group: 'web', key, csv, by: 'ben' });
    const page = await windows.open(at(`/refunds/batches/${id}`), { device });
    await page.getByRole('img', { name: '0 of 3 sent' }).waitFor();
    await windows.judge(page, 'batch-begun', device);
    await sendAll(id);
    // No one has loaded the page again: it tells by itself.
    await page.getByRole('img', { name: '3 of 3 sent' }).waitFor();
    await page.goto(at('/refunds/batches'));
    await windows.judge(page, 'batches', device);
  });

  it('pauses a batch, resumes it and stops it, with the keyboard alone', async () => {
    const orderId = await paid();
    const rows = [1, 2, 3].map((index) => ({
      orderId,
      amount: Money.ofMinor(100 + index, 'EUR'),
      reason: 'returned',
      key: `${orderId}-${index}`,
    }));
    const { id } = await dashboard.stage.shop.payments.refunds.batches.submit({ group: 'web', key: orderId, rows });
    const page = await windows.open(at(`/refunds/batches/${id}`));
    const act = async (title: string, why: string): Promise<void> => {
      await page.locator('summary', { hasText: title }).focus();
      await page.keyboard.press('Enter');
      await page.keyboard.press('Tab');
      await page.keyboard.type(why);
      await page.keyboard.press('Enter');
    };
    await act('Pause it', 'wrong month');
    await page.getByText('ann paused it').waitFor();
    await act('Resume it', 'right month');
    await page.getByText('ann resumed it').waitFor();
    await act('Stop it permanently', 'wrong after all');
    await page.getByText('ann stopped it').waitFor();
    const { counts } = await dashboard.stage.shop.payments.refunds.batches.find(id);
    expect(counts).toEqual({ cancelled: 3 });
    await windows.judge(page, 'batch-stopped');
  });
});

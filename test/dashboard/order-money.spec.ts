import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Money } from 'tillbridge';
import type { DashboardRole } from 'tillbridge/dashboard';
import { describeOneEngine } from '../support/engines.js';
import { orderPath as order, answerTo, wordsOf } from './support/clerk-forms.js';
import { DashboardStage } from './support/dashboard-stage.js';
import { buyArticles, payInTwoCurrencies, payOther, payTwice } from './support/order-scenes.js';

const why = 'the customer has called';

describeOneEngine('the money of an order, on its page', (engine) => {
  let dashboard: DashboardStage;
  let role: DashboardRole = 'everything';
  beforeAll(async () => {
    dashboard = await DashboardStage.start({ engine, dashboard: { role: () => role } });
    await payTwice(dashboard, 'S-1');
    await buyArticles(dashboard, 'S-3');
  });
  afterAll(() => dashboard.close());

  const refundsOf = async (orderId: string) =>
    (await dashboard.stage.shop.payments.refunds.list({ orderId, order: 'newest-first' })).items;
  const surplusForm = async (id: string): Promise<Record<string, string>> => {
    const [, form = ''] = /class="body surplus">([^]*?)<\/form>/.exec(await dashboard.html(order(id))) ?? [];
    const fields = [...form.matchAll(/name="(key|amount|why)"[^>]*? value="([^"]*)"/g)];
    return Object.fromEntries(fields.map(([, name, value]) => [name, value]));
  };

  it('comes first: how and by whom it was paid, what came, and what is too much', async () => {
    const words = wordsOf(await dashboard.html(order('S-1')));
    for (const text of [
      'Payment method iDEAL, Visa',
      'Customer A*** E*** a***@example.org account *** 1111',
      'Asked €100.00 Received €200.00 Can still be refunded €200.00 Paid too much €100.00',
      'The customer paid €100.00 too much',
    ])
      expect(words).toContain(text);
    expect(words).not.toContain('ann@example.org');
    expect(words).toMatch(
      /The order was created: €100\.00\.[^]*Paid with iDEAL: €100\.00\.[^]*Paid once more with Visa: €100\.00\./,
    );
  });

  it('is not given back beyond what a member of staff may refund', async () => {
    const seen = { ...(await surplusForm('S-1')), token: await dashboard.tokenOf('ann') };
    role = { refundUpTo: [Money.of('50.00', 'EUR')] };
    const response = await dashboard.send(order('S-1', '/surplus'), seen);
    role = 'everything';
    expect([response.status, await refundsOf('S-1')]).toEqual([403, []]);
  });

  it('gives the surplus back once, whoever presses the button, and however often', async () => {
    const seen = await surplusForm('S-1');
    expect(seen).toEqual({ key: 'surplus-S-1-0', amount: '100.00', why: 'The customer paid too much' });
    const send = (fields: Record<string, string>, clerk: 'ann' | 'ben') =>
      answerTo(dashboard, order('S-1', '/surplus'), fields, clerk);
    for (const fields of [
      { ...seen, amount: '' },
      { ...seen, amount: '150.00' },
      { ...seen, key: 'surplus-S-1-1' },
    ])
      expect(await send(fields, 'ann')).toContain('Nothing was done');
    const answers = await Promise.all([send(seen, 'ann'), send(seen, 'ben'), send(seen, 'ann')]);
    expect(new Set(answers)).toEqual(new Set(['A refund of €100.00 is on record. It is sent in turn.']));
    const [refund, ...others] = await refundsOf('S-1');
    expect([refund?.serviceOrderId, refund?.amount.toString(), refund?.reason, others.length]).toEqual([
      'S-1-2',
      '100.00 EUR',
      'Paid too much',
      0,
    ]);
    const words = wordsOf(await dashboard.html(order('S-1')));
    expect(words).toContain('Refunds under way €100.00 Can still be refunded €100.00');
    expect(words).not.toContain('Paid too much €100.00');
    expect(words).toContain('The surplus is refunded or being refunded: mark it as handled.');
    expect(words).not.toContain('refund the surplus');
    expect(words).toMatch(/(ann|ben) requested a refund of €100\.00\. Reason: The customer paid too much/);
  });

  it('gives nothing back as a surplus that another refund has given back meanwhile', async () => {
    await payTwice(dashboard, 'S-2');
    const seen = await surplusForm('S-2');
    const amount = Money.of('60.00', 'EUR');
    await dashboard.stage.shop.payments.refunds.request({ orderId: 'S-2', amount, reason: 'x', key: 'by-hand' });
    expect(await answerTo(dashboard, order('S-2', '/surplus'), seen)).toContain('the surplus has changed');
    expect(await surplusForm('S-2')).toMatchObject({ amount: '40.00' });
    expect(await refundsOf('S-2')).toHaveLength(1);
  });

  it('is refunded in the currency in which it came, as the form says, and not in the one that was asked for', async () => {
    await payOther(dashboard, 'S-4', 'USD');
    const page = await dashboard.html(order('S-4'));
    expect(page).toContain('Amount in USD, exactly');
    expect(page).toContain('name="currency" value="USD"');
    const send = (fields: Record<string, string>) =>
      answerTo(dashboard, order('S-4', '/refund'), { key: 'other-1', why, currency: 'USD', ...fields });
    expect(await send({ amount: '5.00', currency: 'EUR' })).toContain('something else has come up');
    expect(await send({ amount: '5,00' })).toContain('A refund of $5.00 is on record');
    expect(await refundsOf('S-4')).toMatchObject([{ amount: Money.of('5.00', 'USD') }]);
  });

  it('in two currencies is shown in both, and refunded in the one that is chosen, as far as a role may', async () => {
    await payInTwoCurrencies(dashboard, 'S-6');
    const send = (fields: Record<string, string>) =>
      answerTo(dashboard, order('S-6', '/refund'), {
        key: `two-${fields['amount']}-${fields['currency']}`,
        why,
        ...fields,
      });
    const page = await dashboard.html(order('S-6'));
    expect(wordsOf(page)).toContain('Received ¥7,000 + €100.00 Can still be refunded ¥7,000 + €100.00');
    const choices = (html: string) => [...html.matchAll(/<option value="([A-Z]{3})">/g)].map(([, code]) => code);
    expect(choices(page)).toEqual(['JPY', 'EUR']);
    role = { refundUpTo: [Money.of('50.00', 'EUR')] };
    const limited = await dashboard.html(order('S-6'));
    role = 'everything';
    expect([choices(limited), limited.includes('name="currency" value="EUR"')]).toEqual([[], true]);
    for (const [amount, currency] of [
      ['40', ''],
      ['40', 'USD'],
      ['40.00', 'JPY'],
      ['100.01', 'EUR'],
    ] as const)
      expect(await send({ amount, currency })).toMatch(/Nothing was (?:done|sent)/);
    expect(await send({ amount: '40', currency: 'EUR' })).toContain('A refund of €40.00 is on record');
    const words = wordsOf(await dashboard.html(order('S-6')));
    expect(words).toContain('Refunds under way €40.00 Can still be refunded ¥7,000 + €60.00');
    expect(await send({ amount: '7000', currency: 'JPY' })).toContain('A refund of ¥7,000 is on record');
    expect(wordsOf(await dashboard.html(order('S-6')))).toMatch(
      /Can still be refunded €60\.00 .* €60\.00 can still be refunded/,
    );
    expect(await send({ amount: '60.00', currency: 'EUR' })).toContain('A refund of €60.00 is on record');
    expect(wordsOf(await dashboard.html(order('S-6')))).toContain('Can still be refunded ¥0 ');
  });

  it.each([
    ['KWD', '1,234', '1.250'],
    ['KWD', '0', '1.250'],
    ['JPY', '12.50', '1250'],
    ['JPY', '1,250', '1250'],
  ] as const)('in %s is not guessed from %s', async (currency, amount, example) => {
    const id = `S-5-${currency}-${amount.replace(',', '-')}`;
    await payOther(dashboard, id, currency);
    const words = await answerTo(dashboard, order(id, '/refund'), { key: id, why, amount });
    expect(words).toContain(
      `the amount cannot be read, or is not above zero. Write it such as ${example}, in ${currency}.`,
    );
    expect(await refundsOf(id)).toEqual([]);
    expect(await answerTo(dashboard, order(id, '/refund'), { key: id, why, amount: example })).toContain('on record');
  });

  it('refunds one article of three, with its tax, once', async () => {
    const page = await dashboard.html(`${order('S-3')}&articles=read`);
    expect(wordsOf(page)).toMatch(/Teapot of 1 €20\.00 Cup of 2 €15\.00 Book of 1 €10\.00/);
    const send = (fields: Record<string, string>) =>
      answerTo(dashboard, order('S-3', '/articles'), { key: 'return-1', why, ...fields });
    expect(await send({})).toContain('no article was chosen');
    expect(await send({ 'article-1': 'yes', 'quantity-1': '3' })).toContain('cannot be refunded together');
    for (let again = 0; again < 2; again += 1)
      expect(await send({ 'article-1': 'yes', 'quantity-1': '1' })).toContain('A refund of €7.50 is on record');
    expect(await refundsOf('S-3')).toMatchObject([{ amount: Money.of('7.50', 'EUR'), key: 'return-1' }]);
    await dashboard.stage.pass(3_000);
    expect(wordsOf(await dashboard.html(`${order('S-1')}&articles=read`))).toContain('This order has no articles');
  });
});

import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Money } from 'tillbridge';
import { describeOneEngine } from '../support/engines.js';
import { answerTo, orderPath as order, wordsOf } from './support/clerk-forms.js';
import { DashboardStage } from './support/dashboard-stage.js';
import { buyArticles, buyManyArticles } from './support/order-scenes.js';

const why = 'the customer has called';

/** A lender takes refunds by articles alone. */
describeOneEngine('an order of more articles than stand on a page', (engine) => {
  let dashboard: DashboardStage;
  const id = 'C-1';
  beforeAll(async () => {
    dashboard = await DashboardStage.start({ engine });
    await buyManyArticles(dashboard, id, 40);
  });
  afterAll(() => dashboard.close());

  /** Where a link of a page leads, below the dashboard. */
  const hrefOf = (html: string, text: string): string => {
    const [, href = ''] = new RegExp(`<a href="([^"]*)"[^>]*>${text}</a>`).exec(html) ?? [];
    return href.replaceAll('&amp;', '&').slice(new URL(dashboard.url).pathname.length);
  };
  const cupsOn = (html: string): string[] =>
    [...html.matchAll(/<span>Cup (\d+)<\/span>/g)].map(([, number]) => number!);
  const upTo = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => String(from + index));

  it('says how many there are, and leads to all of them', async () => {
    const first = await dashboard.html(`${order(id)}&articles=read`);
    expect([
      wordsOf(first).includes('Articles 1 to 15 of 40. Refund what is ticked before you go to others: Next articles'),
      cupsOn(first),
    ]).toEqual([true, upTo(1, 15)]);
    const second = await dashboard.html(hrefOf(first, 'Next articles'));
    expect([wordsOf(second).includes('Articles 16 to 30 of 40'), cupsOn(second)]).toEqual([true, upTo(16, 30)]);
    const third = await dashboard.html(hrefOf(second, 'Next articles'));
    expect([cupsOn(third), hrefOf(third, 'Next articles')]).toEqual([upTo(31, 40), '']);
    expect(cupsOn(await dashboard.html(hrefOf(third, 'Earlier articles')))).toEqual(upTo(16, 30));
    expect(hrefOf(first, 'Earlier articles')).toBe('');
  });

  it('has each of them refunded, and comes back to the page of a form that was refused', async () => {
    const page = await dashboard.html(`${order(id)}&articles=read&first=30`);
    const [, form = ''] = /(<form[^>]*order\/articles[^]*?<\/form>)/.exec(page) ?? [];
    const back = (/name="back" value="([^"]*)"/.exec(form)?.[1] ?? '').replaceAll('&amp;', '&');
    const send = async (fields: Record<string, string>): Promise<string> => {
      const response = await dashboard.send(order(id, '/articles'), { back, why, key: 'return-40', ...fields });
      const location = response.headers.get('location') ?? '';
      return dashboard.html(location.slice(new URL(dashboard.url).pathname.length));
    };
    const refused = await send({ 'article-39': 'yes', 'quantity-39': '2' });
    expect([wordsOf(refused).includes('cannot be refunded together'), cupsOn(refused)]).toEqual([true, upTo(31, 40)]);
    expect(refused).toMatch(/name="article-39"[^>]* checked/);
    const done = await send({ 'article-39': 'yes', 'quantity-39': '1' });
    expect(wordsOf(done)).toContain('A refund of €10.00 is on record');
    const { items } = await dashboard.stage.shop.payments.refunds.list({ orderId: id });
    expect(items).toMatchObject([{ amount: Money.of('10.00', 'EUR'), key: 'return-40' }]);
  });

  it('says of each article how much of it was refunded, and proposes the rest', async () => {
    await buyArticles(dashboard, 'C-2');
    const send = (key: string, fields: Record<string, string>) =>
      answerTo(dashboard, order('C-2', '/articles'), { key, why, ...fields });
    const wordsNow = async () => wordsOf(await dashboard.html(`${order('C-2')}&articles=read`));
    expect(await wordsNow()).toMatch(/Teapot of 1 €20\.00 Cup of 2 €15\.00 Book of 1 €10\.00/);
    expect(await send('cup', { 'article-1': 'yes', 'quantity-1': '1' })).toContain('A refund of €7.50 is on record');
    expect(await send('pot', { 'article-0': 'yes' })).toContain('A refund of €20.00 is on record');
    expect(await wordsNow()).toMatch(
      /Teapot of 1, 1 refunded already €20\.00 Cup of 2, 1 refunded already €15\.00 Book of 1 €10\.00/,
    );
    const page = await dashboard.html(`${order('C-2')}&articles=read`);
    const proposed = [...page.matchAll(/name="quantity-\d"[^>]* value="([^"]*)"/g)].map(([, value]) => value);
    expect(proposed).toEqual(['1', '1', '1']);
    const { payments } = dashboard.stage.shop;
    const { items } = await payments.refunds.list({ orderId: 'C-2' });
    for (const { id: refund } of items) await payments.refunds.cancel(refund, { by: 'ann', why: 'mistyped' });
    expect(await wordsNow()).toMatch(/Teapot of 1 €20\.00 Cup of 2 €15\.00/);
  });

  it('warns before a refund by amount that the lender refuses', async () => {
    const warning = 'Klarna paid this order, and takes refunds by articles alone: an amount would be refused.';
    expect(wordsOf(await dashboard.html(order(id)))).toContain(warning);
    expect(wordsOf(await dashboard.html(order('C-2')))).not.toContain('by articles alone');
  });

  it.each(['-5', '40', '999999', 'x', '1e1', ''])(
    'begins at its first article where there is none: %j',
    async (first) => {
      expect(cupsOn(await dashboard.html(`${order(id)}&articles=read&first=${first}`))).toEqual(upTo(1, 15));
    },
  );
});

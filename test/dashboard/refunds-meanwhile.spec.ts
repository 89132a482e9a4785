import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { Money } from 'tillbridge';
import type { DashboardRole } from 'tillbridge/dashboard';
import { describeOneEngine } from '../support/engines.js';
import { answerTo, orderPath as order } from './support/clerk-forms.js';
import { DashboardStage } from './support/dashboard-stage.js';
import { buyArticles } from './support/order-scenes.js';
import type { Clerk } from './support/host-clerks.js';

const why = 'the customer has called';

describeOneEngine('a refund that others have requested since the page was opened', (engine) => {
  let dashboard: DashboardStage;
  let role: DashboardRole = 'everything';
  let orders = 0;
  let orderId = '';
  beforeAll(async () => {
    dashboard = await DashboardStage.start({ engine, dashboard: { role: () => role } });
  });
  afterAll(() => dashboard.close());
  beforeEach(async () => {
    role = 'everything';
    orderId = `M-${(orders += 1)}`;
    await buyArticles(dashboard, orderId);
  });

  /** Opens the page of the order, and gives the hidden fields of its form, as a browser would send them. */
  async function opened(action: 'refund' | 'articles', clerk: Clerk = 'ann'): Promise<Record<string, string>> {
    const page = await dashboard.html(`${order(orderId)}&articles=read`, clerk);
    const [, form = ''] = new RegExp(`action="[^"]*/order/${action}\\?[^"]*"[^>]*>([^]*?)</form>`).exec(page) ?? [];
    const hidden = [...form.matchAll(/type="hidden" name="(?!back)([^"]+)" value(?:="([^"]*)")?/g)];
    return Object.fromEntries(hidden.map(([, name, value]) => [name!, value ?? '']));
  }
  const send = (action: string, fields: Record<string, string>, clerk: Clerk = 'ann') =>
    answerTo(dashboard, order(orderId, `/${action}`), { ...fields, why }, clerk);
  const payments = () => dashboard.stage.shop.payments;
  const amounts = async () =>
    (await payments().refunds.list({ orderId })).items.map(({ amount }) => amount.toDecimal());

  it('is shown before the same amount goes out twice, and what is sent then goes out', async () => {
    const [ann, ben] = [await opened('refund'), await opened('refund', 'ben')];
    expect(await send('refund', { ...ann, amount: '7.50' })).toContain('A refund of €7.50 is on record');
    expect(await send('refund', { ...ben, amount: '7.50' }, 'ben')).toBe(
      'Nothing was done: since you opened the page, ann has requested a refund of €7.50 of this order. If yours is another one, send it again.',
    );
    expect(await amounts()).toEqual(['7.50']);
    const again = await opened('refund', 'ben');
    expect(await send('refund', { ...again, amount: '7.50' }, 'ben')).toContain('A refund of €7.50 is on record');
    expect(await amounts()).toEqual(['7.50', '7.50']);
  });

  it('is shown before the same article is refunded twice, also to those who have a limit', async () => {
    role = { refundUpTo: [Money.of('50.00', 'EUR')] };
    const cup = { 'article-1': 'yes', 'quantity-1': '1' };
    const [ann, ben] = [await opened('articles'), await opened('articles', 'ben')];
    expect(await send('articles', { ...ann, ...cup })).toContain('A refund of €7.50 is on record');
    expect(await send('articles', { ...ben, ...cup }, 'ben')).toContain('ann has requested a refund of €7.50');
    expect(await amounts()).toEqual(['7.50']);
  });

  it('is one of two that are sent at the same moment', async () => {
    const forms = [await opened('refund'), await opened('refund', 'ben')] as const;
    const answers = await Promise.all([
      send('refund', { ...forms[0], amount: '5.00' }, 'ann'),
      send('refund', { ...forms[1], amount: '5.00' }, 'ben'),
    ]);
    expect(answers.filter((answer) => answer.includes('is on record'))).toHaveLength(1);
    expect(await amounts()).toEqual(['5.00']);
  });

  it('is no refund of one’s own form, however often it is sent', async () => {
    const form = { ...(await opened('refund')), amount: '2.00' };
    for (let again = 0; again < 3; again += 1)
      expect(await send('refund', form)).toContain('A refund of €2.00 is on record');
    expect(await amounts()).toEqual(['2.00']);
  });

  it('may have been made by the shop’s own code, or in the service’s dashboard: then no one is named', async () => {
    const form = { ...(await opened('refund')), amount: '2.00' };
    const amount = Money.of('3.00', 'EUR');
    await payments().refunds.request({ orderId, amount, reason: 'Returned', key: `return-${orderId}` });
    expect(await send('refund', form)).toContain(
      'Nothing was done: since you opened the page, a refund of €3.00 of this order has been added.',
    );
    expect(await amounts()).toEqual(['3.00']);
  });
});

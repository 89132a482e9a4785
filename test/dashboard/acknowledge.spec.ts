import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { orderBody } from 'tillbridge/testing';
import { TransitionEntity } from '../../src/shop/orders/index.js';
import { DashboardStage } from './support/dashboard-stage.js';

const PAGE = '/orders/order?group=web&id=SEEN';

describe('acknowledging an order on its page', () => {
  let dashboard: DashboardStage;
  beforeAll(async () => {
    dashboard = await DashboardStage.start();
    await dashboard.stage.shop.addOrder('SEEN');
  });
  afterAll(() => dashboard.close());

  const needs = (attention: string): Promise<unknown> =>
    dashboard.stage.shop.dataSource.query(`UPDATE tillbridge_order SET attention = '${attention}'`);
  const attention = async (): Promise<string | null> =>
    (await dashboard.stage.shop.payments.orders.find('SEEN'))!.attention;
  /** Opens the page, does something else meanwhile, and sends its form. @returns the page that follows */
  async function acknowledge(meanwhile: () => Promise<unknown>): Promise<string> {
    const html = await dashboard.html(PAGE);
    const [, form] = /<form[^>]*order\/acknowledge[^>]*>(.*?)<\/form>/s.exec(html)!;
    const hidden = [...form!.matchAll(/type="hidden" name="([^"]+)" value="([^"]*)"/g)];
    const fields = Object.fromEntries(hidden.map(([, name, value]) => [name, value!.replaceAll('&amp;', '&')]));
    await meanwhile();
    const path = '/orders/order/acknowledge?group=web&id=SEEN';
    const { status, headers } = await dashboard.send(path, { ...fields, why: 'I called the customer' });
    expect(status).toBe(303);
    return dashboard.html(headers.get('location')!.replace(/^.*?(?=\/orders)/, ''));
  }

  it('clears what was seen, and nothing that came while the page was open', async () => {
    await needs('expired_unconfirmed');
    const next = await acknowledge(() => needs('paid_twice'));
    expect(next).toContain('something else has come up since you opened the page');
    expect(next).toContain('I called the customer');
    expect(await attention()).toBe('paid_twice');
    await acknowledge(async () => undefined);
    expect(await attention()).toBeNull();
  });

  it('finds nothing left to do where someone else was quicker', async () => {
    await needs('paid_twice');
    await acknowledge(() => dashboard.stage.shop.payments.orders.acknowledge('SEEN', { by: 'ben', why: 'seen to' }));
    expect(await attention()).toBeNull();
  });

  it('shows the next reason where there is one', async () => {
    const orders = dashboard.stage.shop.payments.orders;
    const { manager } = dashboard.stage.shop.dataSource;
    const body = orderBody({ orderId: 'SEEN', amount: 1000, transactionId: '77', at: dashboard.stage.clock.now() });
    await dashboard.stage.shop.notify({ orderId: 'SEEN', body, at: dashboard.stage.clock.now() });
    await dashboard.stage.shop.drain();
    expect(await manager.countBy(TransitionEntity, { orderId: 'SEEN', kind: 'amount_mismatch' })).toBe(1);
    await needs('paid_twice');
    const next = await acknowledge(async () => undefined);
    expect(next).toContain('There is something else that this order needs attention for');
    expect(await orders.find('SEEN')).toMatchObject({ attention: 'amount_mismatch' });
    expect(await acknowledge(async () => undefined)).toContain('The order is marked as handled.');
    expect(await attention()).toBeNull();
  });
});

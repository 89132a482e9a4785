import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { OrderSearch } from '../../src/shop/admin/index.js';
import { PaymentOrderEntity } from '../../src/shop/orders/index.js';
import { DashboardStage } from './support/dashboard-stage.js';
import { payTwice } from './support/order-scenes.js';

describe('the list of orders, narrowed down', () => {
  let dashboard: DashboardStage;
  beforeAll(async () => {
    dashboard = await DashboardStage.start();
    await payTwice(dashboard, 'F-1');
    const { manager } = dashboard.stage.shop.dataSource;
    const paid = await manager.findOneByOrFail(PaymentOrderEntity, { orderId: 'F-1' });
    const copies = Array.from({ length: 90 }, (_, index) => ({
      ...paid,
      orderId: `F-2-${index}`,
      amount: index % 3 === 0 ? 1_250 : 125_000 + index,
      paymentMethod: index % 2 === 0 ? 'IDEAL' : 'VISA',
      createdAt: paid.createdAt + index,
    }));
    for (let at = 0; at < copies.length; at += 30) await manager.insert(PaymentOrderEntity, copies.slice(at, at + 30));
  });
  afterAll(() => dashboard.close());

  const idsOn = (html: string): string[] =>
    [...html.matchAll(/orders\/order\?group=web&amp;id=([\w-]+)/g)].map(([, id]) => id!);
  const nextOf = (html: string): string | null => {
    const [, address] = /rel="next" href="([^"]+)"/.exec(html) ?? [];
    return address === undefined ? null : address.replaceAll('&amp;', '&').replace(/^.*\/orders/, '/orders');
  };
  const all = async (path: string): Promise<string[]> => {
    const ids: string[] = [];
    for (let next: string | null = path; next !== null;) {
      const html = await dashboard.html(next);
      ids.push(...idsOn(html));
      next = nextOf(html);
    }
    return ids;
  };

  it('knows how an order was paid, by the payment that counts', async () => {
    const order = await dashboard.stage.shop.dataSource.manager.findOneByOrFail(PaymentOrderEntity, { orderId: 'F-1' });
    expect(order.paymentMethod).toBe('IDEAL');
    const page = await dashboard.html('/orders?method=IDEAL');
    expect(page).toContain('<option value="VISA">Visa</option>');
    expect(page).toMatch(/<option value="IDEAL" selected[^>]*>iDEAL<\/option>/);
    expect(await all('/orders?method=IDEAL')).toHaveLength(46);
  });

  it.each([
    ['least=12,50&most=12.50&currency=EUR', 30],
    ['least=1.250,00&currency=EUR', 60],
    ['most=12.49&currency=EUR', 0],
    ['least=12.50&most=12.50&currency=EUR&method=VISA', 15],
    [
      'least=1&most=1250,10&currency=EUR&method=IDEAL&status=completed&attention=any&from=2026-01-15&to=2026-01-15&group=web',
      20,
    ],
    ['least=1&currency=USD', 0],
  ])('finds by amount and all the others together, on every page: %s', async (query, count) => {
    const found = await all(`/orders?${query}`);
    expect([new Set(found).size, found.length]).toEqual([count, count]);
    const csv = await (await dashboard.fetch(`/orders/export.csv?${query}`)).text();
    expect(csv.trim().split('\r\n')).toHaveLength(count + 1);
  });

  it('has every filter in the address of the next page, as it was typed', async () => {
    const fields = {
      status: 'completed',
      method: 'IDEAL',
      least: '1',
      most: '2.000,00',
      currency: 'EUR',
      attention: 'any',
      group: 'web',
      from: '2026-01-01',
      to: '2026-12-31',
    };
    const page = await dashboard.html(`/orders?${new URLSearchParams(fields)}`);
    const next = new URLSearchParams(nextOf(page)!.split('?')[1]);
    next.delete('after');
    expect(Object.fromEntries(next)).toEqual(fields);
  });

  it('says that it is not narrowed down by what is no amount, or has no currency', async () => {
    for (const query of ['least=12,5x&currency=EUR', 'least=12.50']) {
      const page = await dashboard.html(`/orders?${query}`);
      expect(page).toContain('The list is not narrowed down by the amount');
      expect(idsOn(page)).toHaveLength(25);
    }
  });

  it('leads on where nothing was found among the orders that were looked through', async () => {
    const search = dashboard.stage.shop.app.get(OrderSearch, { strict: false });
    const spied = jest.spyOn(search, 'newest').mockResolvedValueOnce({ items: [], previous: null, next: 'WzEsMl0' });
    const page = await dashboard.html('/orders?least=1&currency=EUR');
    expect(page).toContain('None among the orders that were looked through');
    expect(page).toContain('least=1&amp;currency=EUR&amp;after=WzEsMl0');
    spied.mockRestore();
  });
});

import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { ORDER, startService, TILL_KEY, WEB_KEY, type Service } from './support/service.js';

let service: Service;
let number = 0;
const newId = (): string => `O-${(number += 1)}`;

beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

describe('an order id that was used before', () => {
  it('gets a new session while no one has tried to pay, and the old page closes', async () => {
    const order_id = newId();
    const first = await service.paymentUrl({ order_id });
    const second = await service.paymentUrl({ order_id, description: 'The same again' });
    expect(second).not.toBe(first);
    expect(await (await fetch(first)).text()).toContain('There is a newer page for this order');
    expect(await (await fetch(second)).text()).toContain('The same again');
  });

  it('is refused with 1006 for another amount or currency', async () => {
    const order_id = newId();
    await service.create({ order_id });
    expect((await service.create({ order_id, amount: 4600 })).json.error_code).toBe(1006);
    expect((await service.create({ order_id, currency: 'USD' })).json.error_code).toBe(1006);
  });

  it.each(['pay', 'decline', 'cancel'] as const)('is used up by a transaction (%s)', async (ending) => {
    const order_id = newId();
    await service.create({ order_id });
    await service.sandbox[ending](order_id);
    const reply = await service.create({ order_id });
    expect([reply.status, reply.json.error_code]).toEqual([404, 1006]);
  });

  it('is payable again after a session was left unfinished', async () => {
    const order_id = newId();
    await service.create({ order_id });
    await service.sandbox.leave(order_id);
    expect((await service.create({ order_id })).json.success).toBe(true);
    expect((await service.get(order_id)).json.data['status']).toBe('initialized');
  });

  it('belongs to its terminal group alone', async () => {
    const order_id = newId();
    await service.create({ order_id });
    expect((await service.create({ order_id }, { api_key: TILL_KEY })).json.success).toBe(true);
    await expect(service.sandbox.pay(order_id)).rejects.toMatchObject({ code: 'ORDER_UNKNOWN' });
    expect(await service.sandbox.pay(order_id, { group: 'till' })).toMatchObject({
      group: 'till',
      status: 'completed',
    });
    expect((await service.get(order_id)).json.data['status']).toBe('initialized');
  });

  it('makes one order and one open page, however many requests come at once', async () => {
    const order_id = newId();
    const urls = await Promise.all(Array.from({ length: 10 }, () => service.paymentUrl({ order_id })));
    const pages = await Promise.all(urls.map(async (url) => (await fetch(url)).text()));
    expect(pages.filter((page) => page.includes('<form'))).toHaveLength(1);
  });
});

describe('terminal groups of one website', () => {
  const siteId = 'shop-9001';
  let shared: Service;
  afterEach(() => shared.close());

  it('share its order ids', async () => {
    const terminalGroups = [
      { name: 'web', apiKey: WEB_KEY, siteId },
      { name: 'till', apiKey: TILL_KEY, siteId },
    ];
    shared = await startService({ terminalGroups });
    await shared.create();
    expect((await shared.create({}, { api_key: TILL_KEY })).json.error_code).toBe(1006);
    expect((await shared.get(ORDER.order_id, { api_key: TILL_KEY })).json.error_code).toBe(1006);
  });
});

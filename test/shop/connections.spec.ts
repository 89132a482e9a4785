import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Money } from 'tillbridge';
import { orderBody } from 'tillbridge/testing';
import { json, ScriptedService, type Reply } from '../support/scripted-service.js';
import { shopOptions, startShop, type ShopHost } from '../support/shop-host.js';

describe('the connections to the service (scenario N3)', () => {
  let service: ScriptedService;
  let shop: ShopHost;

  beforeAll(async () => {
    service = await ScriptedService.start();
    const [web] = shopOptions().terminalGroups;
    shop = await startShop({ options: { workers: 'off', terminalGroups: [{ ...web!, baseUrl: service.url }] } });
  });

  afterAll(async () => {
    await shop.close();
    service.close();
  });

  it('are kept for reads, and new for each write, which an old one might not reach', async () => {
    const ports: { method: string; port: number | undefined }[] = [];
    const noting =
      (reply: Reply): Reply =>
      (response, call) => {
        ports.push({ method: call.method, port: response.socket?.remotePort });
        reply(response, call);
      };
    const created = json(200, { success: true, data: { order_id: 'N-1', payment_url: 'http://localhost:4000/pay/1' } });
    const read = json(200, { success: true, data: orderBody({ orderId: 'N-1', amount: 1250, at: Date.now() }) });
    service.script(...[read, created, read, created, read].map(noting));

    const { orders } = shop.payments.group('web');
    await orders.get('N-1');
    for (const orderId of ['N-1', 'N-2']) {
      await orders.create({ orderId, amount: Money.of('12.50', 'EUR'), description: 'Two mugs' });
      await orders.get('N-1');
    }

    const portsOf = (method: string) => ports.filter((each) => each.method === method).map(({ port }) => port);
    const [reads, writes] = [portsOf('GET'), portsOf('POST')];
    expect(reads).toHaveLength(3);
    expect(new Set(reads).size).toBe(1);
    expect(new Set([...writes, reads[0]]).size).toBe(3);
  });
});

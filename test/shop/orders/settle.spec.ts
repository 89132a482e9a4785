import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { Injectable } from '@nestjs/common';
import { OnPayment, type PaymentEvent } from 'tillbridge';
import { orderBody } from 'tillbridge/testing';
import { canaryKey } from '../../support/canary.js';
import { json, ScriptedService, type Reply } from '../../support/scripted-service.js';
import { shopOptions, startShop, type ShopHost } from '../../support/shop-host.js';
import { tapStatements } from '../../support/statement-tap.mjs';
import { waitFor } from '../../support/wait-for.js';

@Injectable()
class Clumsy {
  @OnPayment('completed')
  stumble(event: PaymentEvent): void {
    if (event.orderId === 'CLUMSY') throw new Error('the shelf fell down');
  }
}

describe('settling an order on the shopper’s return', () => {
  let service: ScriptedService;
  let shop: ShopHost;

  beforeAll(async () => {
    service = await ScriptedService.start();
    const [web] = shopOptions().terminalGroups;
    const till = { name: 'till', apiKeys: [canaryKey('till')], notificationUrl: 'http://localhost:9/hooks/till' };
    const calls = { callsPerSecond: 1, burst: 2, reservedCalls: 1, maxWaitMs: 0 };
    const terminalGroups = [
      { ...web!, baseUrl: service.url },
      { ...web!, ...till, baseUrl: service.url, calls },
    ];
    shop = await startShop({ options: { workers: 'off', terminalGroups }, providers: [Clumsy] });
  });

  afterAll(async () => {
    await shop.close();
    service.close();
  });

  const paid = (orderId: string): Reply =>
    json(200, { success: true, data: orderBody({ orderId, amount: 1250, at: Date.now() }) });

  it('waits no longer than it is told; the late answer still counts', async () => {
    await shop.addOrder('LATE');
    let answer: () => void = () => {};
    service.script((response, call) => {
      answer = () => paid('LATE')(response, call);
    });
    expect(await shop.payments.orders.settle('LATE', { patienceMs: 20 })).toMatchObject({ paid: false, status: null });
    await waitFor(() => service.calls.length === 1);
    answer();
    await waitFor(async () => (await shop.payments.orders.find('LATE'))?.paid, { what: 'the late answer to count' });
  });

  it('asks the service while the next poll is put forward: the shopper waits for no disk', async () => {
    await shop.addOrder('BESIDE');
    service.script(paid('BESIDE'));
    const untap = tapStatements(shop.dataSource, {
      before: ({ sql }) => /^UPDATE \S*tillbridge_poll/.test(sql) && waitFor(() => service.calls.length > 0),
    });
    const seen = await shop.payments.orders.settle('BESIDE').finally(untap);
    expect(seen).toMatchObject({ paid: true });
  });

  it('shows the page also when a handler of the shop fails; nothing has changed then', async () => {
    await shop.addOrder('CLUMSY');
    service.script(paid('CLUMSY'));
    expect(await shop.payments.group('web').orders.settle('CLUMSY')).toMatchObject({ paid: false, status: null });
    expect(shop.logs.matching('could not be settled')).toEqual([expect.stringContaining('the shelf fell down')]);
    expect(await shop.count("tillbridge_transition WHERE order_id = 'CLUMSY'")).toBe(0);
  });

  it('takes nothing of the calls that are kept for checkout', async () => {
    const ids = Array.from({ length: 8 }, (_, index) => `HOME-${index}`);
    for (const id of ids) await shop.addOrder(id, 1250, 'till');
    service.script(...ids.map((id) => paid(id)));
    const { orders } = shop.payments.group('till');
    // Eight seconds would have to pass for all of them to have a turn.
    const still = jest.spyOn(performance, 'now').mockReturnValue(performance.now());
    await Promise.all(ids.map((id) => orders.settle(id))).finally(() => still.mockRestore());
    expect(service.calls.length).toBeGreaterThan(0);
    expect(service.calls.length).toBeLessThan(ids.length);
    service.script(paid('HOME-0'));
    await orders.get('HOME-0');
    expect(service.calls).toHaveLength(1);
  });
});

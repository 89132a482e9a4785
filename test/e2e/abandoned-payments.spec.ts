import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Injectable } from '@nestjs/common';
import { Money, OnPayment, type CreateOrderInput, type PaymentEvent } from 'tillbridge';
import { startSandbox, type RunningSandbox } from 'tillbridge/sandbox';
import { canaryKey } from '../support/canary.js';
import { describeOneEngine } from '../support/engines.js';
import { shopOptions, startShop, type ShopHost } from '../support/shop-host.js';
import { waitFor } from '../support/wait-for.js';

/** Notes what is told of each order. */
@Injectable()
class Reported {
  readonly events: PaymentEvent[] = [];

  @OnPayment(['completed', 'declined', 'cancelled', 'expired', 'amount_mismatch', 'paid_twice', 'paid_after_cancel'])
  note(event: PaymentEvent): void {
    this.events.push(event);
  }

  of(orderId: string): string[] {
    return this.events.filter((event) => event.orderId === orderId).map(({ kind }) => kind);
  }
}

describeOneEngine('an abandoned payment', (engine) => {
  let shop: ShopHost;
  let service: RunningSandbox;
  let reported: Reported;
  let number = 0;
  beforeAll(async () => {
    service = await startSandbox({ terminalGroups: [{ name: 'web', apiKey: canaryKey('web') }] });
    const [web] = shopOptions().terminalGroups;
    const options = { terminalGroups: [{ ...web!, baseUrl: service.url }] };
    shop = await startShop({ engine, options, providers: [Reported] });
    reported = shop.app.get(Reported);
  });
  afterAll(async () => {
    await service.close();
    await shop.close();
  });

  const create = (change: Partial<CreateOrderInput>) =>
    shop.payments.group('web').orders.create({
      orderId: `A-${(number += 1)}`,
      amount: Money.of('45.99', 'EUR'),
      description: 'Two mugs',
      notificationUrl: `${shop.url}/payments/notifications/web`,
      redirectUrl: 'http://localhost:3000/return',
      ...change,
    });

  async function settled(): Promise<void> {
    await service.sandbox.idle();
    await waitFor(async () => (await shop.count("tillbridge_notification WHERE state = 'pending'")) === 0, {
      what: 'the inbox to be worked off',
    });
  }

  /** The shopper follows the second link, and pays there. */
  async function payByLink(orderId: string, method: string): Promise<void> {
    const { paymentUrl } = await service.sandbox.sendSecondChance(orderId);
    const body = new URLSearchParams({ method, outcome: 'paid' });
    const response = await fetch(String(paymentUrl), { method: 'POST', body, redirect: 'manual' });
    expect(response.status).toBe(303);
  }

  it.each(['expire', 'cancel', 'decline'] as const)('is paid later from the reminder, once: %s', async (end) => {
    const { orderId } = await create({ secondChance: true });
    await service.sandbox[end](orderId);
    await settled();
    const before = reported.of(orderId);
    expect(before).toHaveLength(1);
    await payByLink(orderId, 'VISA');
    await settled();
    expect(await shop.payments.orders.find(orderId)).toMatchObject({ paid: true });
    const paid = reported.of(orderId).slice(1);
    expect(paid).toHaveLength(1);
    expect(['completed', 'paid_after_cancel']).toContain(paid[0]);
  });

  it('has not taken the part that a gift card had paid', async () => {
    const gatewayInfo = { card_number: '111112' };
    const { orderId } = await create({ type: 'direct', gateway: 'VVVGIFTCARD', gatewayInfo, secondChance: true });
    await service.sandbox.expire(orderId);
    await settled();
    expect(await service.sandbox.giftCards.list()).toMatchObject([{}, { number: '111112', balance: 500 }, {}]);
    await payByLink(orderId, 'VVVGIFTCARD');
    await settled();
    expect(await shop.payments.orders.find(orderId)).toMatchObject({ paid: true, amount: Money.of('45.99', 'EUR') });
  });

  it('is none when a gift card and another method have paid together', async () => {
    const gatewayInfo = { card_number: '111112' };
    const created = await create({ type: 'direct', gateway: 'VVVGIFTCARD', gatewayInfo });
    expect(created).toMatchObject({ paid: false, paymentUrl: expect.stringContaining('/pay/') });
    await service.sandbox.pay(created.orderId, { method: 'IDEAL' });
    await settled();
    expect(reported.of(created.orderId)).toEqual(['completed']);
    expect(await shop.payments.orders.find(created.orderId)).toMatchObject({ paid: true, attention: null });
  });
});

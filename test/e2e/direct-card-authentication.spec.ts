import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Injectable } from '@nestjs/common';
import { Money, OnPayment, type PaymentEvent, type PaymentOrder } from 'tillbridge';
import { startSandbox, type RunningSandbox } from 'tillbridge/sandbox';
import { canaryKey } from '../support/canary.js';
import { describeEngines } from '../support/engines.js';
import { shopOptions, startShop, type ShopHost } from '../support/shop-host.js';
import { waitFor } from '../support/wait-for.js';

const CANCEL = 'http://localhost:3000/cancel';

/** Notes what is told of each order. */
@Injectable()
class Reported {
  readonly events: PaymentEvent[] = [];

  @OnPayment(['completed', 'declined', 'expired', 'cancelled', 'paid_twice', 'paid_after_cancel', 'refunded'])
  note(event: PaymentEvent): void {
    this.events.push(event);
  }

  of(orderId: string): string[] {
    return this.events.filter((event) => event.orderId === orderId).map(({ kind }) => kind);
  }
}

describeEngines('a direct order whose card the bank asks about', (engine) => {
  let shop: ShopHost;
  let service: RunningSandbox;
  let number = 0;
  beforeAll(async () => {
    service = await startSandbox({ terminalGroups: [{ name: 'web', apiKey: canaryKey('web') }] });
    service.sandbox.adjust('web', { cardAuthentication: 'always', readPage: 'hidden' });
    const [web] = shopOptions().terminalGroups;
    // The customers here answer within the second of the order.
    const terminalGroups = [{ ...web!, baseUrl: service.url, readLagMs: 0 }];
    shop = await startShop({ engine, options: { terminalGroups }, providers: [Reported] });
  });
  afterAll(async () => {
    await service.close();
    await shop.close();
  });

  const nextId = (): string => `D-${(number += 1)}`;
  const create = (orderId: string, card_number = '4111111111111111', card_expiry_date = '3112') =>
    shop.payments.group('web').orders.create({
      orderId,
      amount: Money.of('12.50', 'EUR'),
      description: 'Two mugs',
      type: 'direct',
      gateway: 'CREDITCARD',
      gatewayInfo: { card_number, card_holder_name: 'Ann Jansen', card_expiry_date, card_cvc: '987' },
      notificationUrl: `${shop.url}/payments/notifications/web`,
      redirectUrl: 'http://localhost:3000/return',
      cancelUrl: CANCEL,
    });

  /** The customer's answer on the page of the bank. @returns where the customer is sent */
  async function answer({ paymentUrl }: PaymentOrder, word: string): Promise<string | null> {
    const body = new URLSearchParams({ answer: word });
    const { headers } = await fetch(paymentUrl!, { method: 'POST', body, redirect: 'manual' });
    await service.sandbox.idle();
    await shop.drain();
    return headers.get('location');
  }
  const reported = (orderId: string): string[] => shop.app.get(Reported).of(orderId);
  const becomes = (orderId: string, status: string) =>
    waitFor(async () => {
      await shop.drain();
      return (await find(orderId))?.status === status;
    });
  const find = (orderId: string) => shop.payments.orders.find(orderId);

  it('has a page for the customer, is paid there, and can be refunded', async () => {
    const id = nextId();
    const order = await create(id);
    expect(order).toMatchObject({ status: 'initialized', paid: false, paymentUrl: expect.any(String) });
    expect(await create(id)).toMatchObject({ attempt: 1, paymentUrl: order.paymentUrl });
    expect(await answer(order, 'accept')).toBe(`http://localhost:3000/return?transactionid=${id}`);
    await becomes(id, 'completed');
    expect(await find(id)).toMatchObject({ paid: true, attention: null });
    await shop.payments.refunds.request({
      group: 'web',
      orderId: id,
      amount: Money.of('2.50', 'EUR'),
      reason: 'One was broken',
      key: id,
    });
    await waitFor(async () => {
      await shop.drain();
      return (await find(id))!.amountRefunded.equals(Money.of('2.50', 'EUR'));
    });
    expect(reported(id)).toContain('completed');
  });

  it.each(['refuse', 'leave'])('may be tried again with another card after the customer did %s', async (word) => {
    const id = nextId();
    expect(await answer(await create(id), word)).toBe(`${CANCEL}?transactionid=${id}`);
    await becomes(id, 'declined');
    const second = await create(id, '5500000000000004');
    expect(second).toMatchObject({ attempt: 2, paymentUrl: expect.any(String) });
    await answer(second, 'accept');
    await becomes(id, 'completed');
    expect(await find(id)).toMatchObject({ paid: true, attempt: 2, attention: null });
    expect(reported(id)).toEqual(['declined', 'completed']);
  });

  it('is ended where the customer gives another card while the bank of the first one asks', async () => {
    const id = nextId();
    const first = await create(id);
    const second = await create(id, '5500000000000004', '3009');
    expect(second).toMatchObject({ attempt: 2 });
    expect(
      (await fetch(first.paymentUrl!, { method: 'POST', body: new URLSearchParams({ answer: 'accept' }) })).status,
    ).toBe(409);
    await answer(second, 'accept');
    await becomes(id, 'completed');
    expect(await find(id)).toMatchObject({ paid: true, attempt: 2, attention: null });
    expect(reported(id)).toEqual(['completed']);
  });

  it('expires while the bank asks, and then has a page again', async () => {
    const id = nextId();
    await create(id);
    await service.sandbox.expire(id);
    await becomes(id, 'expired');
    await answer(await create(id), 'accept');
    await becomes(id, 'completed');
    expect(await find(id)).toMatchObject({ paid: true, attempt: 2, attention: null });
    expect(reported(id)).toEqual(['expired', 'completed']);
  });

  it('is paid also where nothing is told of it but by the poll', async () => {
    const id = nextId();
    service.sandbox.faults.next('notification', 'drop', { times: 5 });
    const order = await create(id);
    await answer(order, 'accept');
    service.sandbox.faults.clear();
    expect(await shop.payments.orders.settle(id)).toMatchObject({ paid: true });
  });
});

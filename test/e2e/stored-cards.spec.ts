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

  @OnPayment(['completed', 'declined', 'amount_mismatch', 'paid_twice', 'paid_after_cancel', 'refunded'])
  note(event: PaymentEvent): void {
    this.events.push(event);
  }

  of(orderId: string): string[] {
    return this.events.filter((event) => event.orderId === orderId).map(({ kind }) => kind);
  }
}

const cardOf = (card_number: string) => ({ card_number, card_holder_name: 'Ann Jansen', card_expiry_date: '3112' });
const GOOD = cardOf('4111111111111111');
/** Paid after a check the first time, and checked each time. */
const NO_FUNDS = cardOf('4012001038488884');

describeOneEngine('a stored card', (engine) => {
  let shop: ShopHost;
  let service: RunningSandbox;
  let reported: Reported;
  let number = 0;
  beforeAll(async () => {
    service = await startSandbox({ terminalGroups: [{ name: 'web', apiKey: canaryKey('web') }] });
    service.sandbox.adjust('web', { zeroAuthorisation: true });
    const [web] = shopOptions().terminalGroups;
    shop = await startShop({
      engine,
      options: { terminalGroups: [{ ...web!, baseUrl: service.url }] },
      providers: [Reported],
    });
    reported = shop.app.get(Reported);
  });
  afterAll(async () => {
    await service.close();
    await shop.close();
  });

  const web = () => shop.payments.group('web');
  const order = (change: Partial<CreateOrderInput>): CreateOrderInput => ({
    orderId: `R-${(number += 1)}`,
    amount: Money.of('9.95', 'EUR'),
    description: 'A month of tea',
    type: 'direct',
    notificationUrl: `${shop.url}/payments/notifications/web`,
    ...change,
  });
  const create = (change: Partial<CreateOrderInput>) => web().orders.create(order(change));

  /** Stores a card for a customer of its own, and says under which token. */
  async function stored(change: Partial<CreateOrderInput> = {}): Promise<{ reference: string; token: string }> {
    const reference = `customer-${(number += 1)}`;
    const recurring = { recurringModel: 'subscription', customer: { reference }, gatewayInfo: GOOD } as const;
    const { orderId } = await create({ ...recurring, ...change });
    const { recurring_id: token } = (await web().orders.get(orderId)).payment_details;
    if (token === null) throw new Error('nothing was stored');
    return { reference, token };
  }

  it('is read from the order that stored it, and listed', async () => {
    const { reference, token } = await stored();
    expect(await web().tokens.list(reference)).toEqual([
      {
        token,
        code: 'VISA',
        display: expect.stringContaining('1111'),
        bin: '411111',
        name_holder: 'Ann Jansen',
        expiry_date: '3112',
        expired: false,
        last4: '1111',
        recurring_model: 'subscription',
      },
    ]);
    expect(await web().tokens.get({ reference, token })).toMatchObject({ token });
    expect(await web().tokens.list('nobody')).toEqual([]);
  });

  it('is charged without a customer, once for each order', async () => {
    const { token } = await stored();
    const charge = order({ recurringId: token, recurringModel: 'subscription' });
    expect(await web().orders.create(charge)).toMatchObject({ paid: true, status: 'completed', attempt: 1 });
    await expect(web().orders.create(charge)).rejects.toMatchObject({ code: 'ORDER_ALREADY_PAID' });
    await service.sandbox.idle();
    await waitFor(async () => (await shop.count("tillbridge_notification WHERE state = 'pending'")) === 0, {
      what: 'the inbox to be worked off',
    });
    expect(reported.of(charge.orderId)).toEqual(['completed']);
  });

  it('is refused once it has expired, and charged under the same id with its new date', async () => {
    const { reference, token } = await stored();
    await service.sandbox.tokens.expire(token);
    expect(await web().tokens.get({ reference, token })).toMatchObject({ expired: true });
    const charge = order({ recurringId: token, recurringModel: 'subscription' });
    const refused = { code: 'SERVICE_1024', kind: 'refused', execution: 'not-executed' };
    await expect(web().orders.create(charge)).rejects.toMatchObject(refused);
    await web().tokens.update({ reference, token }, { expiryDate: '3112' });
    expect(await web().orders.create(charge)).toMatchObject({ paid: true, attempt: 1 });
  });

  it('is charged no more once it is deleted, and deleted once', async () => {
    const { reference, token } = await stored();
    await web().tokens.delete({ reference, token });
    const notFound = { code: 'SERVICE_1000', httpStatus: 404 };
    await expect(web().tokens.delete({ reference, token })).rejects.toMatchObject(notFound);
    await expect(create({ recurringId: token })).rejects.toMatchObject({ code: 'SERVICE_1024' });
  });

  it('that declines is charged anew in another attempt of the same order', async () => {
    const declined = order({ gatewayInfo: NO_FUNDS });
    expect(await web().orders.create(declined)).toMatchObject({ paid: false, status: 'declined', attempt: 1 });
    const { token } = await stored();
    const { orderId } = declined;
    expect(await create({ orderId, recurringId: token })).toMatchObject({ paid: true, attempt: 2 });
    await service.sandbox.idle();
    expect(reported.of(orderId)).toEqual(['declined', 'completed']);
  });

  it('is stored by an order for nothing, which is paid in full, and gives nothing back', async () => {
    const recurring = { recurringModel: 'unscheduled', customer: { reference: 'zero' }, gatewayInfo: GOOD } as const;
    const asked = order({ ...recurring, amount: Money.zero('EUR') });
    const created = await web().orders.create(asked);
    expect(created).toMatchObject({ paid: true, status: 'completed', attention: null });
    await service.sandbox.idle();
    await waitFor(async () => (await shop.count("tillbridge_notification WHERE state = 'pending'")) === 0, {
      what: 'the inbox to be worked off',
    });
    const synced = await web().orders.sync(asked.orderId, { by: 'ann', why: 'to see that nothing changes' });
    expect(synced).toMatchObject({ paid: true, status: 'completed', attention: null, paidAt: created.paidAt });
    expect(synced.amount.toString()).toBe('0.00 EUR');
    expect(reported.of(asked.orderId)).toEqual(['completed']);
    const { refunds } = web();
    expect((await refunds.remaining(asked.orderId)).amount).toBe(0);
    for (const amount of [Money.zero('EUR'), Money.ofMinor(1, 'EUR'), 'remaining'] as const) {
      const request = { orderId: asked.orderId, amount, reason: 'no reason', key: `zero-${String(amount)}` };
      await expect(refunds.request(request)).rejects.toMatchObject({ execution: 'not-executed' });
    }
    const [token] = await web().tokens.list('zero');
    expect(await create({ recurringId: token!.token })).toMatchObject({ paid: true });
  });

  it('is paid on a page, too, and is nothing to pay there either', async () => {
    const recurring = { recurringModel: 'cardOnFile', customer: { reference: 'page' } } as const;
    const { orderId, paid, paymentUrl } = await create({ ...recurring, type: 'redirect', amount: Money.zero('EUR') });
    expect([paid, paymentUrl]).toEqual([false, expect.stringContaining('/pay/')]);
    await service.sandbox.pay(orderId, { method: 'VISA' });
    expect(await web().orders.settle(orderId)).toMatchObject({ paid: true, attention: null });
    expect(await web().tokens.list('page')).toHaveLength(1);
  });
});

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { Money, type CartLineInput } from 'tillbridge';
import { failureOf } from '../../support/failure-of.js';
import { eur, RefundClerk } from './support/refund-clerk.js';
import { RefundStage } from './support/refund-stage.js';

describe('refunds', () => {
  let clerk: RefundClerk;

  beforeAll(async () => {
    clerk = new RefundClerk(await RefundStage.start('sqlite'));
  });
  afterAll(() => clerk.stage.close());

  it('by lines of the cart go out as they were asked for (protocol §2.6)', async () => {
    const orderId = `I-${randomUUID().slice(0, 8)}`;
    const bought = { lines: [line('A', 9_000), line('B', 1_000)] };
    await clerk.stage.shop.payments.group('web').orders.create({
      orderId,
      amount: eur(10_000),
      description: 'A and B',
      gateway: 'AFTERPAY',
      cart: bought,
      redirectUrl: 'http://localhost:3000/return',
    });
    await clerk.stage.service.sandbox.pay(orderId);
    await clerk.stage.shop.payments.group('web').orders.ship(orderId);
    await clerk.stage.service.sandbox.accept(orderId);
    await clerk.stage.shop.payments.orders.sync(orderId, { by: 'test', why: 'it was paid' });
    const cart = { bought, paid: eur(10_000), returned: { lines: [line('B', 1_000)] } };
    const refund = await clerk.ask({ orderId, amount: eur(1_000), cart });
    const [row] = await clerk.rowsOf(orderId);
    expect(row?.cart).toEqual(cart);
    await clerk.sent(orderId);
    expect(await clerk.stage.now(refund)).toMatchObject({ state: 'accepted' });
    expect(await clerk.atService(orderId)).toEqual([1_000]);
  });

  it('are of the amount that was judged, though it says more each time it is read', async () => {
    const orderId = await clerk.paid();
    let total = 0;
    const amount: Money = Object.create(eur(1), { amount: { get: () => (total += 100) } });
    await clerk.ask({ orderId, amount });
    expect(await clerk.rowsOf(orderId)).toMatchObject([{ amount: 100 }]);
  });

  describe('and cannot be used as they are', () => {
    let orderId: string;
    beforeAll(async () => {
      orderId = await clerk.paid();
    });

    const cart = { bought: { lines: [line('A', 9_000), line('B', 1_000)] }, paid: eur(10_000) };

    it.each<[string, Record<string, unknown>, string]>([
      ['no amount', { amount: undefined }, 'amount'],
      ['nothing', { amount: eur(0) }, 'amount'],
      ['less than nothing', { amount: eur(-1) }, 'amount'],
      ['a bare number', { amount: 10 }, 'amount'],
      ['a part of a cent', { amount: { amount: 0.5, currency: 'EUR' } }, 'amount'],
      ['another word', { amount: 'all' }, 'amount'],
      ['no reason', { reason: undefined }, 'reason'],
      ['an empty reason', { reason: ' ' }, 'reason'],
      ['a long reason', { reason: 'x'.repeat(201) }, 'reason'],
      ['HTML', { reason: '<b>broken</b>' }, 'reason'],
      ['no key', { key: undefined }, 'key'],
      ['an empty key', { key: '' }, 'key'],
      ['a long key', { key: 'k'.repeat(121) }, 'key'],
      ['a key that databases read as another', { key: 'k ' }, 'key'],
      ['a key that is not its own', { key: 'elsewhere:1' }, 'key'],
      ['a key that cannot be read', { key: 'a\0b' }, 'key'],
      ['a long name', { by: 'x'.repeat(121) }, 'by'],
      ['a long why', { why: 'x'.repeat(501) }, 'why'],
      ['a misspelt field', { reasn: 'broken' }, 'reasn'],
      ['a cart that is none', { cart: 'mug' }, 'cart'],
      ['a cart without its end', { cart: ringed() }, 'cart'],
      ['a cart that is too large', { cart: { ...cart, returned: 'x'.repeat(300_000) } }, 'cart'],
      ['lines that do not add up', { cart: { ...cart, returned: { lines: [line('B', 900)] } } }, 'cart.returned'],
    ])('%s: everything stays as it was', async (_what, change, path) => {
      const failure = await failureOf(clerk.ask({ orderId, ...change }));
      expect(failure).toMatchObject({ code: 'REFUND_INVALID', execution: 'not-executed', orderId });
      expect(failure.faults?.map((fault) => fault.path.slice(0, path.length))).toContain(path);
      expect(await clerk.rowsOf(orderId)).toEqual([]);
    });
  });
});

function line(name: string, amount: number): CartLineInput {
  const unitPriceIncludingTax = Money.ofMinor(amount, 'EUR');
  return { name, merchantItemId: name, quantity: 1, unitPriceIncludingTax, taxPercent: '21' };
}

function ringed(): object {
  const cart: Record<string, unknown> = {};
  cart['bought'] = cart;
  return cart;
}

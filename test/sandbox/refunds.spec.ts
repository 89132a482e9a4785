import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { call, relatedOf, verdict } from './support/api.js';
import { startService, WEB_KEY, type Service, type ServiceReply } from './support/service.js';

const FIVE_MINUTES_MS = 300_000;
const DAY_MS = 86_400_000;

let service: Service;
let number = 0;

beforeEach(async () => {
  service = await startService();
});
afterEach(() => service.close());

async function paidOrder(fields: Record<string, unknown> = {}): Promise<string> {
  const orderId = `R-${(number += 1)}`;
  await service.create({ order_id: orderId, amount: 10_000, ...fields });
  // By a method whose refunds show as most do.
  await service.sandbox.pay(orderId, 'gateway' in fields ? {} : { method: 'VISA' });
  return orderId;
}

const refund = (orderId: string, fields: Record<string, unknown> = {}): Promise<ServiceReply> =>
  call(service, `POST /orders/${orderId}/refunds`, { currency: 'EUR', ...fields });
const statusOf = async (orderId: string): Promise<unknown[]> => {
  const { status, financial_status, amount_refunded } = (await service.get(orderId)).json.data;
  return [status, financial_status, amount_refunded];
};

describe('a refund', () => {
  it('is an order of its own, listed with the original, reserved until midnight and then completed', async () => {
    const orderId = await paidOrder();
    const { transactionId } = await service.sandbox.order(orderId);
    const fields = { amount: 1_500, refund_order_id: `${orderId}-R1`, var1: 'refund:1', description: 'Return 88' };
    const reply = await refund(orderId, fields);
    const { refund_id } = reply.json.data;
    expect(reply.json.data).toEqual({ order_id: `${orderId}-R1`, transaction_id: Number(transactionId), refund_id });
    expect(await statusOf(orderId)).toEqual(['partial_refunded', 'partial_refunded', 1_500]);
    expect(relatedOf(await service.get(orderId))).toMatchObject([
      {
        amount: 1_500,
        description: 'Return 88',
        order_id: `${orderId}-R1`,
        reference_transaction_id: Number(transactionId),
        status: 'reserved',
        transaction_id: refund_id,
        type: 'refund',
        var1: 'refund:1',
      },
    ]);
    const own = (await service.get(`${orderId}-R1`)).json.data;
    expect(own).toMatchObject({
      amount: 1_500,
      status: 'reserved',
      transaction_id: refund_id,
      order_id: `${orderId}-R1`,
    });
    await service.sandbox.advance(DAY_MS);
    expect((await service.get(String(refund_id))).json.data).toMatchObject({ status: 'completed' });
    expect(relatedOf(await service.get(orderId))).toMatchObject([{ status: 'completed' }]);
    expect(await statusOf(orderId)).toEqual(['partial_refunded', 'partial_refunded', 1_500]);
  });

  it.each([
    ['is absent', {}],
    ['is empty', { amount: '' }],
    ['is null', { amount: null }],
    ['is 0', { amount: 0 }],
  ])('gives back everything that is left when its amount %s', async (_, fields) => {
    const orderId = await paidOrder();
    await refund(orderId, { amount: 2_500 });
    expect(verdict(await refund(orderId, fields))).toBe('ok');
    expect(await statusOf(orderId)).toEqual(['refunded', 'refunded', 10_000]);
    expect(relatedOf(await service.get(orderId))).toMatchObject([
      { amount: 2_500 },
      { amount: 7_500, order_id: orderId },
    ]);
  });

  it('becomes payable at midnight of the site, not 24 hours later', async () => {
    service.clock.set(Date.UTC(2026, 6, 15, 21, 30));
    const orderId = await paidOrder();
    await refund(orderId, { amount: 100 });
    service.clock.set(Date.UTC(2026, 6, 15, 21, 59, 59));
    await service.sandbox.runDue();
    expect(relatedOf(await service.get(orderId))).toMatchObject([{ status: 'reserved' }]);
    service.clock.set(Date.UTC(2026, 6, 15, 22));
    await service.sandbox.runDue();
    expect(relatedOf(await service.get(orderId))).toMatchObject([{ status: 'completed' }]);
  });

  it('can be taken back while it is reserved, and not afterwards', async () => {
    const orderId = await paidOrder();
    const first = (await refund(orderId, { amount: 4_000 })).json.data['refund_id'];
    const second = (await refund(orderId, { amount: 6_000 })).json.data['refund_id'];
    expect(await statusOf(orderId)).toEqual(['refunded', 'refunded', 10_000]);
    const path = (id: unknown): string => `PATCH /orders/${orderId}/refunds/${String(id)}`;
    expect(verdict(await call(service, path(second), { status: 'gone' }))).toBe('404 1016');
    expect((await call(service, path(second), { status: 'void' })).text).toBe('{"success":true,"data":{}}');
    expect(await statusOf(orderId)).toEqual(['partial_refunded', 'partial_refunded', 4_000]);
    expect(verdict(await call(service, path(second), { status: 'void' }))).toBe('404 1034');
    expect(verdict(await call(service, path('123'), { status: 'void' }))).toBe('404 1006');
    await service.sandbox.advance(DAY_MS);
    expect(verdict(await call(service, path(first), { status: 'void' }))).toBe('404 1034');
  });

  it('brings a voided order back to what it was', async () => {
    const orderId = await paidOrder();
    await service.sandbox.ship(orderId);
    const id = (await refund(orderId)).json.data['refund_id'];
    await call(service, `PATCH /orders/${orderId}/refunds/${String(id)}`, { status: 'void' });
    expect(await statusOf(orderId)).toEqual(['shipped', 'completed', 0]);
  });

  it('of the dashboard is not known by any mark of the shop', async () => {
    const orderId = await paidOrder();
    expect(await service.sandbox.refund(orderId, { amount: 500 })).toMatchObject({ amount: 500, status: 'reserved' });
    expect(await service.sandbox.refund(orderId, { amount: 500 })).toMatchObject({ orderId });
    expect(await statusOf(orderId)).toEqual(['partial_refunded', 'partial_refunded', 1_000]);
    await expect(service.sandbox.refund(orderId, { amount: 9_001 })).rejects.toMatchObject({
      code: 'REFUND_IMPOSSIBLE',
    });
  });

  it('by cart gives back the negated lines, tax included, in either style', async () => {
    const mug = { name: 'Mug', unit_price: '10.00', quantity: 3, merchant_item_id: 'M', tax_table_selector: 'high' };
    const tax_tables = { alternate: [{ name: 'high', rules: [{ rate: '0.21' }] }] };
    const cart = { shopping_cart: { items: [mug] }, checkout_options: { tax_tables } };
    const orderId = await paidOrder({ gateway: 'KLARNA', amount: 3_630, ...cart });
    expect(await statusOf(orderId)).toEqual(['completed', 'uncleared', 0]);
    const lines = (line: object) => ({ checkout_data: { items: [mug, { ...mug, ...line }] } });
    expect(verdict(await refund(orderId, { amount: 100 }))).toBe('404 1016');
    expect(verdict(await refund(orderId, { checkout_data: { items: [mug] } }))).toBe('404 1001');
    expect(verdict(await refund(orderId, lines({ unit_price: '-10.00', quantity: 1 })))).toBe('ok');
    expect(verdict(await refund(orderId, lines({ quantity: -2 })))).toBe('ok');
    expect(await statusOf(orderId)).toEqual(['refunded', 'uncleared', 3_630]);
  });

  it('by cart tells a discount that was given from a line that is given back', async () => {
    const line = (merchant_item_id: string, unit_price: string) => ({
      name: 'Mug',
      quantity: 1,
      merchant_item_id,
      unit_price,
    });
    const [mug, bowl, coupon] = [line('M', '20.00'), line('B', '12.00'), line('C', '-5.00')];
    const items = [mug, bowl, coupon].map((each) => ({ ...each, tax_table_selector: 'none' }));
    const orderId = await paidOrder({ gateway: 'KLARNA', amount: 2_700, shopping_cart: { items } });
    const giveBack = async (...lines: object[]): Promise<number> => {
      const returned = lines.map((each) => ({ ...each, tax_table_selector: 'none' }));
      expect(verdict(await refund(orderId, { checkout_data: { items: [...items, ...returned] } }))).toBe('ok');
      return Number((await statusOf(orderId))[2]);
    };
    expect(await giveBack({ ...bowl, unit_price: '-12.00' })).toBe(1_200);
    expect(await giveBack({ ...mug, unit_price: '-20.0' }, { ...coupon, unit_price: '5' })).toBe(2_700);
  });

  it('by cart takes one line called Refund, of no table, as plugins send it', async () => {
    const items = [{ name: 'Mug', unit_price: 10, quantity: 3, merchant_item_id: 'M', tax_table_selector: 'high' }];
    const tax_tables = { alternate: [{ name: 'high', rules: [{ rate: 0.081 }] }] };
    const cart = { shopping_cart: { items }, checkout_options: { tax_tables } };
    const orderId = await paidOrder({ gateway: 'KLARNA', amount: 3_243, ...cart });
    const line = { name: 'Refund', unit_price: -12.43, quantity: 1, merchant_item_id: 'r', tax_table_selector: '0' };
    expect(verdict(await refund(orderId, { checkout_data: { items: [line] } }))).toBe('ok');
    expect(await statusOf(orderId)).toEqual(['partial_refunded', 'uncleared', 1_243]);
    const wrong = { items: [line], tax_tables: { alternate: [{ name: 'x', rules: [{ rate: '8,1' }] }] } };
    expect(verdict(await refund(orderId, { checkout_data: wrong }))).toBe('404 1028');
  });

  it('is by cart where the shopper has chosen to pay later, and by amount where a loan was left for a card', async () => {
    const items = [{ name: 'Mug', unit_price: 100, quantity: 1, merchant_item_id: 'M', tax_table_selector: 'none' }];
    const pay = async (gateway: string, method: string): Promise<string> => {
      const orderId = `R-${(number += 1)}`;
      await service.create({ order_id: orderId, amount: 10_000, gateway, shopping_cart: { items } });
      await service.sandbox.pay(orderId, { method });
      return orderId;
    };
    const lent = await pay('', 'KLARNA');
    expect(verdict(await refund(lent, { amount: 3_000 }))).toBe('404 1016');
    const returned = { checkout_data: { items: [...items, { ...items[0], unit_price: -30 }] } };
    expect(verdict(await refund(lent, returned))).toBe('ok');
    expect((await statusOf(lent))[2]).toBe(3_000);
    expect(verdict(await refund(await pay('KLARNA', 'VISA'), { amount: 3_000 }))).toBe('ok');
  });

  it('by amount is what it says, also where the cart is repeated', async () => {
    const items = [{ name: 'Mug', unit_price: 100, quantity: 1, merchant_item_id: 'M', tax_table_selector: 'none' }];
    const orderId = await paidOrder({ amount: 10_000, shopping_cart: { items } });
    expect(verdict(await refund(orderId, { amount: 700, checkout_data: { items } }))).toBe('ok');
    expect((await statusOf(orderId))[2]).toBe(700);
    const returned = { items: [...items, { ...items[0], unit_price: -30 }] };
    expect(verdict(await refund(orderId, { amount: 800, checkout_data: returned }))).toBe('ok');
    expect((await statusOf(orderId))[2]).toBe(1_500);
    expect(verdict(await refund(orderId, { currency: undefined, checkout_data: returned }))).toBe('404 1002');
  });
});

describe('a refund by an amount as text', () => {
  it.each([
    ['700', 700],
    ['0', 10_000],
  ])('of %p gives back %d', async (amount, refunded) => {
    const orderId = await paidOrder();
    expect(verdict(await refund(orderId, { amount }))).toBe('ok');
    expect((await statusOf(orderId))[2]).toBe(refunded);
  });
});

describe('a refund is refused', () => {
  it.each([
    ['text with a point', { amount: '1.00' }, 1001],
    ['a fraction', { amount: 1.5 }, 1001],
    ['less than nothing', { amount: -1 }, 1001],
    ['another currency', { amount: 1, currency: 'USD' }, 1002],
    ['no currency', { amount: 1, currency: undefined }, 1002],
    ['a long description', { amount: 1, description: 'x'.repeat(201) }, 1008],
    ['a long variable', { amount: 1, var2: 'x'.repeat(101) }, 1010],
    ['a bad order id', { amount: 1, refund_order_id: 'a b' }, 1006],
    ['more than was paid', { amount: 10_001 }, 1034],
    ['a magic word', { amount: 1, description: 'sandbox:error=1033' }, 1033],
  ])('for %s', async (_, fields, code) => {
    const orderId = await paidOrder();
    expect(verdict(await refund(orderId, fields))).toBe(`404 ${code}`);
    expect(await statusOf(orderId)).toEqual(['completed', 'completed', 0]);
  });

  it('when nothing was paid, everything was refunded, or the money was charged back', async () => {
    await service.create({ order_id: 'open' });
    expect(verdict(await refund('open', { amount: 1 }))).toBe('404 1034');
    await service.sandbox.cancel('open');
    expect(verdict(await refund('open', { amount: 1 }))).toBe('404 1034');
    const refunded = await paidOrder();
    await refund(refunded);
    expect(verdict(await refund(refunded, { amount: 1 }))).toBe('404 1034');
    expect(verdict(await refund(refunded))).toBe('404 1034');
    const charged = await paidOrder();
    await service.sandbox.chargeback(charged);
    expect(verdict(await refund(charged, { amount: 1 }))).toBe('404 1034');
    expect(verdict(await refund('nowhere', { amount: 1 }))).toBe('404 1006');
  });

  it('when the order says so beforehand', async () => {
    const orderId = await paidOrder({ var3: 'sandbox:refund-error=1033' });
    expect(verdict(await refund(orderId, { amount: 1 }))).toBe('404 1033');
  });

  it('for an equal amount within five minutes, and taken again after that', async () => {
    const orderId = await paidOrder();
    expect(verdict(await refund(orderId, { amount: 500 }))).toBe('ok');
    service.clock.advance(FIVE_MINUTES_MS - 1);
    expect(verdict(await refund(orderId, { amount: 500 }))).toBe('404 1034');
    expect(verdict(await refund(orderId, { amount: 501 }))).toBe('ok');
    service.clock.advance(1);
    expect(verdict(await refund(orderId, { amount: 500 }))).toBe('ok');
    expect(await statusOf(orderId)).toEqual(['partial_refunded', 'partial_refunded', 1_501]);
  });

  it('of another order for an equal amount only when the guard looks at the whole website', async () => {
    const [one, other] = [await paidOrder(), await paidOrder()];
    await refund(one, { amount: 500 });
    expect(verdict(await refund(other, { amount: 500 }))).toBe('ok');
    service.sandbox.adjust('web', { refundGuard: 'site' });
    service.clock.advance(FIVE_MINUTES_MS);
    expect(verdict(await refund(one, { amount: 600 }))).toBe('ok');
    expect(verdict(await refund(other, { amount: 600 }))).toBe('404 1034');
    service.sandbox.adjust('web', { refundGuard: 'off' });
    expect(verdict(await refund(other, { amount: 600 }))).toBe('ok');
  });

  it('for longer with each retry when the guard is anchored at requests', async () => {
    service.sandbox.adjust('web', { refundGuardAnchor: 'requested' });
    const orderId = await paidOrder();
    expect(verdict(await refund(orderId, { amount: 500 }))).toBe('ok');
    for (let retry = 0; retry < 3; retry += 1) {
      service.clock.advance(FIVE_MINUTES_MS - 1);
      expect(verdict(await refund(orderId, { amount: 500 }))).toBe('404 1034');
    }
    service.clock.advance(FIVE_MINUTES_MS);
    expect(verdict(await refund(orderId, { amount: 500 }))).toBe('ok');
  });

  it('when the website asks too quickly, if it has to keep a distance', async () => {
    service.sandbox.adjust('web', { refundSpacingMs: 1_000 });
    const [one, other] = [await paidOrder(), await paidOrder()];
    await refund(one, { amount: 1 });
    service.clock.advance(999);
    expect(verdict(await refund(other, { amount: 2 }))).toBe('404 1034');
    service.clock.advance(1_000);
    expect(verdict(await refund(other, { amount: 2 }))).toBe('ok');
  });

  it('for lack of balance: at once, at midnight, or not before it is topped up', async () => {
    const orderId = await paidOrder();
    service.sandbox.adjust('web', { payoutBalance: 1_000 });
    expect(verdict(await refund(orderId, { amount: 1_001 }))).toBe('404 1034');
    expect(verdict(await refund(orderId, { amount: 1_000 }))).toBe('ok');
    service.sandbox.adjust('web', { lowBalance: 'waiting' });
    expect(verdict(await refund(orderId, { amount: 2_000 }))).toBe('ok');
    await service.sandbox.advance(2 * DAY_MS);
    expect(relatedOf(await service.get(orderId))).toMatchObject([{ status: 'completed' }, { status: 'reserved' }]);
    service.sandbox.adjust('web', { payoutBalance: 3_000 });
    await service.sandbox.advance(DAY_MS);
    expect(relatedOf(await service.get(orderId))).toMatchObject([{ status: 'completed' }, { status: 'completed' }]);
    service.sandbox.adjust('web', { lowBalance: 'declined' });
    await refund(orderId, { amount: 3_000 });
    expect(await statusOf(orderId)).toEqual(['partial_refunded', 'partial_refunded', 6_000]);
    await service.sandbox.advance(DAY_MS);
    expect(relatedOf(await service.get(orderId)).at(-1)).toMatchObject({ status: 'declined' });
    expect(await statusOf(orderId)).toEqual(['partial_refunded', 'partial_refunded', 3_000]);
  });
});

describe('the balance for refunds', () => {
  it('is one of each currency: cents and yen make no sum', async () => {
    const euros = await paidOrder({ amount: 5_000 });
    const yen = await paidOrder({ amount: 5_000, currency: 'JPY' });
    service.sandbox.adjust('web', { payoutBalance: 1_000, lowBalance: 'refused' });
    const verdicts: string[] = [];
    for (const [id, amount, currency] of [
      [euros, 900, 'EUR'],
      [yen, 1_000, 'JPY'],
      [yen, 1, 'JPY'],
      [euros, 100, 'EUR'],
      [euros, 101, 'EUR'],
    ] as const)
      verdicts.push(verdict(await refund(id, { amount, currency })));
    expect(verdicts).toEqual(['ok', 'ok', '404 1034', 'ok', '404 1034']);
    await service.sandbox.advance(2 * DAY_MS);
    for (const id of [euros, yen])
      expect(relatedOf(await service.get(id)).every(({ status }) => status === 'completed')).toBe(true);
  });
});

describe('by a switch', () => {
  it.each([
    [['refund_order_id'], { order_id: 'own', var1: undefined, description: 'Refund of order' }],
    [['var'], { order_id: 'generated', var1: 'mine', description: 'Refund of order' }],
    [['description'], { order_id: 'generated', var1: undefined, description: 'text' }],
    [[], { order_id: 'generated', var1: undefined, description: 'Refund of order' }],
  ] as const)('only some marks come back: %j', async (refundTags, expected) => {
    const orderId = await paidOrder();
    service.sandbox.adjust('web', { refundTags });
    const fields = { amount: 1, refund_order_id: `own-${orderId}`, var1: 'mine', description: 'text' };
    const { refund_id } = (await refund(orderId, fields)).json.data;
    const [entry] = relatedOf(await service.get(orderId));
    const own = expected.order_id === 'own' ? `own-${orderId}` : String(refund_id);
    expect([entry?.['order_id'], entry?.['var1']]).toEqual([own, expected.var1]);
    expect(String(entry?.['description'])).toContain(expected.description);
    expect((await service.get(`own-${orderId}`)).status).toBe(expected.order_id === 'own' ? 200 : 404);
  });

  it('one method gives no mark back, and the others do', async () => {
    for (const [methods, isMarked] of [
      [['KLARNA', 'VISA'], false],
      [['KLARNA'], true],
    ] as const) {
      const orderId = await paidOrder();
      service.sandbox.adjust('web', { untaggedMethods: methods });
      await refund(orderId, { amount: 1, refund_order_id: `own-${orderId}`, var1: 'mine', description: 'text' });
      const [entry] = relatedOf(await service.get(orderId));
      expect([entry?.['order_id'] === `own-${orderId}`, entry?.['var1'] === 'mine']).toEqual([isMarked, isMarked]);
    }
  });

  it('a refund_order_id may be used once only', async () => {
    const orderId = await paidOrder();
    const refund_order_id = `${orderId}-R`;
    await refund(orderId, { amount: 1, refund_order_id });
    expect(verdict(await refund(orderId, { amount: 2, refund_order_id }))).toBe('ok');
    service.sandbox.adjust('web', { refundOrderIdReuse: 'refused' });
    expect(verdict(await refund(orderId, { amount: 3, refund_order_id }))).toBe('404 1006');
    const other = await paidOrder();
    expect(verdict(await refund(orderId, { amount: 4, refund_order_id: other }))).toBe('404 1006');
    expect(verdict(await service.create({ order_id: refund_order_id }))).toBe('404 1006');
  });

  it('the order shows a refund only once it is paid out', async () => {
    service.sandbox.adjust('web', { amountRefundedAt: 'completion' });
    const orderId = await paidOrder();
    await refund(orderId, { amount: 9_000 });
    expect(await statusOf(orderId)).toEqual(['completed', 'completed', 0]);
    expect(verdict(await refund(orderId, { amount: 1_001 }))).toBe('404 1034');
    await service.sandbox.advance(DAY_MS);
    expect(await statusOf(orderId)).toEqual(['partial_refunded', 'partial_refunded', 9_000]);
  });

  it.each([
    ['all', ['reserved'], ['void', 'reserved'], ['void', 'completed']],
    ['standing', ['reserved'], ['reserved'], ['completed']],
    ['none', [], [], []],
  ] as const)('of its refunds an order lists: %s', async (listedRefunds, ...expected) => {
    service.sandbox.adjust('web', { listedRefunds });
    const orderId = await paidOrder();
    const found: unknown[] = [];
    const noteListed = async (): Promise<unknown> =>
      found.push(relatedOf(await service.get(orderId)).map(({ status }) => status));
    const { refund_id } = (await refund(orderId, { amount: 1_000 })).json.data;
    await noteListed();
    await call(service, `PATCH /orders/${orderId}/refunds/${refund_id}`, { status: 'void' });
    await refund(orderId, { amount: 2_000 });
    await noteListed();
    await service.sandbox.advance(DAY_MS);
    await noteListed();
    expect(found).toEqual(expected);
    expect(await statusOf(orderId)).toEqual(['partial_refunded', 'partial_refunded', 2_000]);
    expect((await service.get(String(refund_id))).json.data).toMatchObject({ status: 'void' });
  });

  it('an order shows its refunds among its costs only', async () => {
    service.sandbox.adjust('web', { listedRefunds: 'costs' });
    const orderId = await paidOrder();
    const { refund_id } = (await refund(orderId, { amount: 1_000 })).json.data;
    await service.sandbox.advance(DAY_MS);
    expect(await statusOf(orderId)).toEqual(['completed', 'completed', 0]);
    const { costs, related_transactions } = (await service.get(orderId)).json.data;
    expect(related_transactions).toBeNull();
    const about = { transaction_id: refund_id, type: 'withdraw', status: 'completed', created: expect.any(String) };
    expect(costs).toEqual([expect.objectContaining({ type: 'SYSTEM' }), expect.objectContaining(about)]);
  });

  it('cannot be set to what makes no sense, or for no one', () => {
    expect(() => service.sandbox.adjust('nobody', {})).toThrow(expect.objectContaining({ code: 'SWITCH_INVALID' }));
    expect(() => service.sandbox.adjust('web', { payoutBalance: -1, error: 1 })).toThrow(/payoutBalance.*error/);
  });
});

describe('whatever is asked for', () => {
  const step = fc.record({
    amount: fc.constantFrom(0, 100, 100, 250, 700, 5_000),
    waitMs: fc.constantFrom(0, 1_000, 150_000, 299_999, 300_000),
    act: fc.constantFrom('refund', 'refund', 'refund', 'void', 'dashboard'),
  });

  it('the sum of refunds never exceeds what was paid, and equal amounts keep their distance', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
        const orderId = await paidOrder({ amount: 6_000 });
        const taken = new Map<number, { at: number; id: string }>();
        for (const { amount, waitMs, act } of steps) {
          service.clock.advance(waitMs);
          const now = service.clock.now();
          if (act === 'dashboard') await service.sandbox.refund(orderId, { amount: 7 }).catch(() => undefined);
          const [newest] = [...taken.values()].slice(-1);
          if (act === 'void' && newest !== undefined) {
            const path = `PATCH /orders/${orderId}/refunds/${newest.id}`;
            if ((await call(service, path, { status: 'void' })).json.success) {
              for (const [key, { id }] of taken) if (id === newest.id) taken.delete(key);
            }
          }
          if (act !== 'refund') continue;
          const before = relatedOf(await service.get(orderId)).length;
          const reply = await refund(orderId, { amount });
          if (!reply.json.success) continue;
          const booked = Number(relatedOf(await service.get(orderId))[before]?.['amount']);
          const last = taken.get(booked);
          if (last !== undefined) expect(now - last.at).toBeGreaterThanOrEqual(FIVE_MINUTES_MS);
          taken.set(booked, { at: now, id: String(reply.json.data['refund_id']) });
        }
        const order = await service.get(orderId);
        const live = relatedOf(order).filter(({ status }) => status === 'reserved' || status === 'completed');
        const sum = live.reduce((total, { amount }) => total + Number(amount), 0);
        expect(sum).toBeLessThanOrEqual(6_000);
        expect(order.json.data['amount_refunded']).toBe(sum);
      }),
      { numRuns: 15 },
    );
  });

  it('many requests at once do not refund more than was paid', async () => {
    const orderId = await paidOrder();
    const amounts = Array.from({ length: 12 }, (_, index) => 1_500 + index);
    const replies = await Promise.all(amounts.map((amount) => refund(orderId, { amount })));
    expect(replies.filter(({ json }) => json.success)).toHaveLength(6);
    const equal = await paidOrder();
    const same = await Promise.all(amounts.map(() => refund(equal, { amount: 100 })));
    expect(same.filter(({ json }) => json.success)).toHaveLength(1);
  });

  it('needs the key of the group that was paid', async () => {
    const orderId = await paidOrder();
    const reply = await call(service, `POST /orders/${orderId}/refunds`, {}, { api_key: `${WEB_KEY}x` });
    expect(verdict(reply)).toBe('401 1032');
  });
});

import { describe, expect, it } from '@jest/globals';
import { Money, type CreateOrderInput } from 'tillbridge';
import { failureOf } from '../support/failure-of.js';
import { anOrder, euros, MUG, OrderContract } from './support/order-contract.js';
import { canService, itWith } from './support/service-under-test.js';

/** The service spells it both ways (protocol §4.1). */
const CANCELLED = /^cancell?ed$/;

const OF_THE_SANDBOX: [string, number, Partial<CreateOrderInput>][] = canService('drive')
  ? [
      ['a method that takes no direct requests', 1023, { type: 'direct', gateway: 'PSAFECARD' }],
      ['a till that is none', 1023, { gatewayInfo: { terminal_id: 'T9' } }],
      ['a pay-later order without a cart', 1016, { type: 'redirect', gateway: 'AFTERPAY' }],
    ]
  : [];

describe('orders are created and read', () => {
  const contract = new OrderContract({ terminals: [{ id: 'T1' }] });
  const create = (order: CreateOrderInput) => contract.client.createOrder(contract.group, order);
  const read = (orderId: string) => contract.client.getOrder(contract.group, orderId);

  it.each(['redirect', 'paymentlink'] as const)('%s: a page to pay on', async (type) => {
    const order = anOrder({ type, secondsActive: 3600, secondChance: false, var1: 'attempt:☕', closeWindow: true });
    const created = await create(order);
    expect(created).toMatchObject({ orderId: order.orderId, sessionId: expect.any(String) });
    expect(created.paymentUrl).toMatch(/^https?:\/\//);
    expect(await read(order.orderId)).toMatchObject({
      order_id: order.orderId,
      amount: 4599,
      currency: 'EUR',
      description: 'Two mugs',
      status: 'initialized',
      var1: 'attempt:☕',
    });
  });

  it('with everything that can be said about the customer, the parcel and the cart', async () => {
    const order = anOrder({
      gateway: 'IDEAL',
      amount: euros('24.20'),
      redirectUrl: 'https://shop.example/return?order=1',
      cancelUrl: 'https://shop.example/cancel',
      customer: {
        first_name: 'Ann',
        last_name: 'Ååås',
        address1: 'Keizersgracht',
        house_number: '1a',
        zip_code: '1015 CJ',
        city: 'Amsterdam',
        country: 'NL',
        locale: 'nl_NL',
        phone: '+31 20 123 45 67',
        email: 'ann@example.org',
        ip_address: '2001:db8::7',
        forwarded_ip: null,
        birthday: '1980-02-29',
      },
      delivery: { first_name: 'Bo', city: 'Utrecht', country: 'NL' },
      cart: { lines: [{ ...MUG, quantity: 2 }] },
      customInfo: { custom_1: 'a' },
      plugin: { shop: 'Mugs', plugin_version: '1.0' },
      daysActive: 2,
      allowedCountries: ['NL', 'BE'],
      var1: '☕'.repeat(100),
    });
    await create(order);
    const found = await read(order.orderId);
    expect(found.customer).toMatchObject({ first_name: 'Ann', last_name: 'Ååås', city: 'Amsterdam', country: 'NL' });
    expect(found.custom_info).toMatchObject({ custom_1: 'a' });
  });

  it('directly: the order itself is answered, and where the bank is', async () => {
    const created = await create(anOrder({ type: 'direct', gateway: 'IDEAL', gatewayInfo: { issuer_id: '3151' } }));
    expect(created.order).toMatchObject({ order_id: created.orderId, status: 'initialized' });
    expect(created.paymentUrl).toMatch(/^https?:\/\//);
    const transfer = await create(anOrder({ type: 'direct', gateway: 'BANKTRANS' }));
    expect(transfer).toMatchObject({ paymentUrl: null, order: { status: 'initialized' } });
  });

  itWith('terminals')('at a till: no page, but events to follow', async () => {
    const order = anOrder({ gateway: '', gatewayInfo: { terminal_id: 'T1' } });
    const created = await create(order);
    expect(created).toMatchObject({ paymentUrl: null, events: { url: expect.any(String), token: expect.any(String) } });
    await contract.client.cancelOrder(contract.group, order.orderId, { session: 'terminal' });
    expect(await read(order.orderId)).toMatchObject({ status: expect.stringMatching(CANCELLED) });
  });

  // What a real account knows and has is its own affair; the first two hold for any.
  it.each<[string, number, Partial<CreateOrderInput>]>([
    ['an unknown payment method', 1000, { gateway: 'NOSUCHMETHOD' }],
    ['a bank that is none', 1036, { type: 'direct', gateway: 'IDEAL', gatewayInfo: { issuer_id: '9999' } }],
    ...OF_THE_SANDBOX,
  ])('refuses %s with %d', async (_name, code, change) => {
    const error = await failureOf(create(anOrder(change)));
    expect(error).toMatchObject({
      code: `SERVICE_${code}`,
      serviceCode: code,
      execution: 'not-executed',
      group: 'web',
    });
  });

  it('refuses to read an order no one knows, and another amount under a known id', async () => {
    expect(await failureOf(read('no-such-order'))).toMatchObject({ serviceCode: 1006, httpStatus: 404 });
    const order = anOrder();
    await create(order);
    if (canService('drive')) {
      const other = await failureOf(create({ ...order, amount: euros('1.00') }));
      expect(other).toMatchObject({ serviceCode: 1006, orderId: order.orderId });
    }
  });

  it('sends nothing that the service would refuse, and lists every fault as data', async () => {
    const order = { ...anOrder(), amount: Money.zero('EUR'), description: '<b>mug</b>', descripton: 'mug' };
    const cart = { lines: [{ ...MUG, quantity: 0 }] };
    const error = await failureOf(create({ ...order, customer: { country: 'Holland' }, cart }));
    expect(error).toMatchObject({ code: 'ORDER_INVALID', execution: 'not-executed', orderId: order.orderId });
    expect(error.faults).toEqual([
      { path: 'descripton', message: 'is no field that is known here' },
      {
        path: 'amount',
        message:
          'must be money of 1 to 999999999999999 minor units, or of 0 with recurringModel and customer.reference',
        code: 1001,
      },
      { path: 'description', message: 'must not hold HTML', code: 1008 },
      expect.objectContaining({ path: 'customer.country', code: 1018 }),
      expect.objectContaining({ path: 'cart.lines[0].quantity' }),
    ]);
    expect(error.message).toContain('description: must not hold HTML (1008)');
    expect(await failureOf(read(order.orderId))).toMatchObject({ serviceCode: 1006 });
  });

  it('takes no harm from a cart that cannot be read, nor from an identifier that is none', async () => {
    const { client, group } = contract;
    const lines = () => {
      throw new Error('hands off');
    };
    const cart = Object.defineProperty({ lines: [] }, 'lines', { get: lines });
    const faults = [{ path: 'cart', message: 'cannot be read' }];
    expect((await failureOf(() => create(anOrder({ cart })))).faults).toEqual(faults);
    const id = await failureOf(() => client.refundOrder(group, '..', { amount: euros('1.00') }));
    expect(id).toMatchObject({ code: 'ORDER_ID_INVALID', execution: 'not-executed' });
  });

  it('knows which currencies the account supports', () => {
    const { client, group } = contract;
    const dollars = { ...group, currencies: ['USD'] };
    const faults = [{ path: 'amount', message: 'must be in a currency that the account supports', code: 1002 }];
    expect(() => client.checkOrder(dollars, anOrder())).toThrow(expect.objectContaining({ faults }));
    expect(client.checkOrder(dollars, anOrder({ amount: Money.of('1', 'USD') })).body).toMatchObject({
      currency: 'USD',
    });
  });
});

describe('orders are changed', () => {
  const contract = new OrderContract();
  const payLater = { gateway: 'AFTERPAY', amount: euros('24.20'), cart: { lines: [{ ...MUG, quantity: 2 }] } };

  it('an invoice is noted; a memo alone is no change', async () => {
    const { client, group } = contract;
    const order = anOrder();
    await client.createOrder(group, order);
    const invoice = { invoiceId: 'F-2028-17', memo: 'call first' };
    expect(await client.updateOrder(group, order.orderId, invoice)).toEqual({ expirationDate: null });
    const error = await failureOf(() => client.updateOrder(group, order.orderId, { memo: 'call first' }));
    expect(error).toMatchObject({ code: 'UPDATE_INVALID', faults: [{ path: 'invoiceId', code: 1016 }] });
    expect(await failureOf(client.updateOrder(group, 'no-such-order', invoice))).toMatchObject({ serviceCode: 1000 });
  });

  itWith('drive')('a pay-later reservation is prolonged', async () => {
    const { client, group } = contract;
    const order = await contract.paidOrder(payLater);
    const { expirationDate } = await client.updateOrder(group, order.orderId, { extendExpiration: true });
    expect(expirationDate).toMatch(/^\d{4}-\d{2}-\d{2}$/);
    const other = await contract.paidOrder();
    const error = await failureOf(client.updateOrder(group, other.orderId, { extendExpiration: true }));
    expect(error).toMatchObject({ serviceCode: 1006 });
  });

  itWith('drive')('goods are shipped, all at once or in parts', async () => {
    const { client, group } = contract;
    const whole = await contract.paidOrder();
    const shipment = { carrier: 'Post', trackTraceCode: '3S123', shipDate: '2028-02-29', invoiceId: 'F-1' };
    expect(await client.shipOrder(group, whole.orderId, shipment)).toEqual({ orderId: null, transactionId: null });
    expect(await client.getOrder(group, whole.orderId)).toMatchObject({ status: 'shipped' });
    const parts = await contract.paidOrder(payLater);
    const part = await client.shipOrder(group, parts.orderId, {
      amount: euros('12.10'),
      trackTraceUrl: 'https://p.nl',
    });
    expect(part).toEqual({ orderId: `${parts.orderId}-0001`, transactionId: expect.stringMatching(/^\d+$/) });
    expect(await client.getOrder(group, part.orderId!)).toMatchObject({ amount: 1210, status: 'shipped' });
    const more = await failureOf(client.shipOrder(group, parts.orderId, { amount: euros('12.11') }));
    expect(more).toMatchObject({ serviceCode: 1001 });
  });

  it('a shipment of nothing is not sent, one of an unpaid order refused', async () => {
    const { client, group } = contract;
    const order = anOrder();
    await client.createOrder(group, order);
    const nothing = await failureOf(() =>
      client.shipOrder(group, order.orderId, { amount: Money.zero('EUR'), shipDate: 'soon' }),
    );
    expect(nothing).toMatchObject({ code: 'SHIPMENT_INVALID', faults: [{ code: 1001 }, { path: 'shipDate' }] });
    expect(await failureOf(client.shipOrder(group, order.orderId))).toMatchObject({ serviceCode: 1006 });
  });

  it('a session is cancelled on the web; a till’s way is not open to it', async () => {
    const { client, group } = contract;
    const order = anOrder();
    await client.createOrder(group, order);
    const till = await failureOf(client.cancelOrder(group, order.orderId, { session: 'terminal' }));
    expect(till).toMatchObject({ execution: 'not-executed', httpStatus: expect.any(Number) });
    await client.cancelOrder(group, order.orderId, { reason: 'sold out' });
    expect(await client.getOrder(group, order.orderId)).toMatchObject({ status: expect.stringMatching(CANCELLED) });
    const wrong = await failureOf(() => client.cancelOrder(group, order.orderId, JSON.parse('{"session":"till"}')));
    expect(wrong).toMatchObject({ code: 'CANCEL_INVALID', faults: [{ path: 'session' }] });
  });

  itWith('drive')('through the facade of a terminal group', async () => {
    const { orders } = contract.clients.payments.group('web');
    const paid = await contract.paidOrder({ gateway: 'VISA', capture: 'manual' });
    expect(await orders.update(paid.orderId, { invoiceId: 'F-1' })).toEqual({ expirationDate: null });
    expect(await orders.capture(paid.orderId, { amount: euros('5.99') })).toMatchObject({
      orderId: expect.any(String),
    });
    expect(await orders.cancelReservation(paid.orderId, { reason: 'sold out' })).toMatchObject({
      orderId: paid.orderId,
    });
    const open = anOrder();
    await orders.create(open);
    await orders.cancel(open.orderId);
    expect(await orders.get(open.orderId)).toMatchObject({ status: expect.stringMatching(CANCELLED) });
    expect(await failureOf(orders.ship(open.orderId))).toMatchObject({ serviceCode: 1006 });
  });
});

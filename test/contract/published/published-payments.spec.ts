import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { parseOrder, readCreatedOrder, readEnvelope } from '../../../src/protocol/index.js';
import { CREATED_SCHEMA } from './answers.schema.js';
import { dataOf, startRawApi, type RawApi } from './api-calls.js';
import { ORDER_SCHEMA } from './order.schema.js';
import { faultsOf, refusalFaults, succeeding } from './published-answer.js';

const MINUTE = 60_000;
const ORDER_ANSWER = succeeding(ORDER_SCHEMA);

let api: RawApi;
beforeAll(async () => void (api = await startRawApi()));
afterAll(() => api.service.close());

const card = (card_number: string): Record<string, unknown> => ({
  gateway_info: { card_number, card_holder_name: 'A. Example', card_expiry_date: '3112', card_cvc: '123' },
});
const account = (ending: string): object => ({
  gateway_info: { account_holder_iban: `NL87ABNA00000000${ending}`, account_holder_name: 'A. Example' },
});

/** The order in an answer, taken by the schema and read by the module: both must agree with what was sent. */
function orderIn(text: string): { status: string | null; financialStatus: string | null; method: string | null } {
  expect(faultsOf(ORDER_ANSWER, text)).toEqual([]);
  const envelope = readEnvelope({ httpStatus: 200, body: text });
  if (!envelope.ok) throw new Error(`The module reads no success in ${text}`);
  const { order, faults } = parseOrder(envelope.data);
  expect(faults).toEqual([]);
  const { status, financial_status: financialStatus, payment_details } = order;
  expect(order).toMatchObject({ order_id: dataOf(text)['order_id'], amount: dataOf(text)['amount'], status });
  return { status, financialStatus, method: payment_details.type };
}

const read = async (orderId: string): Promise<ReturnType<typeof orderIn>> =>
  orderIn((await api.send('GET', `/orders/${orderId}`)).text);

describe('an order that a page shows', () => {
  it('is answered with the page, the session, and where its events come', async () => {
    const { status, text, orderId } = await api.order({});
    expect(status).toBe(200);
    expect(faultsOf(succeeding(CREATED_SCHEMA), text)).toEqual([]);
    expect(readCreatedOrder(dataOf(text))).toMatchObject({
      order_id: orderId,
      payment_url: dataOf(text)['payment_url'],
    });
    expect(await read(orderId)).toEqual({ status: 'initialized', financialStatus: 'initialized', method: null });
  });

  it.each(['first_name last_name', 'firstname lastname'])(
    'knows its customer, whose name came as %s',
    async (names) => {
      const [first, last] = names.split(' ') as [string, string];
      const { orderId } = await api.order({
        customer: { [first]: 'Ann', [last]: 'Example', email: 'ann@example.org' },
      });
      const { text } = await api.send('GET', `/orders/${orderId}`);
      expect(faultsOf(ORDER_ANSWER, text)).toEqual([]);
      expect(dataOf(text)['customer']).toMatchObject({ first_name: 'Ann', last_name: 'Example' });
    },
  );

  it.each([0.0825, 0.055, 0.081])('takes prices of ten decimals and a tax rate of %d, as numbers', async (rate) => {
    const unit_price = Number((45.99 / (1 + rate)).toFixed(10));
    const tables = { alternate: [{ name: 'local', rules: [{ rate }] }], default: { rate: 0.21 } };
    const { status, text, orderId } = await api.order({
      shopping_cart: { items: [{ name: 'Mug', quantity: 1, unit_price, tax_table_selector: 'local' }] },
      checkout_options: { tax_tables: tables, validate_cart: true },
    });
    expect([status, text]).toEqual([200, expect.any(String)]);
    const order = await api.send('GET', `/orders/${orderId}`);
    expect(faultsOf(ORDER_ANSWER, order.text)).toEqual([]);
    expect(order.text).toContain(`"unit_price":${unit_price}`);
    expect(dataOf(order.text)['checkout_options']).toEqual(tables);
  });
});

describe('a card that comes with the request', () => {
  it.each([
    ['4111111111111111', 'VISA', 'completed', null],
    ['4761340000000019', 'VISA', 'completed', null],
    ['5500000000000004', 'MASTERCARD', 'completed', null],
    ['374500000000015', 'AMEX', 'completed', null],
    ['6799990000000000011', 'MAESTRO', 'completed', null],
    ['67034500054620008', 'MISTERCASH', 'completed', null],
    ['4917300000000008', 'VISA', 'uncleared', 'void'],
    ['378734493671000', 'AMEX', 'uncleared', 'void'],
    ['4462000000000003', 'VISA', 'uncleared', 'completed'],
    ['4012001037461114', 'VISA', 'declined', null],
    ['374200000000004', 'AMEX', 'declined', null],
    ['67039902990000045', 'MISTERCASH', 'declined', null],
    ['4012001038488884', 'VISA', 'declined', null],
    ['67039902990000011', 'MISTERCASH', 'declined', null],
  ])('%s is %s and %s, and after three minutes %s', async (number, method, status, later) => {
    for (const gateway of [method, undefined]) {
      const { text, orderId } = await api.order({ type: 'direct', gateway, ...card(number) });
      expect(orderIn(text)).toMatchObject({ status, method });
      expect(text).not.toContain(number);
      await api.service.sandbox.advance(3 * MINUTE);
      expect((await read(orderId)).status).toBe(later ?? status);
    }
  });

  it('is asked about on a page of its bank, where it must be', async () => {
    api.service.sandbox.adjust('web', { cardAuthentication: 'always' });
    const payment_options = { redirect_url: 'https://shop.example/back', cancel_url: 'https://shop.example/cancel' };
    const { text } = await api.order({ type: 'direct', payment_options, ...card('4111111111111111') });
    api.service.sandbox.adjust('web', { cardAuthentication: 'never' });
    expect(orderIn(text)).toMatchObject({ status: 'initialized', financialStatus: 'initialized', method: 'VISA' });
    expect(dataOf(text)).toMatchObject({ payment_url: expect.any(String), cancel_url: 'https://shop.example/cancel' });
  });

  it.each([
    ['payment components', { gateway: 'VISA', payment_data: { payload: 'an encrypted payload' } }],
    ['Apple Pay', { gateway: 'APPLEPAY', payment_token: '{"paymentData":{}}' }],
    ['Google Pay', { gateway: 'GOOGLEPAY', payment_token: '{"signature":""}' }],
    ['Apple Pay, in gateway_info', { gateway: 'APPLEPAY', gateway_info: { payment_token: '{"paymentData":{}}' } }],
  ])('may be hidden in what came of %s', async (_, fields) => {
    const { text } = await api.order({ type: 'direct', ...fields });
    expect(orderIn(text)).toMatchObject({ status: 'completed', method: fields.gateway });
  });
});

describe('a test account', () => {
  it.each([
    ['BANKTRANS', '01', 2, ['initialized', 'completed']],
    ['BANKTRANS', '02', 2, ['initialized', 'expired']],
    ['DIRDEB', '01', 2, ['initialized', 'completed']],
    ['DIRDEB', '03', 2, ['uncleared', 'completed']],
    ['DIRDEB', '02', 2, ['uncleared', 'declined']],
    ['DIRDEB', '04', 2, ['uncleared', 'declined']],
  ])('of %s that ends with %s: after %d minutes %j', async (gateway, ending, minutes, [now, later]) => {
    const { text, orderId } = await api.order({ type: 'direct', gateway, ...account(ending) });
    const first = orderIn(text).status;
    await api.service.sandbox.advance(minutes * MINUTE);
    const then = (await read(orderId)).status;
    // Some decide at once what others decide after a while: what is published is how it ends.
    expect([now, later]).toContain(first);
    expect(then).toBe(later);
  });

  it.each([
    [999, 'declined'],
    [1_000, 'completed'],
    [2_000, 'completed'],
    [2_001, 'expired'],
  ])('is not needed for Multibanco, where an amount of %d ends as %s', async (amount, ending) => {
    const { orderId } = await api.order({ type: 'direct', gateway: 'MULTIBANCO', amount });
    await api.service.sandbox.advance(10 * MINUTE);
    expect((await read(orderId)).status).toBe(ending);
  });
});

/** What lenders want to know. */
const CART = {
  shopping_cart: { items: [{ name: 'Mug', quantity: 1, unit_price: 45.99, tax_table_selector: 'none' }] },
  checkout_options: { tax_tables: { alternate: [{ name: 'none', rules: [{ rate: 0 }] }] } },
  customer: { first_name: 'Ann', last_name: 'Example', email: 'ann@example.org', country: 'NL' },
};

describe('a lender', () => {
  it.each([
    'PAYAFTER',
    'AFTERPAY',
    'BILLINK',
    'EINVOICE',
    'KLARNA',
    'IN3',
    'SANTANDER',
    'ZINIA',
    'BNPL_MF',
    'BNPL_INSTM',
  ])('answers a direct order with a page, too: %s', async (gateway) => {
    const { text } = await api.order({ type: 'direct', gateway, ...CART });
    expect(faultsOf(ORDER_ANSWER, text)).toEqual([]);
    expect(dataOf(text)['payment_url']).toMatch(/\/pay\//);
  });
});

describe('a currency that a method does not take', () => {
  it.each('IDEAL MISTERCASH BELFIUS KBC CBC EPS BIZUM MBWAY MULTIBANCO MYBANK DIRDEB PAYAFTER IN3'.split(' '))(
    'is refused: %s in dollars',
    async (gateway) => {
      expect(
        refusalFaults(await api.order({ gateway, currency: 'USD', ...CART }), { status: 404, code: 1002 }),
      ).toEqual([]);
    },
  );
});

describe('two ways to pay', () => {
  it('stand beside each other: a gift card with a balance, and a card for the rest', async () => {
    const { orderId } = await api.order({});
    await api.service.sandbox.pay(orderId, { method: 'VVVGIFTCARD', amount: 500 });
    expect((await read(orderId)).status).toBe('initialized');
    await api.service.sandbox.pay(orderId, { method: 'VISA' });
    const { text } = await api.send('GET', `/orders/${orderId}`);
    expect(orderIn(text).status).toBe('completed');
    expect(dataOf(text)['payment_methods']).toMatchObject([
      { type: 'COUPON', amount: 500 },
      { type: 'VISA', amount: 4_099 },
    ]);
  });
});

import { describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';

import { parseJson } from './json.js';
import { parseOrder, type ParsedOrder } from './order.parser.js';

const PAID = `{"amount":4599,"amount_refunded":0,"completed":"2025-09-01T12:00:09","costs":[{"amount":0.45,"description":
 "Fee","transaction_id":1756720780000123,"type":"SYSTEM"}],"created":"2025-09-01T11:59:40","currency":"EUR","custom_info":
 {"custom_1":"a","custom_2":null},"customer":{"email":"ann@example.org","locale":"nl_NL","house_number":12},"description":
 "Order S10042","fastcheckout":"NO","financial_status":"completed","items":null,"modified":"2025-09-01T12:00:09","order_id":
 "S10042-1","payment_details":{"account_iban":"*** 6300","type":"VISA","card_expiry_date":412,"card_product_type":1,
 "capture":"manual","capture_remain":100,"card_authentication_result":{"chargeback_liability":"merchant"},
 "card_additional_response_data":{"cavv_results_code":"2"},"card_authentication_details":{"flow":"challenge"}},
 "payment_methods":[{"amount":4599,"currency":"EUR","external_transaction_id":7000001,"payment_description":"Visa",
 "status":"completed","type":"VISA","card_expiry_date":"0412"}],"reason":"","reason_code":"1000","related_transactions":
 [{"amount":1500,"order_id":"S10042-1-R1","reference_transaction_id":1756720780000123,"status":"reserved","transaction_id":
 17472052901237123,"type":"refund","var1":"refund:R-88"}],"status":"completed","transaction_id":174720529012371231,
 "var1":"attempt:7f3c","var2":null,"session_id":"81k","payment_url":"https://pay.example/connect/81k/","extra":{"a":1}}`;

/** Names of all fields of an order, two levels deep. */
const shapeOf = ({ order }: ParsedOrder): unknown =>
  Object.entries(order).map(([name, value]) => [
    name,
    ['customer', 'custom_info', 'payment_details'].includes(name) ? Object.keys(Object(value)) : [],
  ]);

const parseText = (text: string): ParsedOrder => {
  const parsed = parseJson(text);
  if (!parsed.ok) throw new Error(parsed.message);
  return parseOrder(parsed.value);
};

describe('parseOrder', () => {
  it('reads every field of a full order', () => {
    const { order, faults } = parseText(PAID);
    expect(faults).toEqual([]);
    expect(order).toMatchObject({
      amount: 4599,
      amount_refunded: 0,
      costs: [{ amount: '0.45', description: 'Fee', transaction_id: '1756720780000123', type: 'SYSTEM' }],
      currency: 'EUR',
      custom_info: { custom_1: 'a', custom_2: null, custom_3: null },
      completed: '2025-09-01T12:00:09',
      order_id: 'S10042-1',
      transaction_id: '174720529012371231',
      reason: '',
      reason_code: '1000',
      status: 'completed',
      financial_status: 'completed',
      var1: 'attempt:7f3c',
      var2: null,
      var3: null,
      session_id: '81k',
      payment_url: 'https://pay.example/connect/81k/',
    });
    expect(order.customer).toMatchObject({ email: 'ann@example.org', house_number: '12', city: null });
    expect(order.payment_details).toMatchObject({
      card_expiry_date: '0412',
      card_product_type: 1,
      capture_remain: 100,
      card_authentication_result: { chargeback_liability: 'merchant', eci: null, status: null },
      card_additional_response_data: { address_verification_result: null, cavv_results_code: '2' },
      card_authentication_details: { flow: 'challenge', exemption: null },
    });
    expect(order.payment_methods[0]).toMatchObject({ external_transaction_id: '7000001', card_expiry_date: '0412' });
    expect(order.related_transactions[0]).toMatchObject({ transaction_id: '17472052901237123', amount: 1500 });
    expect(order).not.toHaveProperty('extra');
  });

  it('keeps the cart, its tables, the total, times of costs and the results of 3-D Secure', () => {
    const { order, faults } = parseText(`{"order_total":"100.00","costs":[{"created":"2025-09-02T10:00:00"}],
      "shopping_cart":{"items":[{"name":"Tea","unit_price":5.4587155963,"quantity":"2","merchant_item_id":7,"extra":1,
      "tax_table_selector":"0.055","currency":"EUR","weight":{"unit":"KG","value":1e-7}},{"unit_price":"-0.50"}]},
      "checkout_options":{"validate_cart":true,"tax_tables":{"default":{"rate":0.21,"shipping_taxed":true},
      "alternate":[{"name":"0.055","standalone":true,"rules":[{"rate":"0.0550","country":"FR"}]}]}},"payment_details":
      {"card_authentication_result":{"version":"2.2.0","status":"Y","eci":5,"cavv":"c2VjcmV0"}}}`);
    expect(faults).toEqual([]);
    expect(order).toMatchObject({ order_total: '100', costs: [{ created: '2025-09-02T10:00:00' }] });
    const [tea, coupon] = order.shopping_cart.items;
    const claimed = { unit_price: '5.4587155963', quantity: '2', merchant_item_id: '7', tax_table_selector: '0.055' };
    expect(tea).toMatchObject({ name: 'Tea', ...claimed, weight: { unit: 'KG', value: '0.0000001' } });
    expect(coupon).toMatchObject({ unit_price: '-0.5', name: null, weight: { unit: null, value: null } });
    expect(order.checkout_options.tax_tables).toEqual({
      default: { rate: '0.21' },
      alternate: [{ name: '0.055', rules: [{ rate: '0.055', country: 'FR' }] }],
    });
    const { card_authentication_result: result } = order.payment_details;
    expect(result).toMatchObject({ version: '2.2.0', status: 'Y', eci: '5' });
    expect(result).not.toHaveProperty('cavv');
  });

  it.each(['null', '[]', '7', '"x"', '{"items":5}', '{"items":[null,3,{"unit_price":{},"weight":[]}]}'])(
    'reads an order with any value in place of its cart: %s',
    (cart) => {
      const { order } = parseText(`{"status":"completed","shopping_cart":${cart},"checkout_options":${cart}}`);
      expect(order.status).toBe('completed');
      expect(order.checkout_options.tax_tables.alternate).toEqual([]);
    },
  );

  it('reads a session without a transaction: every field present, none with a value', () => {
    const { order, faults } = parseText(
      `{"status":"cancelled","financial_status":null,"payment_details":{},"payment_methods":null,"costs":[],
        "created":"2025-09-01T12:00:00","modified":"2025-09-01T12:00:30","fastcheckout":"NO","custom_info":[]}`,
    );
    expect(faults).toEqual([]);
    expect(order).toMatchObject({ order_id: null, amount: null, amount_refunded: 0, payment_methods: [], items: null });
    expect(shapeOf({ order, faults })).toEqual(shapeOf(parseText(PAID)));
  });

  it('never throws on any JSON value, and always gives a whole order', () => {
    const whole = JSON.stringify(shapeOf(parseText(PAID)));
    fc.assert(
      fc.property(fc.oneof(fc.jsonValue(), fc.anything()), (value) => {
        expect(JSON.stringify(shapeOf(parseOrder(value)))).toBe(whole);
      }),
      { numRuns: 500 },
    );
  });

  it('never throws on any JSON value in any field, and lists faults of that field only', () => {
    const whole = JSON.stringify(shapeOf(parseText(PAID)));
    const fields = fc.constantFrom(...Object.keys(parseOrder({}).order));
    fc.assert(
      fc.property(fields, fc.jsonValue(), (field, value) => {
        const parsed = parseOrder({ [field]: value });
        expect(JSON.stringify(shapeOf(parsed))).toBe(whole);
        expect(parsed.faults.filter(({ path }) => !path.startsWith(field))).toEqual([]);
      }),
      { numRuns: 2000 },
    );
  });

  it('keeps identifiers of 1 to 25 digits, as number or text, digit for digit', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[1-9]\d{0,24}$/), fc.boolean(), (id, isText) => {
        const wire = isText ? `"${id}"` : id;
        const { order, faults } = parseText(
          `{"order_id":${wire},"transaction_id":${wire},"related_transactions":[{"transaction_id":${wire}}]}`,
        );
        expect([order.order_id, order.transaction_id, order.related_transactions[0]?.transaction_id]).toEqual([
          id,
          id,
          id,
        ]);
        expect(faults).toEqual([]);
      }),
    );
  });

  it('does not accept an identifier that has lost digits already', () => {
    const { order, faults } = parseOrder(JSON.parse('{"transaction_id":17472052901237123}'));
    expect(order.transaction_id).toBeNull();
    expect(faults).toEqual([{ path: 'transaction_id', message: 'is not an identifier that can be kept exactly' }]);
  });

  it('does not accept 0 as an identifier, which PHP writes for a missing one', () => {
    const { order, faults } = parseText('{"transaction_id":0,"related_transactions":[{"transaction_id":0}]}');
    expect([order.transaction_id, order.related_transactions[0]?.transaction_id, faults]).toEqual([null, null, []]);
  });

  it('is not harmed by __proto__, constructor and the like', () => {
    const poison = '{"amount":1,"status":"completed","order_id":"A","polluted":true}';
    const { order } = parseText(
      `{"__proto__":${poison},"constructor":{"prototype":${poison}},"customer":{"__proto__":{"email":"x","polluted":true}},
        "payment_methods":[{"__proto__":${poison}}]}`,
    );
    expect(order).toMatchObject({ amount: null, status: null, order_id: null });
    expect(order.customer.email).toBeNull();
    expect(order.payment_methods[0]?.status).toBeNull();
    expect(Reflect.get({}, 'polluted')).toBeUndefined();
    expect(Object.getPrototypeOf(order)).toBe(Object.prototype);
  });

  it('reads own fields only', () => {
    expect(parseOrder(Object.create({ status: 'completed' })).order.status).toBeNull();
  });

  it.each([
    ['"4599"', 4599],
    ['0', 0],
    ['-0', 0],
    ['4.599e3', 4599],
    ['null', null],
    ['""', null],
  ])('reads the amount %s', (wire, amount) => {
    const { order, faults } = parseText(`{"amount":${wire}}`);
    expect(Object.is(order.amount, amount)).toBe(true);
    expect(faults).toEqual([]);
  });

  it.each([
    ['45.99', 'is not an integer'],
    ['"45.99"', 'is not an integer'],
    ['"1e3"', 'is not an integer'],
    ['9007199254740993', 'is not an integer'],
    ['true', 'is not an integer'],
    ['[]', 'is not an integer'],
    ['-1', 'is negative'],
  ])('refuses the amount %s', (wire, message) => {
    const { order, faults } = parseText(`{"amount":${wire},"amount_refunded":${wire},"payment_methods":[]}`);
    expect([order.amount, order.amount_refunded]).toEqual([null, 0]);
    expect(faults).toEqual([
      { path: 'amount', message },
      { path: 'amount_refunded', message },
    ]);
  });

  it('names the place of each fault', () => {
    const { faults } = parseText(
      `{"status":{},"items":7,"costs":[{"amount":"much"},{"amount":"0.10"},5],"customer":"Ann","payment_methods":{"a":1},
        "related_transactions":[{"amount":1},{"amount":"x","transaction_id":1.5}],"custom_info":[1],"payment_details":
        {"card_authentication_result":false,"card_product_type":"card"}}`,
    );
    expect(faults.map(({ path, message }) => `${path} ${message}`).sort()).toEqual([
      'costs[0].amount is not a decimal number',
      'costs[2] is not an object',
      'custom_info is not an object',
      'customer is not an object',
      'payment_details.card_authentication_result is not an object',
      'payment_details.card_product_type is not an integer',
      'payment_methods is not a list',
      'related_transactions[1].amount is not an integer',
      'related_transactions[1].transaction_id is not an identifier that can be kept exactly',
      'status is not text',
    ]);
  });

  it.each([undefined, null, [], [1], 'text', 7, true])('%p is no order, which is one fault', (input) => {
    expect(parseOrder(input).faults).toEqual([{ path: '', message: 'is not an object' }]);
  });

  it('keeps items unchanged, of any form', () => {
    for (const items of [null, '', '<table></table>', [{ a: 1 }]])
      expect(parseOrder({ items }).order.items).toBe(items);
  });

  it('treats empty text as no identifier, no card date and no cost', () => {
    const { order, faults } = parseOrder({
      order_id: '',
      related_transactions: '',
      costs: [{ amount: '' }],
      payment_details: { card_expiry_date: '' },
    });
    expect([order.order_id, order.costs[0]?.amount, order.payment_details.card_expiry_date]).toEqual([null, null, '']);
    expect(order.related_transactions).toEqual([]);
    expect(faults).toEqual([]);
  });
});

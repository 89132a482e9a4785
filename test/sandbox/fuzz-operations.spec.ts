import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { startService, WEB_KEY, type Service } from './support/service.js';
import { anyCharacter } from '../support/any-character.js';

const PAID = 'F-paid';
const OPEN = 'F-open';

let service: Service;

beforeAll(async () => {
  service = await startService({ terminalGroups: [{ name: 'web', apiKey: WEB_KEY, terminals: [{ id: 't' }] }] });
  await service.create({ order_id: PAID, capture: 'manual' });
  await service.sandbox.pay(PAID);
  await service.create({ order_id: OPEN });
});
afterAll(() => service.close());

const anything = fc.oneof(
  fc.jsonValue({ maxDepth: 2 }),
  fc.string({ unit: anyCharacter, maxLength: 220 }),
  fc.double(),
);
const objectOf = (...fields: string[]) =>
  fc.dictionary(fc.constantFrom(...fields, '__proto__'), anything, { maxKeys: 5 });
const line = objectOf('unit_price', 'quantity', 'tax_table_selector', 'tax_rate', 'currency');
const cart = fc.record({
  items: fc.oneof(fc.array(fc.oneof(line, anything), { maxLength: 3 }), anything),
  tax_tables: fc.oneof(objectOf('default', 'alternate'), anything),
});
const refund = fc.oneof(
  objectOf('amount', 'currency', 'description', 'refund_order_id', 'var1', 'var2'),
  cart.map((checkout_data) => ({ currency: 'EUR', checkout_data })),
);
const order = fc
  .tuple(objectOf('gateway_info', 'capture', 'type', 'gateway', 'recurring_id'), cart, anything)
  .map(([fields, { items, tax_tables }, validate_cart]) => ({
    order_id: 'F-new',
    currency: 'EUR',
    amount: 100,
    description: 'x',
    ...fields,
    shopping_cart: { items },
    checkout_options: { tax_tables, validate_cart },
  }));
const update = objectOf('status', 'carrier', 'amount', 'invoice_id', 'extend_expiration', 'reason');
const capture = objectOf('amount', 'new_order_id', 'new_order_status', 'invoice_id', 'status', 'reason');

const ids = fc.oneof(fc.constantFrom(PAID, OPEN), fc.string({ minLength: 1, maxLength: 20 }));
const path = (make: (id: string) => string) =>
  ids.filter((id) => !/^\.{0,2}$/.test(id)).map((id) => make(encodeURIComponent(id)));
const operation = fc.oneof(
  fc.tuple(fc.constant('POST'), fc.constant('/orders'), order),
  fc.tuple(
    fc.constant('POST'),
    path((id) => `/orders/${id}/refunds`),
    refund,
  ),
  fc.tuple(
    fc.constant('PATCH'),
    path((id) => `/orders/${id}/refunds/1`),
    refund,
  ),
  fc.tuple(
    fc.constant('PATCH'),
    path((id) => `/orders/${id}`),
    update,
  ),
  fc.tuple(
    fc.constant('POST'),
    path((id) => `/orders/${id}/capture`),
    capture,
  ),
  fc.tuple(
    fc.constant('PATCH'),
    path((id) => `/capture/${id}`),
    capture,
  ),
  fc.tuple(
    fc.constant('POST'),
    path((id) => `/orders/${id}/cancel`),
    anything,
  ),
);
const listQuery = fc.dictionary(
  fc.constantFrom(
    'limit',
    'after',
    'before',
    'status',
    'type',
    'created_from',
    'payment_method',
    'site_id',
    'currency',
  ),
  fc.string({ maxLength: 30 }),
);

describe('whatever is asked of an order', () => {
  it('is answered with an envelope, and nothing breaks', async () => {
    await fc.assert(
      fc.asyncProperty(operation, async ([method, at, body]) => {
        const request = { method, headers: { api_key: WEB_KEY }, body: JSON.stringify(body) };
        const response = await fetch(`${service.url}/v1/json${at}`, request);
        const json: Record<string, unknown> = JSON.parse(await response.text());
        if (json['success'] === true) return expect(response.status).toBe(200);
        expect([403, 404, 410]).toContain(response.status);
        const isMessage = response.status === 403;
        expect(typeof json[isMessage ? 'message' : 'error_code']).toBe(isMessage ? 'string' : 'number');
      }),
      { numRuns: 150 },
    );
    expect((await service.get(PAID)).status).toBe(200);
  });

  it('and of the list', async () => {
    await fc.assert(
      fc.asyncProperty(listQuery, async (query) => {
        const address = `${service.url}/v1/json/transactions?${new URLSearchParams(query).toString()}`;
        const response = await fetch(address, { headers: { api_key: WEB_KEY } });
        expect([200, 400]).toContain(response.status);
        await response.text();
      }),
      { numRuns: 80 },
    );
  });
});

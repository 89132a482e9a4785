import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { ORDER, startService, submit, WEB_KEY, type Service } from './support/service.js';
import { anyCharacter } from '../support/any-character.js';

let service: Service;

beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

const post = (body: string | Uint8Array<ArrayBuffer>): Promise<Response> =>
  fetch(`${service.url}/v1/json/orders`, { method: 'POST', headers: { api_key: WEB_KEY }, body });

/** Every answer is one of the two documented envelopes, whatever was sent. */
async function expectEnvelope(response: Response): Promise<void> {
  const text = await response.text();
  expect(response.status).toBeLessThan(500);
  const json: { success: boolean; error_code?: number; error_info?: string } = JSON.parse(text);
  if (json.success) return expect(response.status).toBe(200);
  expect(json).toMatchObject({ data: {}, error_code: expect.any(Number), error_info: expect.any(String) });
  expect([401, 404]).toContain(response.status);
}

const anyField = fc.oneof(
  fc.jsonValue({ maxDepth: 2 }),
  fc.string({ unit: anyCharacter, maxLength: 250 }),
  fc.double(),
);
const fields = ['type', 'order_id', 'currency', 'amount', 'description', 'gateway', 'seconds_active', 'days_active'];
const parts = ['var1', 'payment_options', 'customer', 'delivery', 'custom_info', '__proto__', 'constructor'];
const anyOrder = fc
  .dictionary(fc.constantFrom(...fields, ...parts), anyField, { maxKeys: 5 })
  .map((changes) => JSON.stringify({ ...ORDER, ...changes }));
const anyOptions = fc
  .dictionary(fc.constantFrom('notification_url', 'notification_method', 'redirect_url', 'cancel_url'), anyField)
  .map((payment_options) => JSON.stringify({ ...ORDER, payment_options }));
const anyCustomer = fc
  .dictionary(fc.constantFrom('ip_address', 'forwarded_ip', 'country', 'first_name', 'phone', 'toString'), anyField)
  .map((customer) => JSON.stringify({ ...ORDER, customer }));
const anyText = fc.oneof(fc.string({ unit: anyCharacter, maxLength: 400 }), fc.json(), fc.constant('['.repeat(20_000)));

describe('whatever is sent', () => {
  it('as an order is answered with an envelope, and the sandbox stays up', async () => {
    const bodies = fc.oneof(anyOrder, anyOptions, anyCustomer, anyText);
    await fc.assert(
      fc.asyncProperty(bodies, async (body) => expectEnvelope(await post(body))),
      { numRuns: 150 },
    );
    expect((await service.create({ order_id: 'still-alive' })).json.success).toBe(true);
  });

  it('as bytes is answered with an envelope', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 300 }), async (bytes) =>
        expectEnvelope(await post(new Uint8Array(bytes))),
      ),
      { numRuns: 50 },
    );
  });

  it('as an order id in a path is answered with an envelope', async () => {
    const ids = fc.oneof(
      fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 }),
      fc.webSegment({ size: 'small' }),
    );
    await fc.assert(
      fc.asyncProperty(
        ids.filter((id) => !/^\.{0,2}$/.test(id)),
        async (id) => {
          const { status, json } = await service.get(id);
          expect([200, 404]).toContain(status);
          expect(typeof json.success).toBe('boolean');
        },
      ),
      { numRuns: 50 },
    );
  });

  it('as a payment form is answered with a page or a way back', async () => {
    const url = await service.paymentUrl({ order_id: 'form' });
    const anyForm = fc.dictionary(fc.string({ maxLength: 8 }), fc.string({ maxLength: 40 }));
    await fc.assert(
      fc.asyncProperty(anyForm, async (form) => {
        const { status } = await submit(url, form);
        expect([303, 400, 409]).toContain(status);
      }),
      { numRuns: 50 },
    );
  });
});

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startService, WEB_KEY, type Service } from './support/service.js';

let number = 0;
const newId = (): string => `L-${(number += 1)}`;

let service: Service;
beforeAll(async () => void (service = await startService()));
afterAll(() => service.close());

interface Reply {
  readonly status: number;
  readonly json: { readonly data: never; readonly error_code?: number };
}

async function get(path: string, key = WEB_KEY): Promise<Reply> {
  const answer = await fetch(`${service.url}/v1/json${path}`, { headers: { api_key: key } });
  return { status: answer.status, json: (await answer.json()) as Reply['json'] };
}

describe('the banks of a payment method', () => {
  it('are listed, the published ones of the test environment among them', async () => {
    const { status, json } = await get('/issuers/ideal');
    expect(status).toBe(200);
    const codes = (json.data as { code: string; description: string }[]).map(({ code }) => code);
    expect(codes).toEqual(expect.arrayContaining(['0021', '0031', '0721', '0751', '3151']));
  });

  it('are none where the method has no choice of banks, and 1023 where there is no such method', async () => {
    expect(await get('/issuers/VISA')).toMatchObject({ status: 200, json: { data: [] } });
    expect(await get('/issuers/BARTER')).toMatchObject({ status: 404, json: { error_code: 1023 } });
  });

  it.each(['0021', '0031', '0721', '0751'])('are taken by a direct order: %s', async (issuer_id) => {
    const order_id = newId();
    const body = { order_id, type: 'direct', gateway: 'IDEAL', gateway_info: { issuer_id } };
    const { json } = await service.create(body);
    expect(json.data).toMatchObject({ order_id, payment_url: expect.stringContaining('/pay/') });
  });
});

describe('a token for payment components', () => {
  it('is another one at another time, never holds the key, and needs one', async () => {
    const { json } = await get('/auth/api_token');
    const { api_token: token } = json.data as { api_token: string };
    expect(token).toMatch(/^pub\.v2\.[\w-]+\.[\w-]+$/);
    expect(token).not.toContain(WEB_KEY);
    expect(Buffer.from(token.split('.')[2]!, 'base64url').toString()).not.toContain(WEB_KEY);
    service.clock.advance(1_000);
    expect((await get('/auth/api_token')).json.data).not.toEqual({ api_token: token });
    expect(await get('/auth/api_token', 'another-key')).toMatchObject({ status: 401, json: { error_code: 1032 } });
  });
});

describe('the categories of goods', () => {
  it('are listed by code', async () => {
    const { status, json } = await get('/categories');
    expect(status).toBe(200);
    expect(json.data).toEqual(
      expect.arrayContaining([{ code: expect.stringMatching(/^\w+$/), description: expect.any(String) }]),
    );
  });
});

describe('a customer', () => {
  it('may be called firstname and lastname, as some clients write it', async () => {
    const order_id = newId();
    await service.create({ order_id, customer: { firstname: 'Ann', lastname: 'Vos' } });
    expect((await service.get(order_id)).json.data['customer']).toMatchObject({ first_name: 'Ann', last_name: 'Vos' });
  });
});

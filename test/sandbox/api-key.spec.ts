import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readReply, startService, TILL_KEY, WEB_KEY, type Service } from './support/service.js';
import { canaryKey } from '../support/canary.js';

let service: Service;
let number = 0;
const newId = (): string => `O-${(number += 1)}`;

beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

describe('the key', () => {
  const ways: [string, (key: string) => { query?: string; headers?: Record<string, string> }][] = [
    ['query parameter', (key) => ({ query: `?api_key=${encodeURIComponent(key)}` })],
    ['header', (key) => ({ headers: { api_key: key } })],
    ['bearer token', (key) => ({ headers: { authorization: `Bearer ${key}` } })],
  ];
  const read = async (id: string, { query = '', headers = {} }: ReturnType<(typeof ways)[0][1]>) =>
    readReply(await fetch(`${service.url}/v1/json/orders/${id}${query}`, { headers }));

  it.each(ways)('opens the account as %s', async (_, way) => {
    const order_id = newId();
    await service.create({ order_id });
    expect((await read(order_id, way(WEB_KEY))).status).toBe(200);
    expect((await read(order_id, way(` ${WEB_KEY} `))).status).toBe(200);
  });

  it.each(ways)('is refused with 401 and 1032 as %s when no one has it, and never repeated', async (_, way) => {
    const key = canaryKey('nobody');
    const reply = await read('x', way(key));
    expect(reply.json).toMatchObject({ success: false, data: {}, error_code: 1032, error_info: 'Invalid API key' });
    expect(reply.status).toBe(401);
    expect(reply.text).not.toContain(key);
  });

  it('is refused when there is none, or when several differ', async () => {
    const both = { query: `?api_key=${WEB_KEY}`, headers: { api_key: TILL_KEY } };
    for (const reply of [await read('x', {}), await read('x', both)]) expect(reply.json.error_code).toBe(1032);
  });

  it('may come twice when it is the same', async () => {
    const order_id = newId();
    await service.create({ order_id });
    const reply = await read(order_id, { query: `?api_key=${WEB_KEY}`, headers: { api_key: WEB_KEY } });
    expect(reply.status).toBe(200);
  });
});

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startService, WEB_KEY, type Service } from './support/service.js';

let service: Service;
beforeAll(async () => void (service = await startService()));
afterAll(() => service.close());

const ask = (method: string, path: string, key: string | null = WEB_KEY): Promise<Response> =>
  fetch(service.url + path, { method, headers: key === null ? {} : { api_key: key } });

describe('a path of the API that the sandbox lacks', () => {
  it.each([
    ['GET', '/v1/json/till/categories'],
    ['GET', '/v1/json/closing-balances'],
    ['POST', '/v1/json/orders/A-1/files'],
    ['DELETE', '/v1/json/recurring/ann/model/cardOnFile/token/x'],
    ['PUT', '/v1/json/gateways'],
    ['GET', '/v1/json/'],
  ])('is named in a refusal: %s %s', async (method, path) => {
    const answer = await ask(method, path);
    expect(answer.status).toBe(404);
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
    const { success, data, error_code, error_info } = (await answer.json()) as Record<string, unknown>;
    expect({ success, data, error_code }).toEqual({ success: false, data: {}, error_code: 1000 });
    expect(error_info).toContain(`the sandbox has no ${method} ${path}`);
  });

  it('is named without its query, and no longer than a line', async () => {
    const { error_info } = (await (await ask('GET', `/v1/json/${'x'.repeat(3_000)}?api_key=${WEB_KEY}`)).json()) as {
      error_info: string;
    };
    expect(error_info.length).toBeLessThan(300);
    expect(error_info).not.toContain(WEB_KEY);
  });

  it('is refused for the key first, as everything is', async () => {
    const answer = await ask('GET', '/v1/json/till/categories', null);
    expect([answer.status, await answer.json()]).toEqual([401, expect.objectContaining({ error_code: 1032 })]);
  });

  it('takes faults as every call does', async () => {
    service.sandbox.faults.next('other', 'error-before');
    expect((await ask('GET', '/v1/json/till/categories')).status).toBeGreaterThanOrEqual(500);
  });

  it('is a page of the sandbox outside of the API', async () => {
    const answer = await ask('GET', '/nowhere');
    expect([answer.status, answer.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
  });
});

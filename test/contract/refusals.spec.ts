import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { isAcknowledged, sign } from 'tillbridge/protocol';
import { canaryKey } from '../support/canary.js';
import { shopOptions, startShop, type ShopHost } from '../support/shop-host.js';

const MAX_HEADER_BYTES = 16 * 1024;

describe.each(['express', 'fastify'] as const)('what is refused on %s', (platform) => {
  let shop: ShopHost;
  let service: Server;
  let calls = 0;

  beforeAll(async () => {
    service = createServer((_request, response) => {
      calls += 1;
      response.end('{}');
    });
    await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
    const baseUrl = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
    const [web] = shopOptions().terminalGroups;
    shop = await startShop({ platform, options: { terminalGroups: [{ ...web!, baseUrl }] } });
    await shop.addOrder('A-1');
  });

  afterAll(async () => {
    await shop.close();
    service.close();
  });

  const search = '?transactionid=A-1&timestamp=1';
  const json = { 'content-type': 'application/json' };

  /** Refused means: the status, a body no rule accepts, nothing stored, nothing changed, nothing called. */
  async function expectRefusal(answer: { status: number; text: string }, status: number): Promise<void> {
    expect(answer.status).toBe(status);
    expect(isAcknowledged({ status: 200, body: answer.text })).toBe(false);
    expect(await shop.count('tillbridge_notification')).toBe(0);
    expect(await shop.payments.orders.find('A-1')).toMatchObject({ status: null, paid: false });
    expect(calls).toBe(0);
  }

  const send = async (query: string, headers: Record<string, string>, text: string) => {
    const answer = await shop.post(query, headers, text);
    return { status: answer.status, text: await answer.text() };
  };

  /** `fetch` would refuse to send many of these bytes; a raw request does not. */
  function sendRaw(auth: string): Promise<{ status: number; text: string }> {
    const { hostname, port } = new URL(shop.url);
    return new Promise((resolve, reject) => {
      const outgoing = request(
        {
          hostname,
          port,
          method: 'POST',
          path: `/payments/notifications/web${search}`,
          headers: { ...json, auth },
          // A connection of its own each time: Node closes one after it refused its headers.
          agent: false,
        },
        (response) => {
          let text = '';
          response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
          response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
        },
      );
      outgoing.on('error', reject);
      outgoing.end('{}');
    });
  }

  it('any bytes as Auth (scenario W2)', async () => {
    // What HTTP itself allows in a header: visible ASCII, spaces, and bytes above 127.
    const byte = fc.oneof(fc.integer({ min: 0x20, max: 0x7e }), fc.integer({ min: 0x80, max: 0xff }));
    const header = fc
      .array(byte, { minLength: 1, maxLength: MAX_HEADER_BYTES - 1024, size: 'max' })
      .map((codes) => String.fromCharCode(...codes));
    const nearlyRight = fc
      .tuple(fc.nat(), fc.stringMatching(/^[0-9a-f]{128}$/), fc.constantFrom(':', '::', ' :', '.'))
      .map(([time, mac, colon]) => Buffer.from(`${time}${colon}${mac}`).toString('base64'));
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(header, nearlyRight, fc.base64String({ maxLength: 400, minLength: 1 })),
        async (auth) => {
          const answer = await sendRaw(auth);
          // 431 is Node's own answer to headers beyond its limit; the guard itself always says 401.
          expect([401, 431]).toContain(answer.status);
          expect(isAcknowledged({ status: 200, body: answer.text })).toBe(false);
        },
      ),
      { numRuns: 300 },
    );
    await expectRefusal({ status: 401, text: 'refused' }, 401);
    expect(shop.logs.matching('error ')).toEqual([]);
  });

  it.each([
    ['no body', json, ''],
    ['a body of another kind', { 'content-type': 'text/plain' }, '{}'],
  ])('%s, which is no fault of the host', async (_title, headers, text) => {
    const auth = sign({ timestamp: Math.floor(Date.now() / 1000), body: text, key: canaryKey('wrong') });
    const answer = await send(search, { ...headers, auth }, text);
    // Fastify itself refuses an empty body that is said to be JSON, and kinds that it does not know.
    await expectRefusal(answer, platform === 'express' ? 401 : answer.status);
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(shop.logs.matching('The exact bytes of requests are not available')).toEqual([]);
  });
});

import { Agent, request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { sized } from '../support/long-run.js';
import { startReceiver, type Receiver } from './support/receiver.js';
import { ORDER, startService, TILL_KEY, WEB_KEY, type Service } from './support/service.js';
import { anyCharacter } from '../support/any-character.js';

const REQUESTS = sized({ usual: 2_000, long: 10_000 });
const BATCH = 100;
const AT_ONCE = 8;

let service: Service;
let receiver: Receiver;
let agent: Agent;

beforeAll(async () => {
  receiver = await startReceiver();
  const groups = [
    { name: 'web', apiKey: WEB_KEY, notificationUrl: receiver.url },
    { name: 'till', apiKey: TILL_KEY },
  ];
  service = await startService({ terminalGroups: groups, autoDeliver: false });
  agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
});
afterAll(async () => {
  agent.destroy();
  await service.close();
  await receiver.close();
});

interface Wanted {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: string;
}

interface Got {
  status: number;
  type: string;
  text: string;
}

function send({ method, path, headers, body }: Wanted): Promise<Got> {
  const { hostname, port } = new URL(service.url);
  return new Promise((resolve, reject) => {
    const length = { 'Content-Length': String(Buffer.byteLength(body)) };
    const outgoing = request(
      { agent, hostname, port, method, path, headers: { ...headers, ...length } },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            type: String(response.headers['content-type'] ?? ''),
            text: Buffer.concat(chunks).toString('utf8'),
          }),
        );
      },
    );
    outgoing.on('error', reject).end(body);
  });
}

// Halves of a pair cannot be sent at all; they become replacement characters here as they would on the way.
const wellFormed = (text: string): string => Buffer.from(text).toString('utf8');
const SEGMENTS = [
  'v1',
  'json',
  'orders',
  'transactions',
  'refunds',
  'capture',
  'cancel',
  'terminals',
  'events',
  'sandbox',
];
const segment = fc.oneof(
  fc.constantFrom(
    ...SEGMENTS,
    'clock',
    'faults',
    'notifications',
    'deliveries',
    'resends',
    'sites',
    'web',
    'F-1',
    'F-2',
  ),
  fc.string({ unit: 'grapheme', maxLength: 12 }).map((text) => encodeURIComponent(wellFormed(text))),
  fc.constantFrom(
    '%',
    '%E0%A4%A',
    '..',
    '.',
    '%2e%2e',
    '%00',
    '__proto__',
    'constructor',
    "' OR 1=1 --".replaceAll(' ', '%20'),
  ),
);
const known = fc.constantFrom(
  '/v1/json/orders',
  '/v1/json/orders/F-1',
  '/v1/json/orders/F-2/refunds',
  '/v1/json/orders/F-1/capture',
  '/v1/json/orders/F-1/cancel',
  '/v1/json/transactions',
  '/v1/json/terminal-groups',
);
const parameter = fc.tuple(
  fc.constantFrom('limit', 'after', 'before', 'status', 'type', 'order_id', 'created_from', 'group', 'transactionid'),
  fc.oneof(fc.string({ unit: anyCharacter, maxLength: 20 }), fc.integer().map(String)),
);
const query = fc
  .array(parameter, { maxLength: 3 })
  .map((pairs) => (pairs.length === 0 ? '' : `?${new URLSearchParams(pairs.map(([a, b]) => [a, wellFormed(b)]))}`));
const path = fc
  .tuple(
    fc.oneof(
      { weight: 3, arbitrary: known },
      fc.array(segment, { maxLength: 6 }).map((parts) => `/${parts.join('/')}`),
    ),
    query,
  )
  .map((parts) => parts.join(''));
const field = fc.constantFrom(
  ...Object.keys(ORDER),
  'refund_order_id',
  'status',
  'shopping_cart',
  'payment_options',
  'var1',
);
const value = fc.oneof(fc.jsonValue({ maxDepth: 2 }), fc.integer({ min: -5, max: 10_000 }));
const body = fc.oneof(
  fc.constant(''),
  fc
    .dictionary(field, value, { maxKeys: 4 })
    .map((changes) => JSON.stringify({ ...ORDER, order_id: 'F-1', ...changes })),
  fc.dictionary(field, value, { maxKeys: 4 }).map((changes) => JSON.stringify(changes)),
  fc.json(),
  fc.string({ unit: anyCharacter, maxLength: 60 }),
);
const headers = fc.record({
  api_key: fc.constantFrom(WEB_KEY, WEB_KEY, WEB_KEY, TILL_KEY, 'wrong', ''),
  'Content-Type': fc.constantFrom('application/json', 'text/plain', 'application/x-www-form-urlencoded', 'x', ''),
  Accept: fc.constantFrom('*/*', 'text/html', 'application/json', 'text/event-stream;q=0'),
  'X-Forwarded-Host': fc.constantFrom('', 'evil.example'),
});
const method = fc.constantFrom('GET', 'GET', 'POST', 'POST', 'POST', 'PATCH', 'PUT', 'DELETE', 'HEAD', 'OPTIONS');
// The clock is left alone: a year of resends in the middle would test something else.
const wanted = fc
  .record({ method, path, headers, body })
  .filter(({ method: verb, path: to }) => !(verb === 'POST' && /sandbox\/(?:clock|faults)/.test(to)));

/** Every answer of the payment API and of the control endpoints is one of those that are documented. */
function expectDocumented({ method: verb, path: to }: Wanted, { status, type, text }: Got): void {
  expect(status).toBeLessThan(500);
  if (verb === 'HEAD' || status === 204 || type.startsWith('text/event-stream')) return;
  const isPage = type.startsWith('text/html') || type.startsWith('text/plain') || status === 303;
  if (isPage) return expect(/^\/+v1\/json\/(?:orders|transactions)\b/.test(to)).toBe(false);
  const json: Record<string, unknown> = JSON.parse(text);
  if (json['success'] === true) expect([200, 201]).toContain(status);
  else if ('error_code' in json) expect(json).toMatchObject({ success: false, error_info: expect.any(String) });
  else expect(json).toMatchObject(status === 200 ? { status: 'ok' } : { message: expect.any(String) });
}

describe('thousands of requests of any kind', () => {
  it('are answered as documented, with no 500, no crash, and nothing lost', async () => {
    const kept = ['K-1', 'K-2', 'K-3'];
    for (const order_id of kept) await service.create({ order_id, var1: order_id });
    const before = await Promise.all(kept.map((id) => service.get(id)));
    const statuses = new Map<number, number>();
    const batches = fc.array(wanted, { minLength: BATCH, maxLength: BATCH });
    await fc.assert(
      fc.asyncProperty(batches, async (batch) => {
        const answers = await Promise.all(batch.map(async (each) => [each, await send(each)] as const));
        for (const [each, answer] of answers) {
          expectDocumented(each, answer);
          statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
        }
      }),
      { numRuns: REQUESTS / BATCH, endOnFailure: true },
    );
    const total = [...statuses.values()].reduce((sum, count) => sum + count, 0);
    expect(total).toBe(REQUESTS);
    // Not all of it was turned away at the door.
    expect(statuses.get(200) ?? 0).toBeGreaterThan(REQUESTS / 50);
    expect(await Promise.all(kept.map((id) => service.get(id)))).toEqual(before);
    expect((await service.create({ order_id: 'still-alive' })).json.success).toBe(true);
  }, 300_000);
});

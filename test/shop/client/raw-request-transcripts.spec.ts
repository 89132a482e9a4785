import { expect, it } from '@jest/globals';
import { isPaymentError } from '../../../src/protocol/index.js';
import { ManualClock } from '../../../src/support/index.js';
import { TerminalGroups } from '../../../src/shop/core/index.js';
import { toServiceRequest, type RawRequest } from '../../../src/shop/client/transport/raw-request.rules.js';

const group = new TerminalGroups(
  {
    terminalGroups: [
      { name: 'web', mode: 'sandbox', apiKeys: ['a-key/of+shop'], notificationUrl: 'http://localhost/n/web' },
    ],
  },
  new ManualClock(),
).get('web');

/** What goes over the wire for a request in the words of the shop, or why nothing does. */
function shown(request: unknown): string {
  try {
    const { method, path, query, body, operation } = toServiceRequest(group, request as RawRequest);
    return `${method} ${path} ${JSON.stringify(query)} ${JSON.stringify(body)} ${operation}`;
  } catch (error) {
    if (!isPaymentError(error)) throw error;
    return `${error.code}: ${error.faults!.map(({ path, message }) => `${path} ${message}`).join('; ')}`;
  }
}

const P = '/v1/json/x';
const loop: Record<string, unknown> = {};
loop['self'] = loop;
const key = 'a-key/of+shop';

const CASES: readonly (readonly [string, unknown])[] = [
  ...['GET', 'POST', 'PATCH', 'PUT', 'DELETE', 'get', undefined].map(
    (method) => [`method ${method}`, { method, path: P }] as const,
  ),
  ...[
    P, '/v1/json/', '/v1/json', '/v2/json/x', 'v1/json/x', 'https://h/v1/json/x', '/v1/json/a%20b', '/v1/json/a b', '/v1/json/%zz', '/v1/json/%2',
    '/v1/json/x?a=b', '/v1/json/x#a', '/v1/json/..', '/v1/json/a/../b', '/v1/json/a/./b', '/v1/json/a/..b', '/v1/json/%2e%2e/b', '/v1/json/a%2f..%2fb',
    '/v1/json/a%5c..%5cb', '/v1/json/%ff', "/v1/json/-._~!$&'()*+,;=:@", `/v1/json/${encodeURIComponent(key)}`, `/v1/json/${key}`, undefined, 7,
  ].map((path) => [`path ${path === undefined ? 'none' : path}`, { method: 'GET', path }] as const), // oxfmt-ignore
  ...[
    { a: 'b' }, { 'a[]': 1 }, { 'a[]b': 1 }, { a_b: true }, { 'a-b': 0.5 }, { 'a b': 1 }, { '': 1 }, { ['a'.repeat(64)]: 1 }, { ['a'.repeat(65)]: 1 },
    { a: Number.NaN }, { a: Infinity }, { a: null }, { a: undefined }, { a: {} }, { a: '\ud800' }, { a: '' }, { api_key: 1 }, { 'API-Key': 1 }, { apikey: 1 },
    { 'api_key[]': 1 }, { api_keys: 1 }, { a: key }, { [key]: 1 }, { a: 'x', b: [] }, [], 'a=b', null, undefined,
  ].map((query) => [`query ${JSON.stringify(query)?.slice(0, 30) ?? 'none'}`, { method: 'GET', path: P, query }] as const), // oxfmt-ignore
  ...[
    { a: 1 }, {}, { a: undefined }, { a: new Date(0) }, { toJSON: () => 7 }, { toJSON: () => ({ b: 1 }) }, { a: 10n }, loop, [], 'text', null, { a: { b: key } },
  ].map((body, index) => [`body ${index}`, { method: 'POST', path: P, body }] as const), // oxfmt-ignore
  ['body with GET', { method: 'GET', path: P, body: {} }],
  ['everything', { method: 'GET', path: '..', query: 7, body: 7 }],
  ...[undefined, null, 'GET', []].map((request) => [`request ${JSON.stringify(request)}`, request] as const),
];

it('requests in words of the shop, and what becomes of them', () => {
  expect(CASES.map(([title, request]) => `${title} => ${shown(request)}`).join('\n')).toMatchSnapshot();
});

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest, test } from '@jest/globals';
import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { sign } from 'tillbridge/protocol';
import { ManualClock, orderBody } from 'tillbridge/testing';
import type { Transactions } from '../../../src/database/engine/index.js';
import { TerminalGroups, TRANSACTIONS } from '../../../src/shop/core/index.js';
import { SchemaReadiness } from '../../../src/shop/data-source/index.js';
import { AcknowledgementTimes, BootCheck, Inbox, RefusalLog } from '../../../src/shop/notifications/index.js';
import { NotificationVerifier } from '../../../src/shop/notifications/intake/notification-verifier.js';
import { RefusalTally } from '../../../src/shop/notifications/intake/refusal-tally.js';
import { PollRequests } from '../../../src/shop/polling/index.js';
import { RepeatLimit } from '../../../src/support/index.js';
import { canaryKey } from '../../support/canary.js';
import { shopOptions, startShop, type ShopHost } from '../../support/shop-host.js';
import { transcriptOf, type Transcript } from '../../support/transcript.js';
import { waitFor } from '../../support/wait-for.js';

const NOON = Date.UTC(2026, 0, 15, 11);
const URL = 'http://localhost:9/payments/notifications';
const LARGEST = 262_144;
const SERVICE = { 'x-forwarded-for': '192.0.2.7' };

interface Sent {
  readonly method?: string;
  readonly path?: string;
  readonly query?: string;
  readonly orderId?: string;
  readonly body?: string;
  readonly at?: number;
  readonly key?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

describe('what a shop does with requests to its notification route', () => {
  const clock = new ManualClock(NOON);
  let shop: ShopHost;
  let passed = 0;

  beforeAll(async () => {
    const [web] = shopOptions().terminalGroups;
    const of = (name: string, more: object) => ({
      ...web!,
      name,
      apiKeys: [canaryKey(name)],
      notificationUrl: `${URL}/${name}`,
      ...more,
    });
    const strict = { allowedSources: ['192.0.2.0/24'], capabilitySecrets: [canaryKey('capability')] };
    const terminalGroups = [
      of('web', { aliases: ['old-web'], notifications: { byGet: true } }),
      of('till', { notifications: { ...strict, byGet: true } }),
      of('quiet', {}),
    ];
    const options = { workers: 'off' as const, clock, terminalGroups, trustedProxies: ['127.0.0.1'] };
    shop = await startShop({ options });
  });
  beforeEach(() => {
    // Limits of earlier tests are over: those of callers in time, those of the log at once.
    passed += 3_600_000;
    jest.spyOn(performance, 'now').mockReturnValue(passed);
    Object.assign(shop.app.get(RefusalLog), { limit: new RepeatLimit(), tally: new RefusalTally() });
  });
  afterEach(async () => {
    jest.restoreAllMocks();
    await shop.forget();
    clock.set(NOON);
  });
  afterAll(() => shop.close());

  /** Anything, as it is: `fetch` would mend some of it. */
  async function raw({ method = 'POST', path = '/web', query = '', headers = {}, body = '' }: Sent): Promise<string> {
    const { hostname, port } = new globalThis.URL(shop.url);
    const sent = request({ hostname, port, method, path: `${shop.path}${path}${query}`, headers, agent: false });
    // A connection may be closed upon a body that is too large: the answer has come by then.
    sent.on('error', () => undefined);
    sent.end(body);
    const [answer] = (await once(sent, 'response')) as [IncomingMessage];
    const shown = ['content-type', 'retry-after', 'connection'].map((name) => answer.headers[name] ?? '-');
    return `${answer.statusCode} ${await text(answer)} (${shown.join(', ')})`;
  }

  const bodyOf = (orderId: string): string => JSON.stringify(orderBody({ orderId, amount: 1250, at: clock.now() }));
  /** A notification as the service sends it, but for what is said otherwise. */
  const notified = ({ orderId = 'A', at = clock.now(), key, body = bodyOf(orderId), ...sent }: Sent = {}) => {
    const timestamp = Math.floor(at / 1_000);
    const group = sent.path?.split('/')[1]?.replace('old-', '') ?? 'web';
    const auth = sign({ timestamp, body, key: key ?? canaryKey(group) });
    const plain = {
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(body)),
      auth,
      ...sent.headers,
    };
    const headers = Object.fromEntries(Object.entries(plain).filter(([, value]) => value !== ''));
    return raw({ query: `?transactionid=${orderId}&timestamp=${timestamp}`, ...sent, headers, body });
  };
  const script = (steps: (written: Transcript) => Promise<unknown>): Promise<string> =>
    transcriptOf(shop, clock, steps);
  const stepsOf = async (written: Transcript, cases: Readonly<Record<string, Sent>>): Promise<void> => {
    for (const [title, sent] of Object.entries(cases)) await written.step(title, () => notified(sent));
  };
  const capabilityOf = (orderId: string): string =>
    shop.app.get(TerminalGroups).get('till').capabilities.urlFor('/till', orderId);

  test('what is signed is stored and acknowledged', async () => {
    const largest = (orderId: string, bytes: number): string => {
      const empty = JSON.stringify({ order_id: orderId, fill: '' });
      return JSON.stringify({ order_id: orderId, fill: 'x'.repeat(bytes - empty.length) });
    };
    const transcript = await script(async (written) => {
      await stepsOf(written, {
        'a notification': {},
        'the same again': {},
        'by a former name of the group': { path: '/old-web' },
        'with the other spelling of the query': { query: '?transaction_id=A&timestamp=1', at: NOON + 1_000 },
        'five minutes old': { at: NOON - 300_000 },
        'not packed': { headers: { 'content-encoding': 'identity' } },
        'whose order is a number': { orderId: '12345678901234567890', body: '{"order_id":12345678901234567890}' },
        'whose order is in the query alone': { body: '{"status":"void"}' },
        'of as many bytes as a parser takes': { orderId: 'P', body: largest('P', 48_000) },
        'of one byte more': { orderId: 'Q', body: largest('Q', 48_001) },
        'of as many bytes as there may be': { orderId: 'L', body: largest('L', LARGEST) },
        'in pieces': { orderId: 'C', headers: { 'content-length': '', 'transfer-encoding': 'chunked' } },
        'with an order id as long as its column': { orderId: 'x'.repeat(255) },
        'from its own address, with the secret of its order': { path: capabilityOf('A'), headers: SERVICE },
      });
      const check = shop.app.get(BootCheck).testRequest(shop.app.get(TerminalGroups).get('web'), '/web');
      await written.step('a test notification is acknowledged, and not stored', () => raw({ ...check, query: '' }));
    });
    expect(transcript).toMatchSnapshot();
  });

  test('what is not is refused, and counted', async () => {
    const transcript = await script(async (written) => {
      await stepsOf(written, {
        'without a timestamp': { query: '?transactionid=A' },
        'too large by its header': { body: 'x'.repeat(LARGEST + 1) },
        'so large that its end is not waited for': { headers: { 'content-length': String(2 * LARGEST + 1) } },
        'too large, in pieces': {
          body: `{"fill":"${'x'.repeat(LARGEST)}"}`,
          headers: { 'content-length': '', 'transfer-encoding': 'chunked' },
        },
        'not signed': { headers: { auth: '' } },
        'signed with anything': { headers: { auth: 'bm8=' } },
        'too old': { at: NOON - 86_400_000 },
        'of the future': { at: NOON + 86_400_000 },
        'signed with another key': { key: canaryKey('other') },
        'for no group': { path: `/${'nobody'.repeat(12)}` },
        packed: { headers: { 'content-encoding': 'gzip' } },
        'about another order than its query': { orderId: 'A', body: bodyOf('B') },
        'without an order': { query: '?timestamp=1', body: '{}' },
        'not JSON': { body: 'status=paid' },
        'not an object': { body: '[]' },
        'with an order id that is too long': { orderId: 'x'.repeat(256) },
        'with an order id that cannot be stored': {
          query: '?transactionid=A%00&timestamp=1',
          body: '{"order_id":"A\\u0000"}',
        },
        'with nothing in it': { body: '' },
        'not sent as JSON': { headers: { 'content-type': 'text/plain' } },
        'with an odd address': { path: '/web;x' },
        'without the secret of its order': { path: '/till', headers: SERVICE },
        'from elsewhere': { path: capabilityOf('A'), headers: { 'x-forwarded-for': '198.51.100.1' } },
        'not signed, once more': { headers: { auth: '' } },
        'not signed, a third time': { headers: { auth: '' } },
      });
      clock.advance(10_000);
      await stepsOf(written, { 'not signed, ten seconds later': { headers: { auth: '' } } });
      await written.rows('notification');
    });
    expect(transcript).toMatchSnapshot();
    const { counts, others } = shop.app.get(RefusalLog).counts;
    const [last] = counts;
    expect([last, others]).toEqual([
      {
        refusal: 'refused',
        reason: 'missing',
        times: 4,
        lastGroup: 'web',
        firstAt: NOON,
        lastAt: NOON + 10_000,
      },
      0,
    ]);
    expect(counts.find(({ lastGroup }) => lastGroup.startsWith('nobody'))?.lastGroup).toHaveLength(64);
  });

  test('what cannot be stored is to come again', async () => {
    const transactions = shop.app.get<Transactions>(TRANSACTIONS);
    const readiness = shop.app.get(SchemaReadiness);
    const transcript = await script(async (written) => {
      jest.spyOn(transactions, 'execute').mockRejectedValueOnce(new Error('no database'));
      await stepsOf(written, { 'the database is away': {} });
      Reflect.set(readiness, 'missing', 'tillbridge_order');
      await stepsOf(written, { 'tables are missing': {} });
      Reflect.set(readiness, 'missing', '');
      await stepsOf(written, { 'all is well again': {} });
      const inbox = shop.app.get(Inbox);
      await written.step('the host has put a transaction around it', () =>
        shop.dataSource.transaction(async () => inbox.assertOwnTransaction()),
      );
      await written.step('it has not', () => inbox.assertOwnTransaction());
    });
    expect(transcript).toMatchSnapshot();
  });

  test('by GET the order is read soon, if it is known', async () => {
    await shop.addOrder('A', 1250, 'web', NOON);
    await shop.addOrder('x'.repeat(64), 1250, 'web', NOON);
    await shop.addOrder('T', 1250, 'till', NOON);
    const get = (query: string, sent: Sent = {}): Sent => ({ method: 'GET', query, ...sent });
    const named = '?transactionid=A&timestamp=1';
    const cases: Readonly<Record<string, Sent>> = {
      'of a known order': get(named),
      'by its HEAD': get(named, { method: 'HEAD' }),
      'with the other spelling': get('?transaction_id=A&timestamp=1'),
      'of an unknown order': get('?transactionid=NONE&timestamp=1'),
      'of an order of another group': get('?transactionid=T&timestamp=1'),
      'of the longest id': get(`?transactionid=${'x'.repeat(64)}&timestamp=1`),
      'of a longer one': get(`?transactionid=${'x'.repeat(65)}&timestamp=1`),
      'of one that cannot be stored': get('?transactionid=A%00&timestamp=1'),
      'of no order': get('?timestamp=1'),
      'without a timestamp': get('?transactionid=A'),
      'to a group that takes none': get(named, { path: '/quiet' }),
      'to no group': get(named, { path: '/nobody' }),
      'without the secret of its order': get('?transactionid=T&timestamp=1', { path: '/till', headers: SERVICE }),
      'from elsewhere': get('?transactionid=T&timestamp=1', { path: capabilityOf('T') }),
      'from its own address': get('?transactionid=T&timestamp=1', { path: capabilityOf('T'), headers: SERVICE }),
      'with a length of nothing': get(named, { headers: { 'content-length': '0' } }),
      'with a body': get(named, { headers: { 'content-length': '1' }, body: 'x' }),
      'with a body in pieces': get(named, { headers: { 'transfer-encoding': 'chunked' }, body: 'x' }),
    };
    const transcript = await script(async (written) => {
      for (const [title, sent] of Object.entries(cases)) await written.step(title, () => raw(sent));
      jest.spyOn(shop.app.get(PollRequests), 'bringForward').mockRejectedValueOnce(new Error('no database'));
      await written.step('the database is away', () =>
        raw(get(named, { headers: { 'x-forwarded-for': '192.0.2.99' } })),
      );
      await written.rows('poll');
    });
    expect(transcript).toMatchSnapshot();
  });

  it('judges bytes once more where they, or what the URL says, are not what was judged before', () => {
    const verifier = shop.app.get(NotificationVerifier);
    const body = Buffer.from(bodyOf('T'));
    const timestamp = NOON / 1_000;
    const capability = capabilityOf('T').split('/').at(-1)!;
    const incoming = {
      params: { group: 'till', capability } as Record<string, string>,
      headers: { auth: sign({ timestamp, body, key: canaryKey('till') }), ...SERVICE },
      socket: { remoteAddress: '127.0.0.1' },
      query: { transactionid: 'T', timestamp: String(timestamp) } as Record<string, string>,
      rawBody: body,
    };
    const signed = verifier.verifyHeaders(incoming);
    if (!('mac' in signed)) throw new Error(signed.reason);
    const released = Buffer.from('{}');
    const judged = (change: Partial<typeof incoming>, before = true): string => {
      const request = {};
      if (before) verifier.verifyBody(request, incoming, { signed, released });
      const result = verifier.verify(request, { ...incoming, ...change });
      return result.ok ? `${result.notification.orderId}, ${result.notification.body.byteLength} bytes` : result.reason;
    };
    const whole = `T, ${body.length} bytes`;
    expect(judged({ rawBody: released })).toBe(whole);
    expect(judged({ rawBody: body })).toBe(whole);
    expect(judged({ rawBody: Buffer.from('{"a":1}') })).toBe('mismatch');
    expect(judged({ rawBody: released }, false)).toBe('mismatch');
    const { rawBody: _body, ...without } = incoming;
    expect(verifier.verify({}, { ...without, rawBody: undefined })).toMatchObject({ reason: 'no-body' });
    // Another way of naming the same order, with the proof of its bytes.
    const renamed = { rawBody: released, query: { transaction_id: 'T', timestamp: String(timestamp) } };
    expect(judged(renamed)).toBe(whole);
    expect(judged({ rawBody: released, query: { transactionid: 'U', timestamp: '1' } })).toBe('capability');
    expect(judged({ rawBody: released, params: { group: 'till' } })).toBe('capability');
    expect(judged({ rawBody: released, params: { group: 'web', capability } })).toBe('capability');
    expect(judged({ rawBody: released, params: { group: 'quiet' } })).toBe('mismatch');
    expect(judged({ rawBody: released, params: { group: 'nobody' } })).toBe('mismatch');
    const elsewhere = { 'x-forwarded-for': '198.51.100.1' };
    expect(judged({ headers: { ...incoming.headers, ...elsewhere } }, false)).toBe('source-not-allowed');
  });

  it('lets one address bring forward twenty reads in ten seconds, and all of them fifty in one', async () => {
    await shop.addOrder('A', 1250, 'web', NOON);
    const forward = jest.spyOn(shop.app.get(PollRequests), 'bringForward').mockResolvedValue(true);
    const from = async (address: string, times: number, orderId = 'A'): Promise<number> => {
      const before = forward.mock.calls.length;
      for (let time = 0; time < times; time += 1)
        await raw({
          method: 'GET',
          query: `?transactionid=${orderId}&timestamp=1`,
          headers: { 'x-forwarded-for': address },
        });
      return forward.mock.calls.length - before;
    };
    expect(await from('192.0.2.1', 5, 'NONE')).toBe(0);
    expect(await from('192.0.2.1', 22)).toBe(20);
    expect(await from('192.0.2.2', 22)).toBe(20);
    expect(await from('192.0.2.3', 12)).toBe(10);
    jest.spyOn(performance, 'now').mockReturnValue(passed + 1_000);
    expect(await from('192.0.2.4', 1)).toBe(1);
    expect(await from('192.0.2.1', 1)).toBe(0);
  });

  it('notes how long an acknowledgement took, and nothing of what is refused or its own', async () => {
    const noted = jest.spyOn(shop.app.get(AcknowledgementTimes), 'note');
    await notified({ headers: { auth: '' } });
    await shop.app.get(BootCheck).run();
    await raw({ method: 'GET', query: '?transactionid=A&timestamp=1' });
    await notified({ path: '/old-web' });
    await notified();
    await waitFor(() => noted.mock.calls.length > 1);
    expect(noted.mock.calls).toEqual([
      [0, 'web'],
      [0, 'web'],
    ]);
  });
});

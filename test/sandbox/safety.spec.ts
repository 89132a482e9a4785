import { request } from 'node:http';
import { lookup, type LookupAddress } from 'node:dns';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { startSandbox } from '../../src/sandbox/index.js';
import { canaryKey } from '../support/canary.js';
import { startReceiver, type Receiver } from './support/receiver.js';
import { ORDER, startService, WEB_KEY, type Service } from './support/service.js';

let service: Service;
let receiver: Receiver;

beforeEach(async () => {
  receiver = await startReceiver();
});
afterEach(async () => {
  await service?.close();
  await receiver.close();
});

/** Asks with a `Host` header of one's own, which fetch does not allow. */
function askAs(host: string | undefined, path: string, method = 'GET'): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const headers = { api_key: WEB_KEY, ...(host === undefined ? {} : { Host: host }) };
    const outgoing = request(service.url + path, { method, headers, setHost: false }, (response) => {
      let text = '';
      response.on('data', (chunk) => (text += String(chunk)));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
    });
    outgoing.on('error', reject).end();
  });
}

const order = (notification_url: string) => ({ payment_options: { notification_url } });

describe('the Host header', () => {
  it.each(['127.0.0.1', 'localhost', 'localhost:4000', 'shop.localhost', '127.8.8.8:80', '[::1]:4000'])(
    'may be %s',
    async (host) => {
      service = await startService();
      expect((await askAs(host, '/health')).status).toBe(200);
    },
  );

  it.each(['evil.example', 'localhost.evil.example', '127.0.0.1.evil.example', '192.0.2.1', 'a b', '', '@'])(
    'may not be "%s" on any route',
    async (host) => {
      service = await startService();
      for (const path of ['/', '/health', '/pay/x', '/v1/json/orders/x']) {
        expect((await askAs(host, path)).status).not.toBe(200);
      }
      expect((await askAs(host, '/v1/json/orders', 'POST')).text).not.toContain('error_code');
    },
  );

  it.each(['/', '/pay/x', '/v1/json/orders/x', '/sandbox/clock'])(
    'that is refused on %s is named, with how to allow it',
    async (path) => {
      service = await startService();
      const { status, text } = await askAs('shop.example:4000', path);
      expect(status).toBe(403);
      expect(text).toContain('shop.example');
      expect(text).toMatch(/--public-url|publicUrl/);
      // What is no name of a host is not repeated.
      expect((await askAs('<b>evil</b>', path)).text).not.toContain('<b>evil');
    },
  );

  it('may be that of the public address, and the payment page is found there', async () => {
    service = await startService({ publicUrl: 'https://pay.example/' });
    expect((await askAs('pay.example', '/health')).status).toBe(200);
    expect((await askAs('shop.example', '/health')).status).toBe(403);
    expect(await service.paymentUrl()).toMatch(/^https:\/\/pay\.example\/pay\/[\w-]{35}$/);
  });
});

describe('a page of another site, which a browser lets send what needs no permission,', () => {
  const body = JSON.stringify(ORDER);
  const post = (headers: Record<string, string>, path = '/v1/json/orders'): Promise<Response> =>
    fetch(`${service.url}${path}?api_key=${WEB_KEY}`, {
      method: 'POST',
      headers: { 'Content-Type': 'text/plain', ...headers },
      body,
    });

  it.each<Record<string, string>>([
    { 'Sec-Fetch-Site': 'cross-site', Origin: 'null' },
    { Origin: 'https://evil.example' },
    { Origin: 'http://localhost.evil.example:4000' },
  ])('makes no order with %j, pays none, gives none back and uses up no fault', async (headers) => {
    service = await startService();
    await service.create({ order_id: 'S1' });
    service.sandbox.faults.next('create', 'error-after', { status: 502 });
    for (const path of ['/v1/json/orders', '/v1/json/orders/S1/refunds', '/pay/x', '/merchant/clock']) {
      const refused = await post(headers, path);
      expect([path, refused.status, await refused.text()]).toEqual([
        path,
        403,
        expect.stringContaining('another site'),
      ]);
    }
    expect((await service.get(ORDER.order_id)).json.success).toBe(false);
    expect((await post({})).status).toBe(502);
  });

  it.each<Record<string, string>>([
    {},
    { 'Sec-Fetch-Site': 'same-origin', Origin: 'null' },
    { 'Sec-Fetch-Site': 'same-site', Origin: 'http://localhost:3000' },
  ])('is none with %j', async (headers) => {
    service = await startService();
    expect((await post(headers)).status).toBe(200);
  });
});

describe('the sender', () => {
  it.each(['http://192.0.2.1/hook', 'http://[2001:db8::1]/hook', 'http://0.0.0.0:1/hook', 'http://169.254.169.254/'])(
    'does not touch %s',
    async (url) => {
      service = await startService();
      await service.create(order(url));
      await service.sandbox.idle();
      const [delivery] = await service.sandbox.deliveries(ORDER.order_id);
      expect(delivery).toMatchObject({ verdict: 'blocked', status: null, response: null });
    },
  );

  it('reaches loopback by name, by either address and in any spelling', async () => {
    service = await startService();
    const { port } = new URL(receiver.url);
    for (const host of ['localhost', '127.0.0.1', '0x7f.1', '2130706433', '[::ffff:127.0.0.1]']) {
      await service.create({ order_id: `T-${receiver.requests.length}`, ...order(`http://${host}:${port}/`) });
      await service.sandbox.idle();
    }
    expect(receiver.requests).toHaveLength(5);
  });

  it('does not use a proxy that the environment names', async () => {
    const before = process.env['http_proxy'];
    process.env['http_proxy'] = 'http://127.0.0.1:9';
    try {
      service = await startService();
      await service.create(order(receiver.url));
      await service.sandbox.idle();
      expect(receiver.requests).toHaveLength(1);
    } finally {
      if (before === undefined) delete process.env['http_proxy'];
      else process.env['http_proxy'] = before;
    }
  });

  it.each(['ftp://127.0.0.1/', 'file:///etc/passwd', 'http://user:pass@127.0.0.1/', 'http://127.0.0.1/#x'])(
    'is not even given %s: the order is refused',
    async (url) => {
      service = await startService();
      expect((await service.create(order(url))).json).toMatchObject({ success: false, error_code: 1016 });
    },
  );
});

describe('the options', () => {
  const group = { name: 'web', apiKey: WEB_KEY };

  it.each([
    ['no terminal group', { terminalGroups: [] }, 'terminalGroups must hold'],
    ['a live key', { terminalGroups: [{ name: 'web', apiKey: 'live_0123456789' }] }, 'looks like a live key'],
    ['a live key in capitals', { terminalGroups: [{ name: 'web', apiKey: 'SHOP-LIVE-01' }] }, 'looks like a live key'],
    ['a short key', { terminalGroups: [{ name: 'web', apiKey: ' abc ' }] }, 'terminalGroups[0].apiKey'],
    ['a name with a space', { terminalGroups: [{ ...group, name: 'my web' }] }, 'terminalGroups[0].name'],
    [
      'two groups of one name',
      { terminalGroups: [group, { name: 'web', apiKey: canaryKey('b') }] },
      'terminalGroups[1].name',
    ],
    ['two groups with one key', { terminalGroups: [group, { ...group, name: 'b' }] }, 'terminalGroups[1].apiKey'],
    [
      'a site address that is none',
      { terminalGroups: [{ ...group, notificationUrl: 'shop' }] },
      'terminalGroups[0].notificationUrl',
    ],
    [
      'a link that would run as a script',
      { terminalGroups: [group], links: [{ text: 'Shop', href: 'javascript:alert(1)' }] },
      'links',
    ],
    ['a public address that is none', { terminalGroups: [group], publicUrl: 'localhost:4000' }, 'publicUrl'],
    [
      'a misspelt option',
      { terminalGroups: [group], autodeliver: false },
      'autodeliver is no option; those known here are',
    ],
    [
      'a misspelt option of a group',
      { terminalGroups: [{ ...group, notifyUrl: 'http://localhost/' }] },
      'terminalGroups.0.notifyUrl is no option',
    ],
    ['an unknown time zone', { terminalGroups: [group], timeZone: 'Mars/Olympus' }, 'timeZone'],
  ])('refuse %s, and never show a key', async (_, options, text) => {
    const error: unknown = await startSandbox(options).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ code: 'SANDBOX_OPTIONS_INVALID', message: expect.stringContaining(text) });
    expect(String(error)).not.toMatch(/live_0123456789|SHOP-LIVE-01|tbcanary/);
  });

  it('list every fault at once', async () => {
    const options = { terminalGroups: [{ name: '', apiKey: '' }], publicUrl: 'x', timeZone: 'y' };
    await expect(startSandbox(options)).rejects.toMatchObject({
      message: expect.stringMatching(/\.name .*\.apiKey .*publicUrl .*timeZone /),
    });
  });

  it.each(['delivery-01', 'olive-tree', 'alive1', 'sandbox-live2'])('do not take %s for a live key', async (apiKey) => {
    const isLive = apiKey === 'sandbox-live2';
    const started = await startSandbox({ terminalGroups: [{ name: 'web', apiKey }] }).catch(() => null);
    expect(started === null).toBe(isLive);
    await started?.close();
  });
});

describe('the resolver of this machine', () => {
  it('gives loopback for localhost, which the tests above rely on', async () => {
    const addresses = await new Promise<LookupAddress[]>((resolve, reject) =>
      lookup('localhost', { all: true }, (error, found) => (error ? reject(error) : resolve(found))),
    );
    expect(addresses.map(({ address }) => address)).toContain('127.0.0.1');
  });
});

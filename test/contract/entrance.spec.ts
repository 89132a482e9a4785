import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { inspect } from 'node:util';
import { Money } from 'tillbridge';
import { startSandbox } from 'tillbridge/sandbox';
import { orderBody, signedNotification } from 'tillbridge/testing';
import { TerminalGroups } from '../../src/shop/core/index.js';
import { canaryKey } from '../support/canary.js';
import { shopOptions, startShop, type ShopHost } from '../support/shop-host.js';
import type { EntranceOptions } from '../../src/shop/core/options/entrance.options.js';

const [group] = shopOptions().terminalGroups;
const SECRETS = [canaryKey('capability-new'), canaryKey('capability-old')];
const SERVICE = '192.0.2.7';

const options = (notifications: EntranceOptions, more: object = {}) => ({
  terminalGroups: [{ ...group!, notifications }],
  ...more,
});

/** Sends a well signed notification to a URL below the route, with headers of the proxies in between. */
async function send(shop: ShopHost, orderId: string, { path = '/web', headers = {} } = {}): Promise<number> {
  const at = Date.now();
  const signed = signedNotification({ key: shop.key, orderId, body: orderBody({ orderId, amount: 1250, at }), at });
  const url = `${shop.url}/payments/notifications${path}${signed.search}`;
  const answer = await fetch(url, { method: 'POST', headers: { ...signed.headers, ...headers }, body: signed.body });
  return answer.status;
}

describe.each(['express', 'fastify'] as const)('the allow-list of source addresses on %s', (platform) => {
  let shop: ShopHost;

  beforeAll(async () => {
    const notifications = { allowedSources: ['192.0.2.0/24'] };
    shop = await startShop({ platform, options: options(notifications, { trustedProxies: ['127.0.0.0/8'] }) });
  });

  afterAll(() => shop.close());

  it.each([
    ['the service behind our proxy', SERVICE, 200],
    ['the service behind two of our proxies', `${SERVICE}, 127.0.0.9`, 200],
    ['a stranger behind our proxy', '198.51.100.1', 401],
    ['a stranger who claims to forward for the service', `${SERVICE}, 198.51.100.1`, 401],
    ['a proxy that names no one', 'unknown', 401],
    ['our proxy itself', undefined, 401],
  ])('%s', async (_title, forwardedFor, status) => {
    const before = await shop.count('tillbridge_notification');
    const headers = forwardedFor === undefined ? {} : { 'x-forwarded-for': forwardedFor };
    expect(await send(shop, `A-${Math.random()}`, { headers })).toBe(status);
    expect(await shop.count('tillbridge_notification')).toBe(before + (status === 200 ? 1 : 0));
  });

  it('says in the log which rule refused, and lets the module try its own route at the start', () => {
    expect(shop.logs.matching('source-not-allowed')).not.toEqual([]);
    expect(shop.logs.matching('boot check')).toEqual([]);
  });
});

describe('an allow-list without a trusted proxy', () => {
  it('takes the address of the connection, whatever a header says', async () => {
    const shop = await startShop({ options: options({ allowedSources: [SERVICE] }) });
    expect(await send(shop, 'A-1', { headers: { 'x-forwarded-for': SERVICE } })).toBe(401);
    await shop.close();
  });

  it.each([
    [['0.0.0.0/0'], 'trustedProxies.0: trusts every address there is'],
    [['::/0'], 'trustedProxies.0: trusts every address there is'],
    [true, 'trustedProxies: must be a list of addresses and networks; a number of hops'],
    [['proxy.example'], 'trustedProxies.0: must be an address or a network'],
  ])('does not start with trustedProxies %j', async (trustedProxies, message) => {
    const unsafe = options({ allowedSources: [SERVICE] }, { trustedProxies });
    await expect(startShop({ options: unsafe })).rejects.toThrow(message);
  });
});

describe('the capability in the notification URL', () => {
  let shop: ShopHost;
  const pathFor = (orderId: string, secrets = SECRETS): string => {
    const groups = new TerminalGroups(shopOptions(options({ capabilitySecrets: secrets })));
    return groups.get('web').capabilities.urlFor('/web', orderId);
  };

  beforeAll(async () => {
    shop = await startShop({ options: options({ capabilitySecrets: SECRETS }) });
  });

  afterAll(() => shop.close());

  it('lets in the notification of that order, made with either secret', async () => {
    expect(await send(shop, 'C-1', { path: pathFor('C-1') })).toBe(200);
    expect(await send(shop, 'C-2', { path: pathFor('C-2', [SECRETS[1]!]) })).toBe(200);
  });

  it('refuses a well signed one without it, with that of another order, and one cut short', async () => {
    const before = await shop.count('tillbridge_notification');
    const paths = ['/web', pathFor('C-4'), pathFor('C-3').slice(0, -1), pathFor('C-3', ['x'.repeat(20)])];
    for (const path of paths) expect(await send(shop, 'C-3', { path })).toBe(401);
    expect(await shop.count('tillbridge_notification')).toBe(before);
  });

  it('is in the address that the service is given, that of each attempt its own', async () => {
    const running = await startSandbox({ terminalGroups: [{ name: 'web', apiKey: shop.key }] });
    const terminalGroups = [{ ...group!, baseUrl: running.url, notifications: { capabilitySecrets: SECRETS } }];
    const open = await startShop({ options: { terminalGroups } });
    const order = { orderId: 'C-9', amount: Money.of('12.50', 'EUR'), description: 'Two mugs' };
    await open.payments.group('web').orders.create(order);
    await open.payments.group('web').orders.create({ ...order, amount: Money.of('13.00', 'EUR') });
    await running.sandbox.pay('C-9-2');
    const [delivery] = await running.sandbox.deliveries('C-9-2');
    expect(new URL(delivery!.url).pathname).toBe(`/payments/notifications${pathFor('C-9-2')}`);
    await Promise.all([open.close(), running.close()]);
  });

  it('is refused where none is asked for', async () => {
    const plain = await startShop();
    expect(await send(plain, 'C-1', { path: pathFor('C-1') })).toBe(401);
    await plain.close();
  });

  it('shows no secret, and asks for secrets that are ones', async () => {
    const groups = new TerminalGroups(shopOptions(options({ capabilitySecrets: SECRETS })));
    expect(inspect(groups, { depth: 9 }) + JSON.stringify(groups.all)).not.toContain(SECRETS[0]);
    const short = options({ capabilitySecrets: ['short'] });
    await expect(startShop({ options: short })).rejects.toThrow('at least 16 characters');
    const withQuery = { ...group!, notificationUrl: `${group!.notificationUrl}?shop=1` };
    const long = { ...group!, notificationUrl: `http://localhost:3000/${'x'.repeat(100)}/web` };
    const tooLong = { terminalGroups: [{ ...long, notifications: { capabilitySecrets: SECRETS } }] };
    await expect(startShop({ options: tooLong })).rejects.toThrow('at most 117 characters');
    const queried = { terminalGroups: [{ ...withQuery, notifications: { capabilitySecrets: SECRETS } }] };
    await expect(startShop({ options: queried })).rejects.toThrow(
      'must have no query where capabilitySecrets are used',
    );
  });
});

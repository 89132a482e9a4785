import { describe, expect, it } from '@jest/globals';
import { GroupLookup } from '../../../src/shop/notifications/intake/group-lookup.js';
import { canaryKey } from '../../support/canary.js';
import { failureOf } from '../../support/failure-of.js';
import { sized } from '../../support/long-run.js';
import { waitFor } from '../../support/wait-for.js';
import { merchant, notify, useMerchantShops } from '../payments/resolved-stage.js';

const open = useMerchantShops();

/** Something to wait for, until the test lets it go on. */
function gateOf(): { passed: Promise<void>; open: () => void } {
  let open = (): void => undefined;
  const passed = new Promise<void>((resolve) => void (open = resolve));
  return { passed, open: () => open() };
}

describe.each(['express', 'fastify'] as const)('a notification for a group that is not known yet (%s)', (platform) => {
  it('is taken when the host knows the group and the signature is right', async () => {
    const { shop, merchants } = await open({ platform });
    // The check of the start has found the route in order, before there is any group.
    expect(shop.logs.matching('Tillbridge:Notifications').filter((line) => /^(error|warn)/.test(line))).toEqual([]);
    expect(await notify(shop, 'm-anna')).toBe(200);
    expect(await notify(shop, 'm-anna', { orderId: 'N-2' })).toBe(200);
    expect(await notify(shop, 'm-anna', { key: canaryKey('other') })).toBe(401);
    expect(await shop.count('tillbridge_notification')).toBe(2);
    expect(merchants.asked).toEqual(['m-anna']);
  });

  it('is refused like a wrong key when there is none, or the name can be none', async () => {
    const { shop, merchants } = await open({ platform });
    expect(await notify(shop, 'nobody')).toBe(401);
    expect(await notify(shop, 'nobody')).toBe(401);
    expect(await notify(shop, 'no%20body')).toBe(401);
    expect(merchants.asked).toEqual(['nobody']);
  });

  it('is answered 503 while the host cannot say, and taken afterwards', async () => {
    const { shop, merchants } = await open({ platform });
    const { answer } = merchants;
    merchants.answer = () => Promise.reject(new Error('no database'));
    expect(await notify(shop, 'm-anna')).toBe(503);
    const byGet = await fetch(`${shop.url}/payments/notifications/m-anna?transactionid=N-1&timestamp=1`);
    expect(byGet.status).toBe(503);
    merchants.answer = answer;
    await waitFor(async () => (await notify(shop, 'm-anna')) === 200);
    expect(await shop.count('tillbridge_notification')).toBe(1);
  });

  it('is answered 503 when the answer of the host cannot be used', async () => {
    const { shop, merchants } = await open({ platform });
    merchants.answer = (name) => merchant(name, { timeoutMs: 1 });
    expect(await notify(shop, 'm-anna')).toBe(503);
    const error = await failureOf(shop.payments.group('m-anna').transactions.get('1'));
    expect(error).toMatchObject({ code: 'OPTIONS_INVALID' });
    expect(error.message).toContain('timeoutMs');
  });

  it('asks the host once, however many come together', async () => {
    const { shop, merchants } = await open({ platform });
    const gate = gateOf();
    merchants.answer = async (name) => {
      await gate.passed;
      return merchant(name);
    };
    const all = Array.from({ length: 40 }, (_, index) => notify(shop, 'm-anna', { orderId: `N-${index}` }));
    await waitFor(() => merchants.asked.length > 0);
    gate.open();
    expect(new Set(await Promise.all(all))).toEqual(new Set([200]));
    expect(merchants.asked).toEqual(['m-anna']);
    expect(await shop.count('tillbridge_notification')).toBe(40);
  });
});

describe('names that strangers make up', () => {
  it(
    'cost the host a bounded number of calls, and a group that is known nothing',
    async () => {
      const { shop, merchants } = await open();
      expect(await notify(shop, 'm-anna')).toBe(200);
      const names = Array.from({ length: sized({ usual: 120, long: 10_000 }) }, (_, index) => `stranger-${index}`);
      const statuses = new Map<number, number>();
      const began = performance.now();
      for (let start = 0; start < names.length; start += 20) {
        const some = names.slice(start, start + 20).map((name) => notify(shop, name, { key: canaryKey('none') }));
        for (const status of await Promise.all(some)) statuses.set(status, (statuses.get(status) ?? 0) + 1);
      }
      const tenths = Math.ceil((performance.now() - began) / 10_000);
      expect([...statuses.keys()].sort()).toEqual([401, 503]);
      // All of them come from one address.
      expect(merchants.asked.length).toBeLessThanOrEqual(1 + 20 * (tenths + 1));
      expect(await notify(shop, 'm-anna', { orderId: 'N-2' })).toBe(200);
      // Whoever belongs to the shop is not held up by them.
      expect((await shop.payments.groups.resolve('m-berta')).name).toBe('m-berta');
      expect(await shop.count('tillbridge_notification')).toBe(2);
    },
    sized({ usual: 60_000, long: 600_000 }),
  );

  it('from ten thousand addresses cost it no more than the limit for all of them', async () => {
    const { shop, merchants } = await open({ options: { trustedProxies: ['127.0.0.1'] } });
    const lookup = shop.app.get(GroupLookup, { strict: false });
    const waited: unknown[] = [];
    const began = performance.now();
    for (let index = 0; index < 10_000; index += 1) {
      const headers = { 'x-forwarded-for': `10.${index >> 16}.${(index >> 8) & 255}.${index & 255}` };
      const socket = { remoteAddress: '127.0.0.1' };
      const incoming = { params: { group: `stranger-${index}` }, query: {}, headers, socket, rawBody: undefined };
      waited.push(await lookup.begin(incoming));
    }
    const tenths = Math.ceil((performance.now() - began) / 10_000);
    expect(merchants.asked.length).toBeLessThanOrEqual(100 * (tenths + 1));
    expect(merchants.asked.length).toBeGreaterThan(50);
    expect(waited.filter((refused) => refused !== null).length).toBeGreaterThan(9_000);
  });

  it('wait in a bounded number for a host that does not answer', async () => {
    const { shop, merchants } = await open({ options: { trustedProxies: ['127.0.0.1'] } });
    const lookup = shop.app.get(GroupLookup, { strict: false });
    merchants.answer = () => new Promise(() => undefined);
    const one = { params: { group: 'm-anna' }, query: {}, headers: {}, rawBody: undefined };
    const all = Array.from({ length: 500 }, () => lookup.begin(one));
    const answered = await Promise.race([
      Promise.all(all.slice(64)),
      new Promise((resolve) => void setImmediate(resolve)),
    ]);
    expect(answered).toMatchObject(Array.from({ length: 436 }, () => ({ refusal: 'unavailable' })));
    await Promise.all(all);
  });
});

describe('a host that is slow', () => {
  it('is answered for with 503 after five seconds, and waited for until then', async () => {
    const { shop, merchants } = await open();
    merchants.answer = () => new Promise(() => undefined);
    expect(await notify(shop, 'm-anna')).toBe(503);
    const asked = gateOf();
    merchants.answer = async (name) => {
      if (merchants.asked.length === 2) await asked.passed;
      return merchant(name);
    };
    const slow = notify(shop, 'm-berta');
    await waitFor(() => merchants.asked.length === 2);
    asked.open();
    expect(await slow).toBe(200);
  });
});

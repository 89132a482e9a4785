import { afterEach, describe, expect, it } from '@jest/globals';
import { canaryKey } from '../../support/canary.js';
import { failureOf } from '../../support/failure-of.js';
import { ScriptedService } from '../../support/scripted-service.js';
import { waitFor } from '../../support/wait-for.js';
import { merchant, notify, useMerchantShops } from './resolved-stage.js';

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

const open = useMerchantShops();

describe('a shop without a configured group', () => {
  it.each(['express', 'fastify'] as const)('checks its route at the start all the same (%s)', async (platform) => {
    const { shop } = await open({ platform });
    expect(shop.logs.matching('could not be checked')).toEqual([]);
    expect(shop.logs.matching('instead of 200')).toEqual([]);
    await expect(open({ platform, rawBody: false })).rejects.toMatchObject({ code: 'RAW_BODY_MISSING' });
  });

  it('says when the URL of a group that it finds leads elsewhere', async () => {
    const { shop, merchants } = await open();
    const notificationUrl = 'http://localhost:3000/elsewhere/m-anna';
    merchants.answer = (name) => merchant(name, { notificationUrl });
    await shop.payments.groups.resolve('m-anna');
    expect(shop.logs.matching(notificationUrl)).toHaveLength(1);
  });

  it('tries the keys of a group that it finds, and says what it finds', async () => {
    const service = await ScriptedService.start();
    closers.push(() => service.close());
    const { shop, merchants } = await open({ options: { probe: 'refuse' } });
    merchants.answer = (name) => merchant(name, { baseUrl: service.url });
    service.script((response) => {
      response.writeHead(401, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ success: false, data: {}, error_code: 1032, error_info: 'Invalid API key' }));
    });
    await shop.payments.groups.resolve('m-anna');
    await waitFor(() => shop.logs.matching('m-anna').some((line) => line.includes('key')));
  });
});

describe('the facade', () => {
  it('gives a group that may be found without asking, and asks with the first call', async () => {
    const { shop, merchants } = await open();
    const anna = shop.payments.group('m-anna');
    expect([anna.name, merchants.asked]).toEqual(['m-anna', []]);
    expect(await anna.orders.find('S-1')).toBeNull();
    expect(await anna.refunds.lane()).toMatchObject({ group: 'm-anna', state: 'idle' });
    expect(merchants.asked).toEqual(['m-anna']);
  });

  it('says with the first call that there is none, and at once of a name that can be none', async () => {
    const { shop } = await open();
    const absent = shop.payments.group('nobody');
    expect(await failureOf(absent.orders.find('S-1'))).toMatchObject({ code: 'GROUP_UNKNOWN' });
    expect(await failureOf(absent.refunds.list())).toMatchObject({ code: 'GROUP_UNKNOWN' });
    await expect(absent.transactions.list().pages().next()).rejects.toMatchObject({ code: 'GROUP_UNKNOWN' });
    const source = { orderId: 'S-1', eventsToken: 't', eventsStreamUrl: 'http://127.0.0.1:9/' };
    await expect(absent.events(source).next()).rejects.toMatchObject({ code: 'GROUP_UNKNOWN' });
    expect(() => shop.payments.group('no body')).toThrow('no body');
  });

  it('goes by the keys of now, also where the group was taken before', async () => {
    const service = await ScriptedService.start();
    closers.push(() => service.close());
    const { shop, merchants } = await open();
    merchants.answer = (name) => merchant(name, { baseUrl: service.url, apiKeys: [canaryKey('old')] });
    const anna = shop.payments.group('m-anna');
    await failureOf(anna.transactions.get('1'));
    merchants.answer = (name) => merchant(name, { baseUrl: service.url, apiKeys: [canaryKey('new')] });
    expect(shop.payments.groups.forget('m-anna')).toBe(true);
    await failureOf(anna.transactions.get('1'));
    const keys = service.calls.map(({ headers }) => headers['api_key']);
    expect([keys[0], keys.at(-1)]).toEqual([canaryKey('old'), canaryKey('new')]);
    expect(await notify(shop, 'm-anna', { key: canaryKey('old') })).toBe(401);
    expect(await notify(shop, 'm-anna', { key: canaryKey('new') })).toBe(200);
  });
});

describe('a key that changes', () => {
  it('is followed when the answer has become old, without a restart', async () => {
    const clock = { ahead: 0, now: () => Date.now() + clock.ahead };
    const { shop, merchants } = await open({ options: { clock } });
    merchants.answer = (name) => merchant(name, { apiKeys: [canaryKey('old')] });
    expect(await notify(shop, 'm-anna', { key: canaryKey('old') })).toBe(200);
    merchants.answer = (name) => merchant(name, { apiKeys: [canaryKey('new'), canaryKey('old')] });
    expect(await notify(shop, 'm-anna', { key: canaryKey('new') })).toBe(401);
    clock.ahead += 300_000;
    await waitFor(async () => (await notify(shop, 'm-anna', { key: canaryKey('new'), ahead: clock.ahead })) === 200);
    expect(await notify(shop, 'm-anna', { key: canaryKey('old'), ahead: clock.ahead, orderId: 'N-2' })).toBe(200);
    merchants.answer = (name) => merchant(name, { apiKeys: [canaryKey('new')] });
    clock.ahead += 300_000;
    await waitFor(async () => (await notify(shop, 'm-anna', { key: canaryKey('old'), ahead: clock.ahead })) === 401);
    expect(merchants.asked).toHaveLength(3);
  });

  it('stays as it was while the host cannot say, which is told once', async () => {
    const clock = { ahead: 0, now: () => Date.now() + clock.ahead };
    const { shop, merchants } = await open({ options: { clock } });
    expect(await notify(shop, 'm-anna')).toBe(200);
    merchants.answer = () => Promise.reject(new Error('down'));
    for (const minutes of [6, 12, 18]) {
      clock.ahead = minutes * 60_000;
      shop.payments.groups.refreshStale();
      const before = merchants.asked.length;
      await waitFor(() => merchants.asked.length >= Math.max(before, 2));
      expect(await notify(shop, 'm-anna', { ahead: clock.ahead, orderId: `N-${minutes}` })).toBe(200);
    }
    expect(shop.logs.matching('resolveGroup has failed')).toHaveLength(1);
  });
});

describe('rows of a group that there is no more', () => {
  it('wait, and are worked on when it is there again', async () => {
    const clock = { ahead: 0, now: () => Date.now() + clock.ahead };
    const { shop, merchants } = await open({ options: { clock } });
    const { answer } = merchants;
    expect(await notify(shop, 'm-anna')).toBe(200);
    merchants.answer = () => null;
    shop.payments.groups.forget('m-anna');
    await shop.drain();
    await shop.drain();
    expect(await shop.count("tillbridge_notification WHERE state = 'pending'")).toBe(1);
    merchants.answer = answer;
    clock.ahead += 601_000;
    await shop.addOrder('N-1', 1250, 'm-anna');
    await shop.drain();
    expect(await shop.payments.orders.find('N-1')).toMatchObject({ paid: true });
  });

  it('wait for a shorter time when the host could not say', async () => {
    const clock = { ahead: 0, now: () => Date.now() + clock.ahead };
    const { shop, merchants } = await open({ options: { clock } });
    const { answer } = merchants;
    expect(await notify(shop, 'm-anna')).toBe(200);
    merchants.answer = () => Promise.reject(new Error('down'));
    shop.payments.groups.forget('m-anna');
    await shop.drain();
    merchants.answer = answer;
    await shop.addOrder('N-1', 1250, 'm-anna');
    clock.ahead += 31_000;
    await shop.drain();
    expect(await shop.payments.orders.find('N-1')).toMatchObject({ paid: true });
  });
});

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { ManualClock, orderBody } from 'tillbridge/testing';
import type { ReturnPageOptions } from 'tillbridge';
import { AttemptEntity } from '../../../src/shop/orders/index.js';
import { waitFor } from '../../support/wait-for.js';
import { json, ScriptedService, type Reply } from '../../support/scripted-service.js';
import { shopOptions, startShop, type ShopHost, type ShopHostInput } from '../../support/shop-host.js';

const PAGE = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
const clock = new ManualClock(Date.now());
let service: ScriptedService;

const answer = (orderId: string, status: string): Reply =>
  json(200, { success: true, data: orderBody({ orderId, amount: 1250, status, at: clock.now() }) });

function start(
  returnPage: ReturnPageOptions,
  input: Partial<ShopHostInput> = {},
  more: object = {},
): Promise<ShopHost> {
  const [web] = shopOptions().terminalGroups;
  const till = {
    ...web!,
    name: 'till',
    apiKeys: ['till-key-of-a-test'],
    notificationUrl: 'http://localhost:9/n/till',
  };
  const options = {
    workers: 'off' as const,
    clock,
    terminalGroups: [{ ...web!, baseUrl: service.url }, till],
    ...more,
  };
  return startShop({ ...input, options, extras: { returnPage } });
}

beforeAll(async () => {
  service = await ScriptedService.start();
});
afterAll(() => service.close());

describe.each(['express', 'fastify'] as const)('the page to which the shopper returns (%s)', (platform) => {
  let shop: ShopHost;
  beforeAll(async () => {
    shop = await start(
      { path: 'payments/return', shopUrl: '/shop' },
      {
        platform,
        path: '/api/payments/notifications',
        configure: (app) => app.setGlobalPrefix('api'),
      },
    );
    for (const orderId of ['PAID', 'OPEN', 'DECLINED', 'DOWN', 'BURST']) await shop.addOrder(orderId);
  });
  afterAll(() => shop.close());
  beforeEach(() => service.script());

  const get = (search: string, headers: Record<string, string> = {}, path = '') =>
    fetch(`${shop.url}/api/payments/return${path}${search}`, { headers, redirect: 'manual' });
  const asJson = async (orderId: string) => (await get(`?transactionid=${orderId}`)).json();

  it('settles the order by one get-order, without any notification, and tells no more than that (scenario L6)', async () => {
    service.script(answer('PAID', 'completed'));
    const response = await get('?transactionid=PAID');
    expect(response.headers.get('content-type')).toMatch(/^application\/json/);
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(await response.json()).toEqual({ orderId: 'PAID', state: 'paid', refreshAfterSeconds: null });
    expect(service.log).toEqual(['GET /v1/json/orders/PAID']);
    expect(await asJson('PAID')).toMatchObject({ state: 'paid' });
    expect(service.calls).toHaveLength(1);
    expect(shop.handlers.count('transaction', 'completed')).toBe(1);
  });

  it('says that it is being confirmed, never that it failed, and looks again less and less often (scenario L6)', async () => {
    const gaps: (string | null)[] = [];
    let search = '?lang=x&transactionid=OPEN';
    for (let refresh = 0; refresh < 12; refresh += 1) {
      clock.advance(2_000);
      service.script(answer('OPEN', 'initialized'));
      const response = await get(search, PAGE);
      const html = await response.text();
      expect(service.calls).toHaveLength(1);
      expect(html).toContain('Your payment is being confirmed');
      expect(html.toLowerCase()).not.toMatch(/fail|declin|not been paid/);
      const refresh = response.headers.get('refresh');
      gaps.push(refresh?.split(';')[0] ?? null);
      expect(html.includes('It takes longer than usual')).toBe(refresh === null);
      search = refresh?.split('url=')[1] ?? search;
    }
    expect(gaps).toEqual(['2', '3', '5', '10', '10', '30', '60', '60', '120', null, null, null]);
    expect(new URLSearchParams(search).get('lang')).toBe('x');
    // One of the looks comes thirty seconds after the return (spec §6, Delay).
    expect(2 + 3 + 5 + 10 + 10).toBe(30);
  });

  it('says that it is not paid once that is sure', async () => {
    service.script(answer('DECLINED', 'declined'));
    expect(await asJson('DECLINED')).toEqual({ orderId: 'DECLINED', state: 'not-paid', refreshAfterSeconds: null });
  });

  it('goes on saying so while the service is down (scenario L6)', async () => {
    service.script(json(503, ''), json(503, ''), json(503, ''));
    expect(await asJson('DOWN')).toMatchObject({ state: 'being-confirmed' });
  });

  it('makes one call for any number of reloads at a time, and the next one two seconds later (scenario W6)', async () => {
    service.script(...Array<Reply>(30).fill(answer('BURST', 'initialized')));
    await Promise.all(Array.from({ length: 20 }, () => asJson('BURST')));
    await asJson('BURST');
    clock.advance(1_999);
    await asJson('BURST');
    expect(service.calls).toHaveLength(1);
    clock.advance(1);
    await asJson('BURST');
    expect(service.calls).toHaveLength(2);
  });

  it('answers the same for what is no order of the shop, and makes no call (scenario W6)', async () => {
    clock.advance(2_000);
    service.script(answer('OPEN', 'initialized'));
    const open = await get('?transactionid=OPEN', PAGE);
    const known = await open.text();
    for (const orderId of ['NONE', '', 'x'.repeat(5_000), '%00', '%ff', '<script>']) {
      const response = await get(`?transactionid=${orderId}`, PAGE);
      expect(response.status).toBe(200);
      expect([...response.headers.keys()].sort()).toEqual([...open.headers.keys()].sort());
      expect(await response.text()).not.toContain('<script');
    }
    const unknown = await (await get('?transactionid=NONE', PAGE)).text();
    expect(unknown.replaceAll('NONE', 'OPEN')).toBe(known);
    expect(await (await get('')).json()).toMatchObject({ orderId: '', state: 'being-confirmed' });
    expect(service.calls).toHaveLength(1);
  });

  it('knows an attempt by the id it has at the service, and a group by its name', async () => {
    await shop.addOrder('A-1');
    await shop.addOrder('A-1', 1250, 'till');
    const [first] = await shop.dataSource.manager.findBy(AttemptEntity, { group: 'web', orderId: 'A-1' });
    await shop.dataSource.manager.insert(AttemptEntity, { ...first!, serviceOrderId: 'A-1-2', number: 2 });
    await shop.dataSource.query(
      "UPDATE tillbridge_order SET attempt = 2 WHERE order_id = 'A-1' AND group_name = 'web'",
    );
    // Two groups have it, and the page cannot know which is meant.
    expect(await asJson('A-1')).toMatchObject({ state: 'being-confirmed' });
    expect(service.calls).toHaveLength(0);
    service.script(answer('A-1-2', 'completed'));
    expect(await asJson('A-1-2')).toEqual({ orderId: 'A-1', state: 'paid', refreshAfterSeconds: null });
    expect(await (await get('?transactionid=A-1', {}, '/web')).json()).toMatchObject({ state: 'paid' });
    expect(service.log).toEqual(['GET /v1/json/orders/A-1-2']);
  });

  it('speaks Dutch to anyone who asks for it, and is one accessible page that needs nothing else', async () => {
    const response = await get('?transactionid=NONE', { ...PAGE, 'accept-language': 'nl-BE,en;q=0.5' });
    const html = await response.text();
    expect(html).toContain('<html lang="nl">');
    expect(html).toContain('<h1>Je betaling wordt bevestigd</h1>');
    expect(html).toMatch(/<div role="status">/);
    expect(html).toContain('<a href="/shop">Terug naar de winkel</a>');
    expect(html).not.toMatch(/<script|<img|<link|@import/);
    expect(response.headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'sha256-/);
  });
});

describe.each(['express', 'fastify'] as const)('a caller who opens the return page too often (%s)', (platform) => {
  let shop: ShopHost;
  afterEach(() => shop.close());

  const get = (caller: string, headers: Record<string, string> = {}) =>
    fetch(`${shop.url}/back?transactionid=NONE`, {
      headers: { ...headers, 'x-forwarded-for': caller },
      redirect: 'manual',
    });

  it('is told to wait, in words that keep a shopper from paying again, and no one else is', async () => {
    service.script();
    const returnPage = { path: 'back', shopUrl: '/shop', redirectTo: () => '/elsewhere' };
    shop = await start(returnPage, { platform }, { trustedProxies: ['127.0.0.1'] });
    const answers = await Promise.all(Array.from({ length: 400 }, () => get('198.51.100.7')));
    expect(answers.filter(({ status }) => status !== 429).length).toBeGreaterThanOrEqual(100);
    const refused = (headers: Record<string, string>): Promise<Response> =>
      waitFor(async () => {
        const response = await get('198.51.100.7', headers);
        return response.status === 429 ? response : null;
      });
    const reported = await refused(PAGE);
    expect([reported.status, reported.headers.get('retry-after'), reported.headers.get('refresh')]).toEqual([
      429,
      '10',
      '10; url=?transactionid=NONE&refreshes=1',
    ]);
    const html = await reported.text();
    expect(html).toContain('You need not pay again');
    expect(html.toLowerCase()).not.toMatch(/fail|declin|not been paid/);
    const state = { orderId: 'NONE', state: 'being-confirmed', refreshAfterSeconds: 10 };
    expect(await (await refused({})).json()).toEqual(state);
    expect((await get('198.51.100.8')).status).toBe(200);
  });
});

describe('a return page that the shop has made its own', () => {
  let shop: ShopHost;
  afterEach(() => shop.close());

  const open = async (headers: Record<string, string> = PAGE) =>
    fetch(`${shop.url}/back?transactionid=MINE`, { headers, redirect: 'manual' });

  it.each([
    ['/thanks?o=é', '/thanks?o=%C3%A9'],
    ['https://shop.example/thanks', 'https://shop.example/thanks'],
    ['//elsewhere.example/x', '/x'],
  ])('sends a browser to %s, and tells a program', async (url, location) => {
    shop = await start({ path: 'back', redirectTo: ({ state }) => (state === 'being-confirmed' ? url : null) });
    const response = await open();
    expect([response.status, response.headers.get('location')]).toEqual([303, location]);
    expect(await (await open({})).json()).toMatchObject({ state: 'being-confirmed' });
  });

  it('shows a view and texts of its own, which is refreshed all the same', async () => {
    const titles = { paid: 'P', 'being-confirmed': 'Wird bestätigt', 'not-paid': 'N' };
    const de = { titles, sentences: titles, waiting: '', stopped: '', lookAgain: '', order: '', back: '' };
    shop = await start({ path: 'back', texts: { de }, view: ({ texts, state }) => `<b>${texts.titles[state]}</b>` });
    const response = await open({ ...PAGE, 'accept-language': 'de' });
    expect(await response.text()).toBe('<b>Wird bestätigt</b>');
    expect(response.headers.get('refresh')).toBe('2; url=?transactionid=MINE&refreshes=1');
    expect(response.headers.get('content-security-policy')).toBeNull();
  });

  it.each<[string, Partial<ReturnPageOptions>, number]>([
    [
      'a view that throws',
      {
        view: () => {
          throw new Error('no template');
        },
      },
      1,
    ],
    ['an address that is none', { redirectTo: () => 'javascript:alert(1)' }, 0],
    [
      'a shop that cannot say where to',
      {
        redirectTo: () => {
          throw new Error('no idea');
        },
      },
      1,
    ],
  ])('falls back to the page for %s, and says what failed', async (_title, options, lines) => {
    shop = await start({ path: 'back', ...options });
    expect(await (await open()).text()).toContain('Your payment is being confirmed');
    expect(shop.logs.matching('What the shop shows on return')).toHaveLength(lines);
    expect(shop.logs.matching('could not tell how the order stands')).toEqual([]);
  });

  it('says that it is being confirmed while the database does not answer', async () => {
    shop = await start({ path: 'back' });
    await shop.addOrder('MINE');
    await shop.dataSource.query('ALTER TABLE tillbridge_order RENAME TO elsewhere');
    const response = await open({});
    await shop.dataSource.query('ALTER TABLE elsewhere RENAME TO tillbridge_order');
    expect([response.status, await response.json()]).toEqual([
      200,
      { orderId: 'MINE', state: 'being-confirmed', refreshAfterSeconds: 2 },
    ]);
    expect(shop.logs.matching('could not tell how the order stands')).toHaveLength(1);
  });
});

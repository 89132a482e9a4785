import { createHash } from 'node:crypto';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { submit, TILL_KEY, WEB_KEY } from '../support/service.js';
import { ID, useStage } from '../support/stage.js';
import { openMerchant, tokenIn, type Merchant } from './support/merchant.js';

const stage = useStage();
let merchant: Merchant;
const at = (path: string): string => stage.service.url + path;

beforeEach(async () => {
  await stage.start({
    terminalGroups: [
      { name: 'web', apiKey: WEB_KEY, notificationUrl: `${stage.site.url}/site` },
      { name: 'till', apiKey: TILL_KEY },
    ],
  });
  merchant = openMerchant(stage.service);
});

describe('every merchant page', () => {
  it.each([
    '/',
    '/merchant/transactions',
    '/merchant/tills',
    '/merchant/notifications',
    '/merchant/groups',
    '/merchant/faults',
    '/merchant/clock',
  ])('has a strict policy, no script and no key: %s', async (path) => {
    await stage.service.create(stage.withUrl());
    await stage.service.sandbox.idle();
    const response = await fetch(at(path));
    const page = await response.text();
    const style = /<style>([^]*?)<\/style>/.exec(page)?.[1] ?? '';
    const hash = createHash('sha256').update(style).digest('base64');
    expect(response.headers.get('content-security-policy')?.split('; ')).toEqual([
      "default-src 'none'",
      `style-src 'sha256-${hash}'`,
      'img-src data:',
      "form-action 'self'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
    ]);
    expect(page).not.toMatch(/<script|javascript:|\son\w+=|\ssrc=|url\(|@import|tbcanary/i);
  });

  it('is for this machine only', async () => {
    expect((await fetch(at('/merchant'), { redirect: 'manual' })).headers.get('location')).toBe(
      '/merchant/transactions',
    );
    for (const path of ['/merchant/transactions/none', '/merchant/nothing']) {
      expect((await fetch(at(path))).status).toBe(404);
    }
  });

  it('escapes what comes from shops', async () => {
    stage.receiver.reply = { status: 500, body: '<img src=x onerror=alert(1)>' };
    await stage.service.create({ ...stage.withUrl(), description: `5 < 6 & "so" 'on'`, var1: '</dd><h1>var' });
    await stage.service.sandbox.idle();
    const path = await merchant.pathOf(ID);
    for (const page of [await merchant.text(path), await merchant.text('/merchant/transactions')]) {
      expect(page).toContain('5 &lt; 6 &amp; &quot;so&quot;');
      expect(page).not.toMatch(/<img|<h1>var/);
    }
    expect(await merchant.text(path)).toContain('&lt;img src=x onerror=alert(1)>');
    const search = encodeURIComponent('"><i>');
    expect(await merchant.text(`/merchant/transactions?search=${search}`)).not.toContain('"><i>');
  });
});

describe('the list of transactions', () => {
  const ids = (page: string): string[] =>
    [...page.matchAll(/<a href="\/merchant\/transactions\/[^"]+">([^<]+)</g)].map(([, id]) => String(id));

  it('is empty with a word about what to do', async () => {
    expect(await merchant.text('/merchant/transactions')).toContain('No orders yet');
    expect(await merchant.text('/merchant/transactions?status=void')).toContain('Nothing matches');
  });

  it('pages forth and back without losing or repeating a row, while new orders arrive', async () => {
    for (let number = 10; number < 70; number += 1) await stage.service.create({ order_id: `L-${number}` });
    const first = await merchant.text('/merchant/transactions');
    const next = /rel="next" href="([^"]+)"/.exec(first)?.[1] ?? '';
    await stage.service.create({ order_id: 'L-new' });
    const second = await merchant.text(next);
    const third = await merchant.text(/rel="next" href="([^"]+)"/.exec(second)?.[1] ?? '');
    const all = [...ids(first), ...ids(second), ...ids(third)];
    expect(all).toEqual(Array.from({ length: 60 }, (_, index) => `L-${69 - index}`));
    expect(third).not.toContain('rel="next"');
    const back = await merchant.text(/rel="prev" href="([^"]+)"/.exec(third)?.[1] ?? '');
    expect(ids(back)).toEqual(ids(second));
  });

  it('is narrowed down by status, group, order id and transaction id', async () => {
    for (const order_id of ['A-1', 'A-2', 'B-1']) await stage.service.create({ order_id });
    await stage.service.create({ order_id: 'A-1' }, { api_key: TILL_KEY });
    const { transactionId } = await stage.service.sandbox.pay('A-2');
    const list = async (query: string): Promise<string[]> =>
      ids(await merchant.text(`/merchant/transactions?${query}`));
    expect(await list('search=A-')).toEqual(['A-1', 'A-1', 'A-2']);
    expect(await list('search=A-&group=till')).toEqual(['A-1']);
    expect(await list('status=completed')).toEqual(['A-2']);
    expect(await list('status=initialized&group=web')).toEqual(['B-1', 'A-1']);
    expect(await list(`search=${transactionId}`)).toEqual(['A-2']);
    expect(await list('status=nonsense&after=%27%20OR%201%3D1')).toHaveLength(4);
  });
});

describe('one transaction', () => {
  it('shows attempts, facts and every exchange of its notifications', async () => {
    stage.receiver.reply = { status: 500, body: 'Out of order' };
    await stage.service.create({ ...stage.withUrl(), customer: { first_name: 'Ada', last_name: 'de Vries' } });
    await stage.service.sandbox.decline(ID, { method: 'VISA' });
    await stage.service.sandbox.pay(ID);
    const page = await merchant.text(await merchant.pathOf(ID));
    const auth = String(stage.receiver.requests[0]?.headers['auth']);
    for (const text of [
      'Ada de Vries',
      '€45.99',
      'Visa',
      'iDEAL',
      'refused · 500',
      'Out of order',
      'acknowledged · 200',
      auth,
    ]) {
      expect(page).toContain(text);
    }
    expect(page.match(/<summary>/g)).toHaveLength(6);
  });

  it('says when the next resend is due, and sends again by hand', async () => {
    stage.receiver.reply = stage.site.reply = { status: 503 };
    await stage.service.create(stage.withUrl());
    await stage.service.sandbox.idle();
    const path = await merchant.pathOf(ID);
    const page = await merchant.text(path);
    expect(page).toMatch(/<b>created<\/b> is to be sent again<\/span>.*?in 15 min/);
    stage.receiver.reply = {};
    const resend = /action="(\/merchant\/notifications\/[\w-]+\/resend)"/.exec(page)?.[1] ?? '';
    const after = await merchant.send(resend, {}, path);
    expect(after).toMatch(/role="status".*was sent again: acknowledged \(HTTP 200\)/);
    expect(after).toContain('resend by hand');
    expect(after).not.toContain('is to be sent');
  });

  it.each([
    ['held and accepted', 'hold', 'accept', 'completed'],
    ['held and rejected', 'hold', 'reject', 'declined'],
    ['left to expire', null, 'expire', 'expired'],
    ['expired and paid late', 'expire', 'pay-late', 'completed'],
    ['shipped', 'pay', 'ship', 'shipped'],
    ['charged back', 'pay', 'chargeback', 'chargedback'],
  ] as const)('can be %s', async (_, before, action, status) => {
    await stage.service.create(stage.withUrl());
    if (before !== null) await stage.service.sandbox[before](ID);
    const path = await merchant.pathOf(ID);
    expect(await merchant.text(path)).toContain(`action="${path}/${action}"`);
    const page = await merchant.send(`${path}/${action}`, {}, path);
    expect(page).toContain('role="status"');
    expect(page).not.toContain(`action="${path}/${action}"`);
    expect((await stage.service.get(ID)).json.data['status']).toBe(status);
  });

  it.each([
    ['try-paid', 'completed', 'completed'],
    ['try-declined', 'declined', 'initialized'],
    ['try-expired', 'expired', 'initialized'],
  ])('shows a try that was left for another one, and lets it come to its own end: %s', async (action, own, status) => {
    await stage.service.create(stage.withUrl());
    const { transactionId } = await stage.service.sandbox.begin(ID, { method: 'VISA' });
    const path = await merchant.pathOf(ID);
    expect(await merchant.text(path)).not.toContain(`action="${path}/${action}"`);
    await stage.service.sandbox.begin(ID, { method: 'BANKTRANS' });
    expect(await merchant.text(path)).toContain(`name="transaction" value="${transactionId}"`);
    const page = await merchant.send(`${path}/${action}`, { transaction: transactionId! }, path);
    expect(page).toContain('role="status"');
    expect(page).not.toContain(`name="transaction" value="${transactionId}"`);
    expect(await stage.service.sandbox.order(ID)).toMatchObject({ status, tries: [{ status: own }, {}] });
    const refused = await merchant.send(`${path}/${action}`, { transaction: '17' }, path);
    expect(refused).toMatch(/role="alert".*has no try/);
  });

  it.each([
    ['JPY', 10_000, '10000', 'up to ¥10,000', { '1,000': 0, '1.5': 0, '2 500': 2_500 }],
    ['KWD', 12_345_678, '12345.678', 'up to KWD\u00A012,345.678', { '1,500': 0, '1.2345': 0, '1,5': 1_500 }],
  ])('is refunded in %s by exactly what is typed', async (currency, amount, value, label, typed) => {
    await stage.service.create({ ...stage.withUrl(), currency, amount });
    await stage.service.sandbox.pay(ID, { method: 'VISA' });
    const path = await merchant.pathOf(ID);
    const page = await merchant.text(path);
    expect([page.includes(`value="${value}"`), page.includes(label)]).toEqual([true, true]);
    for (const [text, refunded] of Object.entries(typed)) {
      const after = await merchant.send(`${path}/refund`, { amount: text }, path);
      if (refunded === 0) expect(after).toMatch(/role="alert".*is no amount of (?:JPY.*1250|KWD.*1\.250)\./);
      expect(await stage.service.sandbox.order(ID)).toMatchObject({ amountRefunded: refunded });
    }
  });

  it('refuses what its status does not allow, and says why', async () => {
    await stage.service.create(stage.withUrl());
    const path = await merchant.pathOf(ID);
    const page = await merchant.send(`${path}/chargeback`, {}, path);
    expect(page).toMatch(/role="alert".*is not paid/);
    expect((await stage.service.get(ID)).json.data['status']).toBe('initialized');
  });
});

describe('a form', () => {
  it.each([
    ['no token', {}],
    ['a wrong token', { token: 'x'.repeat(43) }],
  ])('with %s changes nothing', async (_, fields) => {
    await stage.service.create(stage.withUrl());
    const before = stage.service.clock.now();
    const path = await merchant.pathOf(ID);
    for (const [action, more] of [
      [`${path}/expire`, {}],
      ['/merchant/clock', { step: 'day' }],
      ['/merchant/faults', { do: 'clear' }],
    ] as const) {
      const response = await submit(at(action), { ...fields, ...more });
      expect(response.status).toBe(403);
      expect(await response.text()).toContain('Nothing was changed');
    }
    expect(stage.service.clock.now()).toBe(before);
    expect((await stage.service.get(ID)).json.data['status']).toBe('initialized');
  });

  it.each(['https://evil.example/', '//evil.example', '/\\evil.example', '/merchant//evil', 'javascript:alert(1)'])(
    'leads back to no other server: %s',
    async (back) => {
      const token = tokenIn(await merchant.text('/merchant/clock'));
      const response = await submit(at('/merchant/clock'), { token, back, step: 'minute' });
      const location = new URL(String(response.headers.get('location')), stage.service.url);
      expect([response.status, location.origin]).toEqual([303, stage.service.url]);
    },
  );

  it('is answered once: the message is gone when the page is loaded again', async () => {
    const token = tokenIn(await merchant.text('/merchant/clock'));
    const response = await submit(at('/merchant/clock'), { token, step: 'minute' });
    const location = String(response.headers.get('location'));
    expect(await merchant.text(location)).toContain('The clock was put forward');
    expect(await merchant.text(location)).not.toContain('The clock was put forward');
  });
});

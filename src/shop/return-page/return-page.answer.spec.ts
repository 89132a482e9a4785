import { describe, expect, it, test } from '@jest/globals';
import type { ReturnAnswer, ReturnPageOptions } from '../core/index.js';
import { busyReply, replyTo, visitOf, type ReturnReply } from './return-page.answer.js';

const PAGE = { accept: 'text/html' };
const request = (headers: Record<string, string> = PAGE, url = '/back?transactionid=A-1', params: unknown = {}) => ({
  url,
  headers,
  params,
});
const confirming: ReturnAnswer = { orderId: 'A-1', state: 'being-confirmed', refreshAfterSeconds: 2 };
const paid: ReturnAnswer = { orderId: 'A-1', state: 'paid', refreshAfterSeconds: null };
const path = 'back';

/** Of a page the language and the heading; any other answer unchanged. */
const shown = ({ status, headers, body }: ReturnReply): string[] => [
  `${status} ${/<h1>(.*?)<\/h1>/.exec(body)?.[1] ?? body}${body.includes('Back to the shop') ? ' …and back to the shop' : ''}`,
  ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
];

describe('what a browser or a program is answered', () => {
  test.each<[string, ReturnReply]>([
    ['a program', replyTo(request({}), confirming, { path, redirectTo: () => '/thanks' })],
    ['a browser, while it is being confirmed', replyTo(request(), confirming, { path, shopUrl: '/shop' })],
    ['a browser, when it is paid', replyTo(request(), paid, { path })],
    ['a browser that is sent elsewhere', replyTo(request(), paid, { path, redirectTo: () => '/thanks' })],
    ['a browser of a shop with a page of its own', replyTo(request(), paid, { path, view: ({ state }) => state })],
    ['a program that comes too often', busyReply(request({}), { path })],
    ['a browser that comes too often', busyReply(request(), { path, redirectTo: () => '/thanks' })],
  ])('%s', (_who, reply) => {
    expect(shown(reply)).toMatchSnapshot();
  });

  it('of an id that is too long the beginning', () => {
    const long = request({}, `/back?transactionid=${'x'.repeat(65)}`);
    expect(JSON.parse(busyReply(long, { path }).body)).toMatchObject({ orderId: 'x'.repeat(64) });
  });

  it('busy in other words than waiting', () => {
    const seen: unknown[] = [];
    const options = { path, view: (page: { isBusy?: boolean }) => String(seen.push(page.isBusy)) };
    busyReply(request(), options);
    replyTo(request(), confirming, options);
    expect(seen).toEqual([true, false]);
  });
});

it('says which order is asked for, in which group, and how often', () => {
  expect(visitOf(request(PAGE, '/back/till?transactionid=A-1&refreshes=3', { group: 'till' }))).toMatchObject({
    orderId: 'A-1',
    group: 'till',
    refreshes: 3,
  });
});

describe('where a browser is sent', () => {
  it.each([
    ['/thanks?o=é#end', '/thanks?o=%C3%A9#end'],
    ['https://shop.example/thanks', 'https://shop.example/thanks'],
    ['http://shop.example', 'http://shop.example/'],
    ['//elsewhere.example/x', '/x'],
    ['thanks', null],
    ['javascript:alert(1)', null],
    ['ftp://shop.example', null],
    ['xhttps://shop.example', null],
    [null, null],
  ])('%s: %s', (given, location) => {
    const reply = replyTo(request(), paid, { path, redirectTo: () => given });
    expect([reply.status, reply.headers['Location'] ?? null]).toEqual([location === null ? 200 : 303, location]);
  });
});

describe('in which language', () => {
  const texts = { titles: { paid: 'P' }, sentences: {} } as NonNullable<ReturnPageOptions['texts']>[string];
  it.each<[string, string, ReturnPageOptions['texts']]>([
    ['', 'en', undefined],
    ['nl', 'nl', undefined],
    ['nl-BE', 'nl', undefined],
    ['fr, nl;q=0.5', 'nl', undefined],
    ['fr', 'en', undefined],
    ['de-AT', 'de', { de: texts }],
    ['de-AT', 'de-AT', { de: texts, 'de-AT': texts }],
    ['nl', 'nl', { nl: texts }],
  ])('%s: %s', (accepted, language, own) => {
    const options: ReturnPageOptions = {
      path,
      view: (page) => `${page.language} ${page.texts === texts}`,
      ...(own && { texts: own }),
    };
    const { body, headers } = replyTo(request({ ...PAGE, 'accept-language': accepted }), paid, options);
    expect([body, headers['Content-Language']]).toEqual([`${language} ${own !== undefined}`, language]);
  });

  it('that of the shop instead of English', () => {
    const options: ReturnPageOptions = { path, texts: { en: texts }, view: (page) => String(page.texts === texts) };
    expect(replyTo(request({ ...PAGE, 'accept-language': 'fr' }), paid, options).body).toBe('true');
  });
});

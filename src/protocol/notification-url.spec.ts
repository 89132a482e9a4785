import { describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';

import { appendNotificationQuery, checkNotificationUrl } from './notification-url.js';
import { anyCharacter } from '../../test/support/any-character.js';

const messages = (url: string, rules?: 'live' | 'development'): string[] =>
  checkNotificationUrl(url, rules).map(({ message }) => message);

describe('the rules for a notification URL', () => {
  it.each([
    'https://shop.example/payments/notifications/web',
    'https://shop.example',
    'https://SHOP.example/A-b_c.d:e/f',
    'https://203.0.113.7/hook',
  ])('live takes %s', (url) => {
    expect(checkNotificationUrl(url)).toEqual([]);
    expect(checkNotificationUrl(url, 'development')).toEqual([]);
  });

  it.each([
    ['http://shop.example/hook', ['must start with https://']],
    ['https://shop.example:8443/hook', ['must not name a port']],
    ['https://shop.example:443', ['must not name a port']],
    ['https://shop.example:/hook', ['must not name a port']],
    ['https://shop.example/hook?a=1', ['may only hold letters, digits and the characters - _ . : /']],
    ['https://shop.example/h%20k', ['may only hold letters, digits and the characters - _ . : /']],
    ['https://bücher.example/hook', ['may only hold letters, digits and the characters - _ . : /']],
    ['https://localhost/hook', ['must name a public host']],
    ['https://localhost./hook', ['must name a public host']],
    ['https://2130706433/hook', ['must name a public host']],
    ['https://shop/hook', ['must name a public host']],
    ['https://shop.local/hook', ['must name a public host']],
    ['https://127.0.0.1/hook', ['must name a public host']],
    ['https://10.1.2.3/hook', ['must name a public host']],
    ['https://172.20.0.1/hook', ['must name a public host']],
    ['https://192.168.1.1/hook', ['must name a public host']],
    ['https://169.254.169.254/hook', ['must name a public host']],
    ['https://100.64.0.1/hook', ['must name a public host']],
    // The URL class reads all of these as `https://shop.example:8443/hook`.
    ['https:shop.example:8443/hook', ['must be an http or https address']],
    ['https:/shop.example:8443/hook', ['must be an http or https address']],
    ['https:///shop.example:8443/hook', ['must be an http or https address']],
    ['http://localhost:3000/hook', ['must start with https://', 'must not name a port', 'must name a public host']],
    [`https://shop.example/${'a'.repeat(150)}`, ['must have at most 150 characters']],
  ])('live refuses %s and lists every fault', (url, expected) => {
    expect(messages(url, 'live')).toEqual(expected);
    expect(messages(url)).toEqual(expected);
  });

  it.each([
    'http://localhost:3000/hook',
    'http://127.0.0.1:80/h',
    'http://[::1]:3000/h?a=1',
    'https://shop:8443/h?a=1',
  ])('development takes %s', (url) => {
    expect(checkNotificationUrl(url, 'development')).toEqual([]);
  });

  it.each([
    ['ftp://shop.example/hook', 'must be an http or https address'],
    ['https://ann:word@shop.example/hook', 'must not hold a user name or password'],
    ['https://shop.example/hook#top', 'must not hold a fragment'],
    ['/hook', 'must be an absolute address'],
    ['', 'must be an absolute address'],
    ['https://', 'must be an absolute address'],
  ])('both refuse %p', (url, message) => {
    expect(messages(url)).toContain(message);
    expect(messages(url, 'development')).toContain(message);
  });

  it('never throws, for any input', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: anyCharacter }), fc.webUrl()), (url) =>
        Array.isArray(checkNotificationUrl(url)),
      ),
    );
    expect(messages(JSON.parse('7'))).toEqual(['must be an absolute address']);
  });
});

describe('the query of a notification', () => {
  it.each([
    ['https://shop.example/hook', 'https://shop.example/hook?transactionid=S1&timestamp=5'],
    ['https://shop.example/hook?a=1', 'https://shop.example/hook?a=1&transactionid=S1&timestamp=5'],
    ['https://shop.example/hook?', 'https://shop.example/hook?transactionid=S1&timestamp=5'],
    ['https://shop.example/hook?a=1&', 'https://shop.example/hook?a=1&transactionid=S1&timestamp=5'],
    ['https://shop.example/hook#top', 'https://shop.example/hook?transactionid=S1&timestamp=5#top'],
    ['', '?transactionid=S1&timestamp=5'],
  ])('is appended to %p', (url, expected) => {
    expect(appendNotificationQuery(url, { orderId: 'S1', timestamp: 5 })).toBe(expected);
  });

  it('can be read back, for any identifier, next to the query that was there', () => {
    const url = fc.webUrl({ withQueryParameters: true, withFragments: true });
    fc.assert(
      fc.property(url, fc.string({ unit: 'grapheme' }), fc.nat(), (address, orderId, timestamp) => {
        const extra = { payload_type: 'pretransaction' };
        const before = new URL(address);
        const after = new URL(appendNotificationQuery(address, { orderId, timestamp, extra }));
        expect(after.searchParams.getAll('transactionid').at(-1)).toBe(orderId);
        expect(after.searchParams.getAll('timestamp').at(-1)).toBe(String(timestamp));
        expect(after.searchParams.get('payload_type')).toBe('pretransaction');
        expect(after.search.startsWith(before.search)).toBe(true);
        expect([after.origin, after.pathname, after.hash]).toEqual([before.origin, before.pathname, before.hash]);
      }),
    );
  });

  it('does not throw on half a character', () => {
    expect(appendNotificationQuery('https://shop.example', { orderId: '\ud83d', timestamp: '5' })).toContain(
      'timestamp=5',
    );
  });
});

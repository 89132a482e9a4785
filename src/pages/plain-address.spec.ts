import { describe, expect, it } from '@jest/globals';
import { isPlainAddress } from './plain-address.js';

const AWAY = '/payments/dashboard';

describe('an address to go back to', () => {
  it.each([
    '/',
    `${AWAY}`,
    `${AWAY}/orders/web/S1?tab=a&after=x.y`,
    `${AWAY}/orders/web/a%2Fb`,
    `${AWAY}/orders/web/50%25`,
    `${AWAY}/orders/web/a..b`,
    `${AWAY}/orders/web/caf%C3%A9`,
    `${AWAY}/orders?status=..`,
  ])('is plain: %s', (address) => {
    expect(isPlainAddress(address)).toBe(true);
  });

  it.each([
    '',
    'orders',
    'https://example.org/',
    '//example.org',
    '/\\example.org',
    'javascript:1',
    `${AWAY}/..`,
    `${AWAY}/../admin`,
    `${AWAY}/./orders`,
    `${AWAY}/%2e%2e/admin`,
    `${AWAY}/.%2E/admin`,
    `${AWAY}/%252e%252e/admin`,
    `${AWAY}/%25252e%25252e/admin`,
    `${AWAY}/%2525252525252e/admin`,
    `${AWAY}/orders/..%2fadmin`,
    `${AWAY}/orders/..%5cadmin`,
    `${AWAY}//example.org`,
    `${AWAY}/%2fexample.org`,
    `${AWAY}/\\example.org`,
    `${AWAY}/\texample`,
    `${AWAY}/%0d%0aSet-Cookie:a=b`,
    `${AWAY}/%00`,
    `${AWAY}/%zz`,
    `${AWAY}/orders#/../..`,
    ` ${AWAY}`,
    `${AWAY}/orders `,
  ])('is not: %p', (address) => {
    expect(isPlainAddress(address)).toBe(false);
  });
});

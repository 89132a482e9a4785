import { describe, expect, it } from '@jest/globals';
import { NotificationRoute } from './notification-route.js';

const under = (globalPrefix: string) => new NotificationRoute('/payments/notifications/', globalPrefix);

describe('the notification route in a request line', () => {
  it.each([
    ['/payments/notifications/web', { group: 'web' }],
    ['/payments/notifications/web?transactionid=A;1#/x/y', { group: 'web' }],
    ['/payments/notifications/web/cap', { group: 'web', capability: 'cap' }],
    ['//Payments//%6eotifications/w%65b/', { group: 'web' }],
    ['https://shop.example:8443/payments/notifications/web', { group: 'web' }],
    ['/payments/notifications/web%2Fx%2Fy', { group: 'web/x/y' }],
    ['/payments/notifications/%zz', { group: '%zz' }],
  ])('%s names %j', (target, params) => {
    expect(under('').read(target)).toEqual(params);
    expect(under('api').read(target)).toEqual(params);
  });

  it('is below the global prefix of the host', () => {
    expect(under('/api').read('/api/payments/notifications/web')).toEqual({ group: 'web' });
    expect(under('/API/v1/').read('/api/v1/payments/notifications/web')).toEqual({ group: 'web' });
    expect(under('').read('/api/v1/payments/notifications/web')).toBeNull();
  });

  it.each([
    '/payments/notifications/web#/x/y',
    '/payments/notifications/web;/x/y',
    '/payments\\notifications\\web#',
    '/%70ayments/notifications\\web',
    'http://x/payments\\notifications\\web',
    'http://x?y/payments/notifications/web',
    'http:///payments/notifications/web',
    'ftp://x/payments/notifications/web',
    '*/payments/notifications/web',
    '/payments/notifications/web/x/\t',
  ])('%j is odd', (target) => {
    expect(under('').read(target)).toBe('odd');
  });

  it.each([
    '',
    '*',
    '/',
    'http://shop.example',
    '/payments/notifications',
    '/payments/notifications/',
    '/payments/notifications/web/x/y',
    '/payments/refunds;x/web',
    '/search;a=b?next=/payments/notifications/web',
    '/search?next=/payments/notifications/web#x',
    'http://shop.example/search?next=/payments/notifications/web',
  ])('%j is another route', (target) => {
    expect(under('').read(target)).toBeNull();
  });
});

import { describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';

import { checkCreateOrder } from '../create-order.rules.js';
import type { CreateOrderInput, CreateOrderRules } from '../create-order.types.js';
import { Money } from '../money.js';
import { createOrderRequest, getOrderRequest } from './order.requests.js';

const good: CreateOrderInput = { orderId: 'S10042-1', amount: Money.of('45.99', 'EUR'), description: 'Order S10042' };

/** `path code` of every fault of the good order with some fields changed. */
function faultsOf(change: Record<string, unknown>, rules?: CreateOrderRules): string[] {
  const built = createOrderRequest({ ...good, ...change }, rules);
  return built.ok ? [] : built.faults.map(({ path, code }) => `${path} ${code ?? '-'}`);
}

describe('the create-order request', () => {
  it('of the least there can be', () => {
    expect(createOrderRequest(good)).toEqual({
      ok: true,
      request: {
        method: 'POST',
        path: '/v1/json/orders',
        query: {},
        operation: 'create',
        body: {
          type: 'redirect',
          order_id: 'S10042-1',
          currency: 'EUR',
          amount: 4599,
          description: 'Order S10042',
          payment_options: { notification_method: 'POST' },
        },
      },
    });
  });

  it('of all there can be', () => {
    const built = createOrderRequest({
      ...good,
      type: 'direct',
      gateway: 'IDEAL',
      notificationUrl: 'https://shop.example/hook',
      redirectUrl: 'https://shop.example/return?order=1',
      cancelUrl: 'http://localhost:3000/cancel',
      customer: { email: 'ann@example.org', country: 'NL', ip_address: '2001:db8::7', forwarded_ip: null },
      var1: 'attempt:7f3c',
      var2: '',
      var3: '☕'.repeat(100),
      secondsActive: 3600,
      customInfo: { custom_1: 'a', custom_2: null },
      gatewayInfo: { issuer_id: '0021' },
    });
    expect(built.ok && built.request.body).toEqual({
      type: 'direct',
      order_id: 'S10042-1',
      gateway: 'IDEAL',
      currency: 'EUR',
      amount: 4599,
      description: 'Order S10042',
      payment_options: {
        notification_url: 'https://shop.example/hook',
        notification_method: 'POST',
        redirect_url: 'https://shop.example/return?order=1',
        cancel_url: 'http://localhost:3000/cancel',
      },
      customer: { email: 'ann@example.org', country: 'NL', ip_address: '2001:db8::7' },
      var1: 'attempt:7f3c',
      var2: '',
      var3: '☕'.repeat(100),
      seconds_active: 3600,
      custom_info: { custom_1: 'a' },
      gateway_info: { issuer_id: '0021' },
    });
  });

  it.each<[string, Record<string, unknown>, string[]]>([
    ['no identifier', { orderId: '' }, ['orderId 1016']],
    ['an absent identifier', { orderId: undefined }, ['orderId 1016']],
    ['a long identifier', { orderId: 'a'.repeat(51) }, ['orderId 1006']],
    ['a space in the identifier', { orderId: 'S 1' }, ['orderId 1006']],
    ['a dot for an identifier', { orderId: '.' }, ['orderId 1006']],
    ['two dots for an identifier', { orderId: '..' }, ['orderId 1006']],
    ['a number for an identifier', { orderId: 7 }, ['orderId 1006']],
    ['nothing to pay', { amount: Money.zero('EUR') }, ['amount 1001']],
    ['less than nothing to pay', { amount: Money.ofMinor(-1, 'EUR') }, ['amount 1001']],
    ['no amount', { amount: undefined }, ['amount 1001']],
    ['an amount that is no money', { amount: { amount: 5, currency: 'XXX' } }, ['amount 1001', 'amount 1002']],
    ['no description', { description: undefined }, ['description 1008']],
    ['a blank description', { description: ' ' }, ['description 1008']],
    ['a long description', { description: 'a'.repeat(201) }, ['description 1008']],
    ['HTML in the description', { description: 'A <b>mug</b>' }, ['description 1008']],
    ['half a character in the description', { description: 'mug \ud83d' }, ['description 1008']],
    ['an unknown type', { type: 'checkout' }, ['type 1009']],
    ['a direct request without a method', { type: 'direct' }, ['gateway 1023']],
    ['a list of addresses', { customer: { ip_address: '192.0.2.7, 192.0.2.8' } }, ['customer.ip_address 1007']],
    ['no address', { customer: { forwarded_ip: 'unknown' } }, ['customer.forwarded_ip 1007']],
    ['a number for an address', { customer: { forwarded_ip: 7 } }, ['customer.forwarded_ip 1007']],
    ['the name of a country', { customer: { country: 'Netherlands' } }, ['customer.country 1018']],
    ['a country in small letters', { customer: { country: 'nl' } }, ['customer.country 1018']],
    ['a number for a country', { customer: { country: 31 } }, ['customer.country 1018']],
    ['a long variable', { var1: 'a'.repeat(101) }, ['var1 1010']],
    ['half a character in a variable', { var2: '\udc00' }, ['var2 1010']],
    ['a number for a variable', { var3: 7 }, ['var3 1010']],
    ['a return page of another scheme', { redirectUrl: 'javascript:alert(1)' }, ['redirectUrl -']],
    ['a return page without host', { cancelUrl: '/cancel' }, ['cancelUrl -']],
    ['no address for a return page', { cancelUrl: 'https://' }, ['cancelUrl -']],
    ['no time to pay', { secondsActive: 0 }, ['secondsActive -']],
    ['a part of a second', { secondsActive: 1.5 }, ['secondsActive -']],
    ['more than a year', { secondsActive: 31_536_001 }, ['secondsActive -']],
    ['a local notification URL', { notificationUrl: 'http://localhost:3000/hook' }, Array(3).fill('notificationUrl -')],
    ['no notification URL in text', { notificationUrl: 7 }, ['notificationUrl -']],
  ])('is refused for %s', (_name, change, expected) => {
    expect(faultsOf(change)).toEqual(expected);
  });

  it('lists every fault at once, each with its code', () => {
    const faults = faultsOf({ orderId: '', amount: Money.zero('EUR'), description: '', var1: '\ud800', type: 'x' });
    expect(faults).toEqual(['orderId 1016', 'amount 1001', 'description 1008', 'type 1009', 'var1 1010']);
  });

  it('takes what stands on the limits', () => {
    const change = {
      orderId: 'aZ9-_./'.padEnd(50, '0'),
      amount: Money.ofMinor(1, 'EUR'),
      description: '😀'.repeat(200),
      var1: '😀'.repeat(100),
      secondsActive: 31_536_000,
      type: 'paymentlink',
    };
    expect(faultsOf(change)).toEqual([]);
  });

  it('follows the rules that are passed', () => {
    const notificationUrl = 'http://localhost:3000/hook';
    expect(faultsOf({ notificationUrl }, { notificationUrl: 'development' })).toEqual([]);
    expect(faultsOf({}, { currencies: ['USD', 'GBP'] })).toEqual(['amount 1002']);
    expect(faultsOf({}, { currencies: ['EUR'] })).toEqual([]);
  });

  it('can be judged without being built', () => {
    expect(checkCreateOrder(good)).toEqual([]);
    expect(checkCreateOrder({ ...good, description: '' })).toEqual([
      { path: 'description', message: 'must not be empty', code: 1008 },
    ]);
  });

  it('never quotes a value in a fault', () => {
    const texts = fc.string({ unit: 'binary', minLength: 60 });
    fc.assert(
      fc.property(texts, (text) => {
        const built = createOrderRequest({ ...good, orderId: text, description: `<p>${text}`, var1: text + text });
        expect(JSON.stringify(built.ok ? [] : built.faults)).not.toContain(JSON.stringify(text).slice(1, -1));
      }),
    );
  });
});

describe('the get-order request', () => {
  it('names the order in its path', () => {
    expect(getOrderRequest('S10042-1')).toEqual({
      method: 'GET',
      path: '/v1/json/orders/S10042-1',
      query: {},
      body: null,
      operation: 'read',
    });
  });

  it('asks for that one order, whatever the identifier', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), (orderId) => {
        fc.pre(orderId !== '.' && orderId !== '..');
        const { pathname, search, hash } = new URL(getOrderRequest(orderId).path, 'https://api.example');
        expect(decodeURIComponent(pathname.replace('/v1/json/orders/', ''))).toBe(orderId);
        expect(search + hash).toBe('');
      }),
    );
  });

  it.each(['', '.', '..', '\ud83d'])('throws on %p, which cannot be part of an address', (orderId) => {
    expect(() => getOrderRequest(orderId)).toThrow(
      expect.objectContaining({ code: 'ORDER_ID_INVALID', execution: 'not-executed' }),
    );
  });
});

import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { isIpAddress } from './ip-address.js';
import { sendableCustomer } from './sendable-customer.js';

const sent = (name: string, text: string): unknown => sendableCustomer({ [name]: text })[name];

describe('what a browser says of itself', () => {
  it.each([
    ['192.0.2.7', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['::FFFF:192.0.2.7', '192.0.2.7'],
    ['192.0.2.7:51234', '192.0.2.7'],
    ['[2001:db8::7]:51234', '2001:db8::7'],
    ['"[2001:db8::7]"', '2001:db8::7'],
    ['fe80::1%eth0', 'fe80::1'],
    [' 203.0.113.9 , 198.51.100.7', '203.0.113.9'],
    [', 203.0.113.9', '203.0.113.9'],
    ['unknown, 203.0.113.9', null],
    ['_hidden', null],
    ['300.1.1.1', null],
    ['::ffff:300.1.1.1', null],
    ['', null],
  ])('has its address sent: %s', (text, expected) => {
    expect([sent('ip_address', text), sent('forwarded_ip', text)]).toEqual([expected, expected]);
  });

  it.each([
    ['de-AT,de;q=0.9', 'de_AT'],
    ['*', null],
  ])('has its language sent: %s', (text, expected) => expect(sent('locale', text)).toBe(expected));

  it.each([
    ['Mozilla/5.0', 'Mozilla/5.0'],
    ['x'.repeat(9_000), 'x'.repeat(1_000)],
    ['😀'.repeat(1_001), '😀'.repeat(1_000)],
    ['half \ud83d', null],
    [' ', null],
  ])('is sent as far as it can be: %s', (text, expected) => {
    expect([sent('user_agent', text), sent('referrer', text)]).toEqual([expected, expected]);
  });

  it('is an address, or is left out', () =>
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.ipV6(), fc.ipV4()), (text) => {
        const address = sent('ip_address', text);
        return address === null || isIpAddress(String(address));
      }),
    ));

  it('leaves what the shopper has typed as it is', () => {
    const typed = { first_name: ' Ann ', phone: '+31 20 123 45 67', email: 'ann@example.org', gender: null };
    expect(sendableCustomer(typed)).toMatchObject(typed);
  });
});

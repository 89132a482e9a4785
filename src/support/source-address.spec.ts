import { describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';

import { AddressList, coversAll, isNetwork, sourceAddress } from './source-address.js';

const PROXIES = new AddressList(['10.0.0.0/8', '2001:db8:1::/48', '127.0.0.1']);
const from = (remoteAddress: string | undefined, forwardedFor?: unknown): string | null =>
  sourceAddress({ remoteAddress, forwardedFor }, PROXIES);

describe('sourceAddress', () => {
  it.each([
    ['no one in between', '192.0.2.7', undefined, '192.0.2.7'],
    ['a stranger who forwards for himself', '192.0.2.7', '198.51.100.1', '192.0.2.7'],
    ['one proxy', '10.0.0.2', '192.0.2.7', '192.0.2.7'],
    ['two proxies', '10.0.0.2', '192.0.2.7, 10.9.9.9', '192.0.2.7'],
    ['an invented first entry', '10.0.0.2', '198.51.100.1, 192.0.2.7', '192.0.2.7'],
    ['the header twice', '10.0.0.2', ['198.51.100.1', '192.0.2.7'], '192.0.2.7'],
    ['a dual-stack socket', '::ffff:10.0.0.2', '::ffff:192.0.2.7', '192.0.2.7'],
    ['IPv6 throughout', '2001:db8:1::5', '2001:db8:2::7', '2001:db8:2::7'],
    ['a port after the address', '10.0.0.2', '192.0.2.7:51234', '192.0.2.7'],
    ['IPv6 in brackets, with a port', '10.0.0.2', '"[2001:db8:2::7]:51234"', '2001:db8:2::7'],
    ['the proxy itself, asking for no one', '10.0.0.2', undefined, '10.0.0.2'],
    ['a proxy that names no address', '10.0.0.2', 'unknown', null],
    ['a proxy that names a hidden host', '10.0.0.2', '_hidden, ', null],
    ['a socket without an address', undefined, '192.0.2.7', null],
  ])('%s', (_title, remoteAddress, forwardedFor, expected) => {
    expect(from(remoteAddress, forwardedFor)).toBe(expected);
  });

  it('never believes what a caller wrote to the left of the first proxy', () => {
    fc.assert(
      fc.property(fc.string(), (invented) => {
        expect(from('10.0.0.2', `${invented}, 192.0.2.7`)).toBe('192.0.2.7');
        expect(from('192.0.2.7', invented)).toBe('192.0.2.7');
      }),
    );
  });
});

describe('isNetwork', () => {
  it.each(['192.0.2.7', '192.0.2.0/24', '0.0.0.0/0', '2001:db8::/32', '::1', ' 10.0.0.0/8 '])('takes %j', (text) => {
    expect(isNetwork(text)).toBe(true);
    expect(() => new AddressList([text])).not.toThrow();
  });

  it.each(['', 'loopback', '192.0.2', '192.0.2.0/33', '192.0.2.0/-1', '192.0.2.0/', '10.0.0.0/8/8', '::/129', 7, null])(
    'refuses %j',
    (value) => expect(isNetwork(value)).toBe(false),
  );

  it('knows a network that holds every address', () => {
    expect(['0.0.0.0/0', '::/0', '10.0.0.0/8', '10.0.0.1'].map(coversAll)).toEqual([true, true, false, false]);
  });
});

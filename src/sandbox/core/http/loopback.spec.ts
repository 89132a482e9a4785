import { describe, expect, it } from '@jest/globals';
import { isAllowedHost } from './host.guard.js';
import { isLoopbackAddress, isLoopbackName } from './loopback.js';

describe('loopback', () => {
  it.each(['127.0.0.1', '127.255.255.254', '::1', '[::1]', '::ffff:127.0.0.1'])('has the address %s', (address) => {
    expect([isLoopbackAddress(address), isLoopbackName(address)]).toEqual([true, true]);
  });

  it.each(['0.0.0.0', '10.0.0.1', '128.0.0.1', '::', '::ffff:10.0.0.1', 'fe80::1', 'localhost', '', 'x'])(
    'does not have the address "%s"',
    (address) => expect(isLoopbackAddress(address)).toBe(false),
  );

  it('has the name localhost and the names below it, not similar names', () => {
    expect(['localhost', 'a.localhost'].map(isLoopbackName)).toEqual([true, true]);
    expect(['localhost.com', 'notlocalhost', 'a.localhost.b'].map(isLoopbackName)).toEqual([false, false, false]);
  });
});

describe('a Host header', () => {
  it('is allowed for loopback and for the public address, with any port', () => {
    expect(isAllowedHost('localhost:80', null)).toBe(true);
    expect(isAllowedHost('PAY.example:8443', 'https://pay.example')).toBe(true);
  });

  it.each([null, '', 'pay.example', 'user@pay.example.evil', '127.0.0.1/../x.example', '[::2]'])(
    'is refused if it is %s',
    (header) => expect(isAllowedHost(header, 'https://pay.example.org')).toBe(false),
  );
});

import type { LookupAddress } from 'node:dns';
import { describe, expect, it } from '@jest/globals';
import { DESTINATION_BLOCKED, guardedLookup, mayTry, type ResolveAll } from './destination.js';

const resolvesTo =
  (...addresses: string[]): ResolveAll =>
  (_hostname, _options, callback) =>
    callback(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    );

type Found = { code: string | undefined; addresses: string | LookupAddress[] | undefined };

function find(hostname: string, resolve: ResolveAll, all = true, allowedHosts: string[] = []): Promise<Found> {
  const lookup = guardedLookup(allowedHosts, resolve);
  return new Promise((done) => {
    lookup(hostname, { all }, (error, addresses) => done({ code: error?.code, addresses }));
  });
}

describe('the resolver of the sender', () => {
  it('accepts loopback addresses and drops the others of the same name', async () => {
    const found = await find('shop.example', resolvesTo('192.0.2.1', '127.0.0.1', '::1'));
    expect(found.addresses).toEqual([
      { address: '127.0.0.1', family: 4 },
      { address: '::1', family: 6 },
    ]);
  });

  it('gives a single address when it is asked for one', async () => {
    expect(await find('localhost', resolvesTo('::1', '127.0.0.1'), false)).toEqual({
      code: undefined,
      addresses: '::1',
    });
  });

  it.each([true, false])('refuses a name that leads elsewhere (all: %s)', async (all) => {
    expect((await find('shop.example', resolvesTo('192.0.2.1', '10.0.0.1'), all)).code).toBe(DESTINATION_BLOCKED);
  });

  it('refuses a name without an address', async () => {
    expect((await find('shop.example', resolvesTo())).code).toBe(DESTINATION_BLOCKED);
  });

  it('accepts any address of an allowed host, in upper or lower case', async () => {
    const found = await find('Shop.Example', resolvesTo('192.0.2.1'), true, ['shop.example']);
    expect(found.addresses).toEqual([{ address: '192.0.2.1', family: 4 }]);
  });

  it('passes on the reason if a name cannot be resolved', async () => {
    const fails: ResolveAll = (_hostname, _options, callback) =>
      callback(Object.assign(new Error('no such name'), { code: 'ENOTFOUND' }), []);
    expect((await find('nowhere.example', fails)).code).toBe('ENOTFOUND');
  });
});

// Every kind of address, in every spelling, and names whose address changes: test/attacks/addresses.spec.ts.
describe('an address in a URL', () => {
  it.each(['http://127.0.0.1/', 'http://[::1]:1/', 'http://0x7f000001/', 'http://any.name/'])(
    '%s may be tried',
    (url) => expect(mayTry(url, [])).toBe(true),
  );

  it.each(['http://10.0.0.1/', 'http://[fe80::1]/', 'http://0/', 'http://3232235777/'])('%s may not', (url) =>
    expect(mayTry(url, [])).toBe(false),
  );

  it('may be tried when it is allowed by name', () => {
    expect([mayTry('http://10.0.0.1/', ['10.0.0.1']), mayTry('http://[fd00::1]/', ['fd00::1'])]).toEqual([true, true]);
  });
});

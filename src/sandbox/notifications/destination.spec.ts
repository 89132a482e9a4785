import type { LookupAddress } from 'node:dns';
import { createServer, get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from '@jest/globals';
import { DESTINATION_BLOCKED, destinationAgents, guardedLookup, mayTry, type ResolveAll } from './destination.js';

const resolvesTo =
  (...addresses: string[]): ResolveAll =>
  (_hostname, _options, callback) =>
    callback(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    );

type Found = { code: string | undefined; addresses: string | LookupAddress[] | undefined };

function look(hostname: string, resolve: ResolveAll, all = true, allowedHosts: string[] = []): Promise<Found> {
  const lookup = guardedLookup(allowedHosts, resolve);
  return new Promise((done) => {
    lookup(hostname, { all }, (error, addresses) => done({ code: error?.code, addresses }));
  });
}

describe('the resolver of the sender', () => {
  it('lets loopback addresses through and drops the others of the same name', async () => {
    const found = await look('shop.example', resolvesTo('192.0.2.1', '127.0.0.1', '::1'));
    expect(found.addresses).toEqual([
      { address: '127.0.0.1', family: 4 },
      { address: '::1', family: 6 },
    ]);
  });

  it('gives a single address when it is asked for one', async () => {
    expect(await look('localhost', resolvesTo('::1', '127.0.0.1'), false)).toEqual({
      code: undefined,
      addresses: '::1',
    });
  });

  it.each([true, false])('refuses a name that leads elsewhere (all: %s)', async (all) => {
    expect((await look('shop.example', resolvesTo('192.0.2.1', '10.0.0.1'), all)).code).toBe(DESTINATION_BLOCKED);
  });

  it('refuses a name that leads nowhere', async () => {
    expect((await look('shop.example', resolvesTo())).code).toBe(DESTINATION_BLOCKED);
  });

  it('lets an allowed host lead anywhere, whatever the case of its name', async () => {
    const found = await look('Shop.Example', resolvesTo('192.0.2.1'), true, ['shop.example']);
    expect(found.addresses).toEqual([{ address: '192.0.2.1', family: 4 }]);
  });

  it('passes on why a name could not be resolved', async () => {
    const fails: ResolveAll = (_hostname, _options, callback) =>
      callback(Object.assign(new Error('no such name'), { code: 'ENOTFOUND' }), []);
    expect((await look('nowhere.example', fails)).code).toBe('ENOTFOUND');
  });
});

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

/** Where a sender must never be led: what each address is, and how it may be written in a URL or by a resolver. */
const FORBIDDEN: [string, string[]][] = [
  ['private, class A', ['10.0.0.1', '10.255.255.255', '0x0a.0.0.1', '012.0.0.1', '167772161', '10.1']],
  ['private, class B', ['172.16.0.1', '172.31.255.254', '2886729729']],
  ['private, class C', ['192.168.0.1', '0xc0a80001', '0300.0250.0.1', '192.168.257']],
  ['link-local, with the metadata of clouds', ['169.254.169.254', '2852039166', '0xa9fea9fe', '[fe80::1]']],
  ['shared by carriers', ['100.64.0.1', '100.127.255.254']],
  ['this network', ['0.0.0.0', '0', '0.1.2.3', '[::]']],
  ['broadcast and multicast', ['255.255.255.255', '224.0.0.1', '[ff02::1]']],
  ['for documentation', ['192.0.2.1', '198.51.100.1', '203.0.113.1', '[2001:db8::1]']],
  ['for measurements', ['198.18.0.1', '198.19.255.254']],
  ['unique local', ['[fc00::1]', '[fd12:3456::1]']],
  ['IPv4 written as IPv6', ['[::ffff:10.0.0.1]', '[::ffff:a9fe:a9fe]', '[::ffff:0.0.0.0]', '[::10.0.0.1]']],
  ['behind a translator', ['[64:ff9b::10.0.0.1]', '[64:ff9b::7f00:1]', '[64:ff9b:1::a00:1]', '[2002:7f00:1::]']],
  ['beside loopback', ['126.255.255.255', '128.0.0.1', '[::2]', '[::127.0.0.1]', '[::ffff:128.0.0.1]']],
  ['public', ['1.1.1.1', '8.8.8.8', '[2606:4700:4700::1111]']],
];
const ADDRESSES = FORBIDDEN.flatMap(([kind, hosts]) => hosts.map((host) => [kind, host] as const));

describe('an address that is not of this machine', () => {
  it.each(ADDRESSES)('is not tried: %s, %s', (_, host) => {
    expect(mayTry(`http://${host}/hook`, [])).toBe(false);
    expect(mayTry(`https://${host}:8443/hook`, ['shop.example'])).toBe(false);
  });

  it.each(ADDRESSES)('is not taken from a resolver: %s, %s', async (_, host) => {
    const address = new URL(`http://${host}/`).hostname.replace(/^\[|\]$/g, '');
    expect((await look('shop.example', resolvesTo(address))).code).toBe(DESTINATION_BLOCKED);
    expect((await look('shop.example', resolvesTo(address, '127.0.0.1'))).addresses).toEqual([
      { address: '127.0.0.1', family: 4 },
    ]);
  });
});

describe('a name that leads to this machine first and elsewhere afterwards', () => {
  it('is asked for once for each connection, and what it gave is what is connected to', async () => {
    const server = createServer((_request, response) => void response.end('here'));
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const answers = ['127.0.0.1', '169.254.169.254', '127.0.0.1', '10.0.0.1'];
    let asked = 0;
    const rebinding: ResolveAll = (hostname, options, callback) =>
      resolvesTo(String(answers[asked++]))(hostname, options, callback);
    const agent = destinationAgents([], rebinding).httpAgent;
    const attempt = (): Promise<unknown> =>
      new Promise((resolve) => {
        const request = get({ agent, port, host: 'rebinding.example', path: '/' }, (response) => {
          resolve(response.resume().socket.remoteAddress);
        });
        request.on('error', (error: NodeJS.ErrnoException) => resolve(error.code));
      });
    const reached = [await attempt(), await attempt(), await attempt(), await attempt()];
    await new Promise((resolve) => server.close(resolve));
    expect(reached).toEqual(['127.0.0.1', DESTINATION_BLOCKED, '127.0.0.1', DESTINATION_BLOCKED]);
    expect(asked).toBe(4);
  });
});

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { NextFunction, Request, Response } from 'express';
import { connect, type Socket } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { gzipSync } from 'node:zlib';
import { sign } from 'tillbridge/protocol';
import { orderBody, signedNotification } from 'tillbridge/testing';
import { canaryKey } from '../support/canary.js';
import { startShop, type ShopHost } from '../support/shop-host.js';
import { waitFor } from '../support/wait-for.js';

const ROUTE = '/payments/notifications/web';
const SEARCH = '?transactionid=A-1&timestamp=1';
const HUGE = 10 * 2 ** 20;
setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;
const now = () => Math.floor(Date.now() / 1_000);

describe.each(['express', 'fastify'] as const)('the gate in front of the notification route on %s', (platform) => {
  let shop: ShopHost;
  const open: Socket[] = [];
  const behind: string[] = [];

  beforeAll(async () => {
    const watch = (request: Request, _response: Response, next: NextFunction): void => {
      behind.push(request.url);
      next();
    };
    shop = await startShop({ platform, options: { workers: 'off' }, configure: (app) => app.use(watch) });
    behind.length = 0;
  });

  afterAll(async () => {
    for (const socket of open) socket.destroy();
    await shop.close();
  });

  const forged = (body = '{}'): string => sign({ timestamp: now(), body, key: canaryKey('somebody-else') });

  const head = (lines: readonly string[], path = ROUTE + SEARCH): string =>
    [`POST ${path} HTTP/1.1`, 'host: shop.example', 'content-type: application/json', ...lines, '', ''].join('\r\n');

  /** Sends exactly these bytes, and keeps what comes back. */
  function talk(text: string | Uint8Array): { socket: Socket; received: () => string; ended: () => boolean } {
    const socket = connect(Number(new URL(shop.url).port), '127.0.0.1');
    let received = '';
    open.push(socket);
    socket.on('data', (chunk) => (received += String(chunk))).on('error', () => {});
    socket.write(text);
    return { socket, received: () => received, ended: () => socket.closed || socket.readableEnded };
  }

  /** The status of the answer, once the connection is closed. */
  async function statusOf(text: string | Uint8Array): Promise<string> {
    const { received, ended } = talk(text);
    await waitFor(ended);
    return received().slice(9, 12);
  }

  it.each([
    ['more bytes than are read', [`content-length: ${HUGE}`], '413'],
    ['an Auth header that is none', ['auth: x', 'transfer-encoding: chunked'], '401'],
    ['bytes that are packed', ['content-encoding: gzip', 'transfer-encoding: chunked'], '401'],
  ])('refuses %s before any of the body has come, and hangs up', async (_title, lines, status) => {
    const auth = lines.includes('auth: x') ? [] : [`auth: ${forged()}`];
    expect(await statusOf(head([...auth, ...lines]))).toBe(status);
    expect(behind).toEqual([]);
  });

  it('reads of a body without a length no more than a notification may have', async () => {
    const chunk = `4000\r\n${'x'.repeat(0x4000)}\r\n`;
    const { socket, received, ended } = talk(head([`auth: ${forged()}`, 'transfer-encoding: chunked']));
    for (let each = 0; each < 16; each += 1) socket.write(chunk);
    expect(received()).toBe('');
    socket.write(chunk);
    await waitFor(ended);
    expect(received().slice(9, 12)).toBe('413');
    expect(behind).toEqual([]);
  });

  it.each([
    ['JSON that is deep', '['.repeat(20_000)],
    ['no JSON', '{"order_id":'],
    ['nothing', ''],
  ])('lets no one parse %s that no one has signed, and hangs up', async (_title, body) => {
    const text = head([`auth: ${forged(body)}`, `content-length: ${body.length}`]) + body;
    expect(await statusOf(text)).toBe('401');
    expect(behind).toEqual([]);
  });

  it.each(['/PAYMENTS/notifications/web', '/payments/%6eotifications/web', '/payments/notifications/web/'])(
    'stands in front of %s too',
    async (path) => {
      const body = '{"order_id":';
      const text = head([`auth: ${forged(body)}`, `content-length: ${body.length}`], path + SEARCH) + body;
      const { received } = talk(text);
      await waitFor(() => received() !== '');
      expect(received().slice(9, 12)).toMatch(/401|404/);
      expect(received()).toContain('onnection: close');
    },
  );

  it('refuses what is signed but packed: its bytes are not those that were signed', async () => {
    const packed = gzipSync(JSON.stringify(orderBody({ orderId: 'A-1', amount: 1250, at: Date.now() })));
    const auth = sign({ timestamp: now(), body: packed, key: shop.key });
    const lines = [`auth: ${auth}`, 'content-encoding: gzip', `content-length: ${packed.length}`];
    expect(await statusOf(Buffer.concat([Buffer.from(head(lines)), packed]))).toBe('401');
  });

  it('answers of many sent in one go only the first that it refuses', async () => {
    const one = `${head([`auth: ${forged()}`, 'content-length: 2'])}{}`;
    const { received, ended } = talk(one.repeat(20));
    await waitFor(ended);
    expect(received().match(/HTTP\/1\.1 401/g)).toHaveLength(1);
    expect(behind).toEqual([]);
  });

  it('vouches for a signature only in the group that the route names, however the path is spelt', async () => {
    const json = orderBody({ orderId: 'A-2', amount: 1250, at: Date.now() });
    const { search, headers, body } = signedNotification({ key: shop.key, at: Date.now(), orderId: 'A-2', body: json });
    const statusAt = async (group: string): Promise<number> =>
      (await fetch(`${shop.url}/payments/notifications/${group}${search}`, { method: 'POST', headers, body })).status;
    for (const group of ['web%2F', 'web%2Fx', 'web%252F', 'web%2F..'])
      expect([group, await statusAt(group)]).toEqual([group, 401]);
    expect(await shop.count('tillbridge_notification')).toBe(0);
    expect(await statusAt('w%65b')).toBe(200);
    expect(await shop.count("tillbridge_notification WHERE group_name = 'web'")).toBe(1);
  });

  it('takes no body by GET', async () => {
    const text = head([`content-length: ${HUGE}`]).replace('POST', 'GET');
    expect(await statusOf(text)).toBe('413');
  });

  it('lets an authentic one through whose bytes come one by one, and keeps the connection', async () => {
    behind.length = 0;
    const at = Date.now();
    const signed = signedNotification({
      key: shop.key,
      orderId: 'A-1',
      at,
      body: orderBody({ orderId: 'A-1', at, amount: 1250 }),
    });
    const lines = [`auth: ${signed.headers.auth}`, 'transfer-encoding: chunked'];
    const { socket, received } = talk(head(lines, ROUTE + signed.search));
    for (const byte of signed.body) socket.write(`${Buffer.byteLength(byte).toString(16)}\r\n${byte}\r\n`);
    socket.write('0\r\n\r\n');
    await waitFor(() => received().endsWith('OK'));
    expect(received()).not.toContain('onnection: close');
    expect([behind.length, await shop.count("tillbridge_notification WHERE order_id = 'A-1'")]).toEqual([1, 1]);
  });

  it('refuses a body of a told length that comes in more pieces than are taken, and hangs up', async () => {
    const [length, pieces] = [200_000, 12_000];
    const { socket, received, ended } = talk(head([`auth: ${forged()}`, `content-length: ${length}`]));
    socket.setNoDelay(true);
    for (let each = 0; each < pieces; each += 1) {
      socket.write('x');
      await new Promise((resolve) => void setImmediate(resolve));
    }
    socket.write('x'.repeat(length - pieces));
    await waitFor(ended);
    expect(received()).toBe('');
  });

  it('ends the oldest of too many bodies that do not come, and none of the others', async () => {
    const most = 262_144;
    const stuck = () => talk(head([`auth: ${forged()}`, `content-length: ${most}`]) + 'x'.repeat(most - 1));
    const isSent = ({ socket }: { socket: Socket }) => socket.readyState === 'open' && socket.writableLength === 0;
    const first = stuck();
    await waitFor(() => isSent(first));
    const others = Array.from({ length: 82 }, stuck);
    await waitFor(() => others.every(isSent));
    const last = stuck();
    await waitFor(first.ended);
    expect([first.received(), others.some(({ ended }) => ended()), last.ended()]).toEqual(['', false, false]);
    for (const { socket } of [...others, last]) socket.destroy();
  });

  it('holds of bodies in pieces of one byte hardly more than the bytes', async () => {
    const piece = '1\r\nx\r\n';
    const held = (): number => {
      collect();
      const { heapUsed, external } = process.memoryUsage();
      return heapUsed + external;
    };
    const before = held();
    const lines = () => head([`auth: ${forged()}`, 'transfer-encoding: chunked']);
    const all = Array.from({ length: 30 }, () => talk(lines() + piece.repeat(4_000)));
    await waitFor(() => all.every(({ socket }) => socket.readyState === 'open' && socket.writableLength === 0));
    // The gate has read everything that was sent before: it hangs up on this one.
    expect(await statusOf(lines() + piece.repeat(4_097))).toBe('');
    const grown = held() - before;
    expect(all.some(({ ended }) => ended())).toBe(false);
    expect(grown).toBeLessThan(6_000_000);
    for (const { socket } of all) socket.destroy();
  });

  it('hangs up on a body in more pieces than are read, without a word to him who sent it', async () => {
    const before = behind.length;
    const text = head([`auth: ${forged()}`, 'transfer-encoding: chunked']) + '1\r\nx\r\n'.repeat(250_000);
    expect(await statusOf(text)).toBe('');
    expect(shop.logs.matching('(too-many-pieces)').length).toBeGreaterThan(0);
    expect(behind).toHaveLength(before);
  });

  it.each(['http://shop.example/payments/notifications/web', '//payments//notifications/web'])(
    'stands in front of the target %s too',
    async (target) => {
      const text = head([`auth: ${forged()}`, 'content-length: 2'], target + SEARCH);
      // Refused by the head alone where it is the module's; by the body when it has come.
      const { received, socket } = talk(text);
      socket.write('{}');
      await waitFor(() => received() !== '');
      expect([received().slice(9, 12), received().includes('onnection: close')]).toEqual(['401', true]);
    },
  );
});

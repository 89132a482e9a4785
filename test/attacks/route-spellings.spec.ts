import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { UseGuards, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { sign } from 'tillbridge/protocol';
import { orderBody } from 'tillbridge/testing';
import { canaryKey } from '../support/canary.js';
import { startShop, type ShopHost, type ShopHostInput } from '../support/shop-host.js';
import { ROUTE_SPELLINGS } from './route-spellings.js';
import { Wire } from './wire.js';

const SEARCH = '?transactionid=A-1&timestamp=1';
const LENIENT = {
  ignoreDuplicateSlashes: true,
  ignoreTrailingSlash: true,
  caseSensitive: false,
  useSemicolonDelimiter: true,
};

const HOSTS: readonly (readonly [string, Partial<ShopHostInput>])[] = [
  ['express', { platform: 'express' }],
  ['fastify', { platform: 'fastify' }],
  ['a lenient fastify', { platform: 'fastify', fastify: { routerOptions: LENIENT } }],
];

describe.each(HOSTS)('the gate on %s, however the route is spelt', (_title, host) => {
  let shop: ShopHost;
  let wire: Wire;
  /** Targets of requests that got as far as the controller: their bodies have been parsed and held. */
  const arrived: string[] = [];

  class Watch implements CanActivate {
    canActivate(context: ExecutionContext): boolean {
      arrived.push(context.switchToHttp().getRequest<{ url: string }>().url);
      return true;
    }
  }

  beforeAll(async () => {
    shop = await startShop({
      ...host,
      extras: { notificationDecorators: [UseGuards(Watch)] },
      options: { workers: 'off' },
    });
    wire = new Wire(Number(new URL(shop.url).port));
    arrived.length = 0;
  });

  afterAll(async () => {
    wire.close();
    await shop.close();
  });

  const request = (target: string, { method = 'POST', key = canaryKey('somebody-else'), body = '{}' } = {}): Buffer => {
    const auth = sign({ timestamp: Math.floor(Date.now() / 1_000), body, key });
    const lines = [`auth: ${auth}`, 'content-type: application/json', `content-length: ${body.length}`];
    const head = [`${method} ${target} HTTP/1.1`, 'host: shop.example', ...lines, 'connection: close', '', ''];
    return Buffer.from(head.join('\r\n') + body, 'latin1');
  };

  beforeEach(() => void (arrived.length = 0));

  it.each(['POST', 'GET', 'HEAD'])('lets no one’s %s with a body through to the controller', async (method) => {
    const targets = method === 'POST' ? ROUTE_SPELLINGS : ROUTE_SPELLINGS.filter((_target, index) => index % 7 === 0);
    const answers = await Promise.all(targets.map((target) => wire.send(request(target + SEARCH, { method }))));
    expect(arrived).toEqual([]);
    expect(answers.filter(({ status }) => status < 400 && status > 0)).toEqual([]);
  });

  it.each([
    '/payments/notifications/web',
    'http://shop.example/payments/notifications/web',
    '/payments/notifications/w%65b',
  ])('lets the service’s own through to %s', async (target) => {
    const body = JSON.stringify(orderBody({ orderId: 'A-1', amount: 1250, at: Date.now() }));
    arrived.length = 0;
    const { status } = await wire.send(request(target + SEARCH, { key: shop.key, body }));
    expect([status, arrived.length]).toEqual([200, 1]);
  });

  it.each([
    '/payments',
    '/payments/notifications',
    '/payments/notifications/web/x/y',
    '/payments/notificationsx/web',
    '/x?y=/payments/notifications/web',
  ])('leaves %s to the host', async (target) => {
    const { status } = await wire.send(request(target));
    expect(status).toBe(404);
  });
});

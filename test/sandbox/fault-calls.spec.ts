import type { INestApplication } from '@nestjs/common';
import { ExpressAdapter } from '@nestjs/platform-express';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { Test } from '@nestjs/testing';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Sandbox, SandboxModule, startSandbox, type RunningSandbox } from '../../src/sandbox/index.js';
import { waitFor } from '../support/wait-for.js';
import { ORDER, readReply, WEB_KEY, type ServiceReply } from './support/service.js';

const OPTIONS = { terminalGroups: [{ name: 'web', apiKey: WEB_KEY }] };
const headers = { api_key: WEB_KEY, 'Content-Type': 'application/json' };

interface Host {
  url: string;
  sandbox: Sandbox;
  close(): Promise<void>;
}

async function embed(adapter: ExpressAdapter | FastifyAdapter): Promise<Host> {
  const module = await Test.createTestingModule({ imports: [SandboxModule.forRoot(OPTIONS)] }).compile();
  const app: INestApplication = module.createNestApplication(adapter, {
    rawBody: true,
    logger: ['error'],
    forceCloseConnections: true,
  });
  app.setGlobalPrefix('psp');
  await app.listen(0, '127.0.0.1');
  return { url: `${await app.getUrl()}/psp`, sandbox: app.get(Sandbox), close: () => app.close() };
}

const HOSTS: [string, () => Promise<Host | RunningSandbox>][] = [
  ['standing alone', () => startSandbox(OPTIONS)],
  ['in a host on Express', () => embed(new ExpressAdapter())],
  ['in a host on Fastify', () => embed(new FastifyAdapter())],
];

let host: Host | RunningSandbox;
let number = 0;
const newId = (): string => `O-${(number += 1)}`;

const post = (order_id: string, signal?: AbortSignal): Promise<Response> =>
  fetch(`${host.url}/v1/json/orders`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ ...ORDER, order_id }),
    signal,
  });
const create = async (order_id: string): Promise<ServiceReply> => readReply(await post(order_id));
const get = (order_id: string): Promise<Response> => fetch(`${host.url}/v1/json/orders/${order_id}`, { headers });
const read = async (order_id: string): Promise<ServiceReply> => readReply(await get(order_id));
const exists = async (order_id: string): Promise<boolean> => (await read(order_id)).status === 200;

describe.each(HOSTS)('a call of the payment API, with the sandbox %s', (_, start) => {
  beforeEach(async () => {
    host = await start();
  });
  afterEach(() => host.close());

  it.each([
    ['error-before', 503, false],
    ['error-after', 503, true],
  ] as const)('meets %s', async (kind, status, isDone) => {
    const id = newId();
    host.sandbox.faults.next('create', kind);
    const reply = await create(id);
    expect([reply.status, reply.json]).toEqual([status, { message: 'Service Unavailable' }]);
    expect(await exists(id)).toBe(isDone);
  });

  it('may be given another error', async () => {
    host.sandbox.faults.next('create', 'error-after', { status: 502, times: 2 });
    for (const id of [newId(), newId()]) expect((await create(id)).status).toBe(502);
    expect((await create(newId())).status).toBe(200);
  });

  it.each([
    ['response-lost', true],
    ['reset', false],
    ['half-close', false],
  ] as const)('ends without an answer by %s', async (kind, isDone) => {
    const id = newId();
    host.sandbox.faults.next('create', kind);
    await expect(create(id)).rejects.toThrow('fetch failed');
    expect(await exists(id)).toBe(isDone);
  });

  it('is dropped: no one answers, nothing is done', async () => {
    const id = newId();
    host.sandbox.faults.next('create', 'drop');
    const impatience = new AbortController();
    const lost = post(id, impatience.signal);
    await waitFor(() => host.sandbox.faults.state().injected.length === 1);
    impatience.abort();
    await expect(lost).rejects.toMatchObject({ name: 'AbortError' });
    expect(await exists(id)).toBe(false);
  });

  it('is handled late', async () => {
    const id = newId();
    host.sandbox.faults.next('create', 'delay', { delayMs: 60 });
    const before = performance.now();
    expect((await create(id)).status).toBe(200);
    expect(performance.now() - before).toBeGreaterThanOrEqual(55);
  });

  it('has a body that comes in small pieces, and is whole', async () => {
    const id = newId();
    await create(id);
    const whole = await read(id);
    host.sandbox.faults.next('read', 'slow-body', { delayMs: 60 });
    const before = performance.now();
    expect(await read(id)).toEqual(whole);
    expect(performance.now() - before).toBeGreaterThanOrEqual(50);
  });

  it('is told to come back later', async () => {
    const id = newId();
    host.sandbox.faults.next('create', 'rate-limit', { retryAfterSeconds: 7 });
    const response = await post(id);
    expect([response.status, response.headers.get('retry-after'), await response.text()]).toEqual([
      429,
      '7',
      '{"message":"Too Many Requests"}',
    ]);
    expect(await exists(id)).toBe(false);
  });

  it('reads the order as it was two seconds ago, or before its newest change', async () => {
    const id = newId();
    await create(id);
    host.sandbox.faults.next('read', 'stale-read');
    expect((await read(id)).json.data['status']).toBe('initialized');
    const fresh = await read(id);
    await host.sandbox.decline(id);
    await host.sandbox.pay(id);
    host.sandbox.faults.next('read', 'stale-read', 2);
    // Two seconds ago there was nothing but the new order: a copy that lags knows neither change.
    for (const status of ['initialized', 'initialized', 'completed']) {
      expect((await read(id)).json.data['status']).toBe(status);
    }
    host.sandbox.faults.next('read', 'stale-read', { lagMs: 1 });
    expect((await read(id)).json.data['status']).toBe('completed');
    host.sandbox.faults.next('read', 'stale-read-unbounded');
    expect((await read(id)).json.data['status']).toBe('declined');
    host.sandbox.faults.next('read', 'stale-read');
    expect((await read('nowhere')).status).toBe(404);
    expect(fresh.json.data).toHaveProperty('payment_url');
  });

  it('finds that someone has refunded a part in the dashboard meanwhile', async () => {
    const id = newId();
    await create(id);
    await host.sandbox.pay(id);
    host.sandbox.faults.next('read', 'foreign-refund', { amount: 599 });
    expect((await read(id)).json.data).toMatchObject({ amount: 4599, amount_refunded: 599 });
    host.sandbox.faults.next('read', 'foreign-refund');
    expect((await read(id)).json.data).toMatchObject({ amount_refunded: 2599 });
    host.sandbox.faults.next('read', 'foreign-refund');
    expect((await read('nowhere')).status).toBe(404);
  });

  it('meets the faults of its own operation only, in the order they were set up', async () => {
    const id = newId();
    host.sandbox.faults.next('read', 'rate-limit');
    host.sandbox.faults.next('read', 'error-before');
    expect((await create(id)).status).toBe(200);
    expect([await read(id), await read(id), await read(id)].map(({ status }) => status)).toEqual([429, 503, 200]);
    expect(host.sandbox.faults.state().injected).toMatchObject([
      { operation: 'read', kind: 'rate-limit', by: 'script', number: 1 },
      { operation: 'read', kind: 'error-before', by: 'script', number: 2 },
    ]);
  });
});

describe('a call that is handled late', () => {
  it('is handled although its client has given up', async () => {
    host = await startSandbox(OPTIONS);
    const id = newId();
    host.sandbox.faults.next('create', 'delay', { delayMs: 1_000 });
    const impatience = new AbortController();
    const given = post(id, impatience.signal);
    await waitFor(() => host.sandbox.faults.state().injected.length === 1);
    // The body is on its way with the headers; the client leaves before anything is done with it.
    await expect(Promise.race([given, new Promise((go) => setImmediate(go)).then(() => 'waiting')])).resolves.toBe(
      'waiting',
    );
    impatience.abort();
    await expect(given).rejects.toMatchObject({ name: 'AbortError' });
    await waitFor(() => exists(id), { what: 'the late order' });
    await host.close();
  });
});

import { describe, expect, it } from '@jest/globals';
import type { INestApplication } from '@nestjs/common';
import type { ServerResponse } from 'node:http';
import { inspect } from 'node:util';
import { Payments, type OrderEvent, type OrderEventsOptions } from 'tillbridge';
import { canaryKey } from '../support/canary.js';
import { json, reset, ScriptedService, silence, type Reply } from '../support/scripted-service.js';
import { shopOptions, startShop } from '../support/shop-host.js';
import { waitFor } from '../support/wait-for.js';
import { useScriptedGroup } from './support/scripted-group.js';

const TOKEN = canaryKey('events');
const HEAD = { 'content-type': 'text/event-stream; charset=utf-8' };
const FAST = 'retry: 100\n\n';
const event = (status: string, id?: number): string =>
  `event: session.order\n${id === undefined ? '' : `id: ${id}\n`}data: {"order_id":"P1","status":"${status}"}\n\n`;

/** A stream that says this and then does that. */
const stream =
  (text: string | Buffer, then: (response: ServerResponse) => void = (response) => response.end()): Reply =>
  (response) => {
    response.writeHead(200, HEAD);
    response.write(FAST);
    response.write(text, () => setImmediate(then, response));
  };
const stay = (): void => {};
const drip =
  (text: string, times = 1_000) =>
  (response: ServerResponse): void => {
    let left = times;
    const timer = setInterval(() => (left-- > 0 ? response.write(text) : response.write(event('completed'))), 20);
    response.on('close', () => clearInterval(timer));
  };
const head =
  (status: number, headers: Record<string, string> = {}): Reply =>
  (response) => {
    response.writeHead(status, headers);
    response.end();
  };

describe('the events of an order', () => {
  const scripted = useScriptedGroup();

  const open = (
    options: OrderEventsOptions = {},
    url = `${scripted.service.url}/events/stream`,
  ): AsyncGenerator<OrderEvent> => scripted.group.events({ events: { url, token: TOKEN }, orderId: 'P1' }, options);
  /** What became of the order, as the stream told it. */
  async function follow(options?: OrderEventsOptions): Promise<string[]> {
    const found: string[] = [];
    for await (const { status } of open(options)) found.push(status);
    return found;
  }

  it('are asked of no proxy of the environment: it would see the token', async () => {
    const proxy = await ScriptedService.start();
    for (const name of ['HTTP_PROXY', 'http_proxy']) process.env[name] = proxy.url;
    try {
      scripted.service.script(stream(event('completed', 1)));
      expect(await follow()).toEqual(['completed']);
      expect(proxy.calls).toEqual([]);
    } finally {
      for (const name of ['HTTP_PROXY', 'http_proxy']) delete process.env[name];
      proxy.close();
    }
  });

  it('are asked for with the token and without the key', async () => {
    scripted.service.script(stream(event('completed', 1)));
    expect(await follow()).toEqual(['completed']);
    expect(scripted.service.calls).toMatchObject([{ method: 'GET', url: '/events/stream' }]);
    expect(scripted.service.calls[0]!.headers).toMatchObject({
      authorization: `Bearer ${TOKEN}`,
      accept: 'text/event-stream',
    });
    expect(scripted.service.calls[0]!.headers).not.toHaveProperty('api_key');
  });

  it.each<[string, Reply]>([
    ['is reset', stream(event('declined', 7), (response) => response.socket?.resetAndDestroy())],
    ['is ended', stream(event('declined', 7))],
    ['breaks off in the middle of an event', stream(`${event('declined', 7)}event: session.order\nid: 8\nda`)],
  ])('go on after the last one when the connection %s', async (_name, first) => {
    scripted.service.script(first, stream(event('initialized', 8) + event('completed', 9), stay));
    expect(await follow()).toEqual(['declined', 'initialized', 'completed']);
    expect(scripted.service.calls.map(({ headers }) => headers['last-event-id'])).toEqual([undefined, '7']);
  });

  it('are told once when a stream repeats the last one', async () => {
    const first = stream(event('declined'));
    scripted.service.script(first, first, stream(event('declined') + event('completed')));
    expect(await follow()).toEqual(['declined', 'completed']);
  });

  it('are found among whatever else there is', async () => {
    const noise = 'data: no JSON\n\nnonsense\nid: 5\n\n: comment\n\nevent: session.qr\ndata: {"qr":"x"}\n\n';
    const bytes = Buffer.concat([Buffer.from([0xff, 0xfe, 0x00, 0x0a, 0x0a]), Buffer.from(noise + event('canceled'))]);
    scripted.service.script(stream(bytes, stay));
    expect(await follow()).toEqual(['unknown', 'cancelled']);
  });

  it('are whole, however small the pieces they come in', async () => {
    const pieces = (response: ServerResponse): void => {
      const bytes = [...Buffer.from(event('completed').replace('"order_id"', '"name":"Ann é 😀","order_id"'))];
      const timer = setInterval(() => (bytes.length > 0 ? response.write(Buffer.from([bytes.shift()!])) : null), 0);
      response.on('close', () => clearInterval(timer));
    };
    scripted.service.script(stream('', pieces));
    for await (const one of open()) expect(one.data).toMatchObject({ name: 'Ann é 😀' });
    expect(scripted.service.calls).toHaveLength(1);
  });

  it('of another order end nothing', async () => {
    scripted.service.script(stream(event('completed').replace('P1', 'P2') + event('cancelled'), stay));
    expect(await follow()).toEqual(['completed', 'cancelled']);
  });

  it.each<[string, Reply]>([
    ['says nothing', silence],
    ['falls silent', stream('', stay)],
    ['drips half a line', stream('', drip('x'))],
  ])('are asked for again when a connection %s', async (_name, first) => {
    scripted.service.script(first, stream(event('completed'), stay));
    expect(await follow({ idleMs: 1_000 })).toEqual(['completed']);
    expect(scripted.service.calls).toHaveLength(2);
  });

  it('are asked for again when an event is longer than any', async () => {
    scripted.service.script(stream(`data: ${'x'.repeat(70_000)}`, drip('x')), stream(event('completed'), stay));
    expect(await follow()).toEqual(['completed']);
  });

  it('are waited for as long as the stream shows that it lives', async () => {
    scripted.service.script(stream('', drip(': still here\n\n', 50)));
    expect(await follow({ idleMs: 600 })).toEqual(['completed']);
    expect(scripted.service.calls).toHaveLength(1);
  });

  it('are followed without a limit where that is wanted', async () => {
    scripted.service.script(stream('', drip(': still here\n\n', 50)));
    expect(await follow({ maxDurationMs: Infinity, idleMs: Infinity })).toEqual(['completed']);
    expect(scripted.service.calls).toHaveLength(1);
  });

  it('are given up when nothing new comes', async () => {
    scripted.service.script(stream(event('declined', 1)), reset, head(503), head(429), stream(event('declined', 1)));
    await expect(follow({ maxAttempts: 4 })).rejects.toMatchObject({
      code: 'EVENTS_LOST',
      kind: 'temporary',
      group: 'web',
    });
    expect(scripted.service.calls).toHaveLength(5);
  });

  it('are given up when they take too long', async () => {
    scripted.service.script(stream('', drip(': still here\n\n')));
    await expect(follow({ maxDurationMs: 200 })).rejects.toMatchObject({ code: 'EVENTS_TIMEOUT', orderId: 'P1' });
  });

  it.each<[string, Reply]>([
    ['the token is not taken', json(401, { message: 'Unauthorized' })],
    ['the answer leads elsewhere', head(302, { location: '/elsewhere' })],
    ['the answer is a page', (response) => void response.writeHead(200, { 'content-type': 'text/html' }).end('Hi')],
    ['there is no stream', head(404)],
  ])('are refused for good when %s', async (_name, reply) => {
    scripted.service.script(reply, stream(event('completed')));
    await expect(follow()).rejects.toMatchObject({ code: 'EVENTS_REFUSED', execution: 'not-executed' });
    expect(scripted.service.calls).toHaveLength(1);
  });

  it('are over when the service says so', async () => {
    scripted.service.script(stream(event('declined', 1)), head(204));
    expect(await follow()).toEqual(['declined']);
  });

  /** A stream that stays open, and whether it still is. */
  function openStream(): { isClosed: () => boolean } {
    let isClosed = false;
    const watch = (response: ServerResponse): void => void response.on('close', () => (isClosed = true));
    scripted.service.script(stream(event('declined'), watch));
    return { isClosed: () => isClosed };
  }

  it('end with the signal, and the connection with them', async () => {
    const [server, stop] = [openStream(), new AbortController()];
    const found: string[] = [];
    for await (const { status } of open({ signal: stop.signal })) {
      found.push(status);
      setImmediate(() => stop.abort());
    }
    expect(found).toEqual(['declined']);
    await waitFor(server.isClosed);
  });

  it('are not asked for when the signal was first', async () => {
    scripted.service.script();
    expect(await follow({ signal: AbortSignal.abort() })).toEqual([]);
    expect(scripted.service.calls).toHaveLength(0);
  });

  it('end with the loop, and the connection with them', async () => {
    const server = openStream();
    for await (const _event of open()) break;
    await waitFor(server.isClosed);
  });

  it.each([
    ['http://127.0.0.1:1/events/stream', 'host'],
    ['http://169.254.169.254/latest/meta-data', 'host'],
    ['https://events.example/stream', 'host'],
    ['http://ann:secret@127.0.0.1/stream', 'user name'],
    ['file:///etc/hosts', 'host'],
    ['/events/stream', 'address'],
    ['', 'address'],
  ])('are not asked for at an address that is not the service’s: %s', (url, reason) => {
    const refused = { code: 'EVENTS_ADDRESS_REFUSED', message: expect.stringContaining(reason) };
    expect(() => open({ allowedOrigins: ['https://elsewhere.example', 'file:///etc', 'none'] }, url)).toThrow(
      expect.objectContaining(refused),
    );
  });

  it('may be had from an origin that was allowed by name', async () => {
    const other = await ScriptedService.start();
    other.script(stream(event('completed')));
    const found = open({ allowedOrigins: [`${other.url}/any/path`] }, `${other.url}/stream?of=P1#part`);
    expect(await found.next()).toMatchObject({ value: { status: 'completed' } });
    expect(other.log).toEqual(['GET /stream?of=P1']);
    await found.return(undefined);
    other.close();
  });

  it('are not asked for without address, or with a token that would be another header', () => {
    expect(() => scripted.group.events({ orderId: 'P1' })).toThrow(
      expect.objectContaining({ code: 'EVENTS_ADDRESS_REFUSED' }),
    );
    for (const token of ['', 'a b', 'a\r\nx: y', 'é', 'x'.repeat(4_097)]) {
      expect(() => scripted.group.events({ events: { url: scripted.service.url, token } })).toThrow('cannot be sent');
    }
  });

  it('show no token when they fail', async () => {
    for (const reply of [head(401), reset]) {
      scripted.service.script(reply, reply);
      const error: unknown = await follow({ maxAttempts: 1 }).catch((reason: unknown) => reason);
      expect(error).toMatchObject({ code: expect.stringMatching(/^EVENTS_/) });
      expect(inspect(error, { depth: 9 }) + JSON.stringify(error)).not.toContain(TOKEN);
    }
  });

  it('end when the shop shuts down, and do not keep it waiting while one is passed on to a browser', async () => {
    openStream();
    const source = { events: { url: `${scripted.service.url}/events`, token: TOKEN } };
    const passOn = async (app: INestApplication, response: ServerResponse) => {
      for await (const { status } of app.get(Payments).group('web').events(source)) response.write(`${status} `);
      response.end('over');
    };
    const options = { terminalGroups: [{ ...shopOptions().terminalGroups[0]!, baseUrl: scripted.service.url }] };
    const configure = (app: INestApplication) =>
      void app.getHttpAdapter().get('/follow', (_: unknown, response: ServerResponse) => passOn(app, response));
    const another = await startShop({ options, configure });
    const answer = await fetch(`${another.url}/follow`);
    await another.close();
    expect(await answer.text()).toBe('declined over');
  });
});

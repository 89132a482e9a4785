import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { HttpsProxyAgent } from 'https-proxy-agent';
import { once } from 'node:events';
import { createServer as createHttpServer, type IncomingMessage } from 'node:http';
import { createServer } from 'node:https';
import { connect, type AddressInfo, type Socket } from 'node:net';
import type { AgentFactory } from 'tillbridge';
import { EventsClient, isolatedHttp } from '../../../src/shop/client/index.js';
import { canaryKey } from '../../support/canary.js';
import { Calls, CREATE, groupAt, READ, SUCCESS } from './calls-fixture.js';
import { SELF_SIGNED } from './self-signed.js';

/** The process itself: what a spec says in `process.env` stays in the spec. */
const { env } = (Reflect.get(globalThis, 'requireOutside') as NodeRequire)('node:process') as NodeJS.Process;
const VARIABLE = 'NODE_TLS_REJECT_UNAUTHORIZED';

type Habit = 'tunnels' | 'refuses' | 'is silent';

/** What a network with one way out has there: a proxy that makes tunnels and sees what is sent through them. */
class Proxy {
  habit: Habit = 'tunnels';
  /** Whether a tunnel ends when the next bytes come through it. */
  cutsOnData = false;
  readonly asked: string[] = [];
  seen = '';
  private readonly sockets = new Set<Socket>();
  private readonly server = createHttpServer((request, response) => {
    this.asked.push(`${request.method} ${request.url}`);
    response.writeHead(501).end();
  });

  async listen(): Promise<void> {
    this.server.on('connection', (socket) => this.sockets.add(socket));
    this.server.on('connect', (request: IncomingMessage, socket: Socket) => this.tunnel(request, socket));
    await once(this.server.listen(0, '127.0.0.1'), 'listening');
  }

  get url(): string {
    return `http://shop:secret@127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  close(): void {
    for (const socket of this.sockets) socket.destroy();
    this.server.close();
  }

  private tunnel({ url = '', headers }: IncomingMessage, client: Socket): void {
    this.asked.push(`CONNECT ${headers['proxy-authorization'] === undefined ? 'unknown' : 'known'}`);
    this.seen += JSON.stringify(headers);
    client.on('error', () => undefined);
    if (this.habit === 'is silent') return;
    if (this.habit === 'refuses') return void client.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n');
    const [host, port] = url.split(':');
    const upstream = connect(Number(port), host, () => client.write('HTTP/1.1 200 Connection Established\r\n\r\n'));
    this.sockets.add(upstream);
    upstream.on('error', () => client.destroy());
    client.on('data', (bytes) => {
      if (this.cutsOnData) return void [client, upstream].forEach((each) => each.destroy());
      this.seen += bytes.toString('latin1');
    });
    client.pipe(upstream).pipe(client);
  }
}

describe('a terminal group whose calls cannot go straight to the service', () => {
  const proxy = new Proxy();
  const received: string[] = [];
  const service = createServer(SELF_SIGNED, ({ method, url, headers }, response) => {
    received.push(`${method} ${headers['api_key'] === canaryKey('web') ? 'with the key' : 'without'}`);
    if (url !== '/events') return response.writeHead(200, { 'content-type': 'application/json' }).end(SUCCESS);
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    return response.end('event: session.order\ndata: {"order_id":"P1","status":"completed"}\n\n');
  });
  let calls: Calls;
  let url = '';

  beforeAll(async () => {
    await proxy.listen();
    await once(service.listen(0, '127.0.0.1'), 'listening');
    url = `https://127.0.0.1:${(service.address() as AddressInfo).port}`;
    calls = new Calls();
  });
  beforeEach(() => {
    proxy.habit = 'tunnels';
    proxy.asked.length = 0;
    received.length = 0;
  });
  afterAll(async () => {
    await calls.close();
    service.close();
    service.closeAllConnections();
    proxy.close();
  });

  /** Trusts the service's certificate, which is signed by itself. */
  class TrustingAgent extends HttpsProxyAgent<string> {
    override connect(...[request, options]: Parameters<HttpsProxyAgent<string>['connect']>): Promise<Socket> {
      // The package knows no name to look for in the certificate of a bare address.
      const trusting = { ca: SELF_SIGNED.cert, checkServerIdentity: () => undefined };
      return super.connect(request, { ...options, ...trusting } as typeof options);
    }
  }
  const through: AgentFactory = (options) => new TrustingAgent(proxy.url, options);
  const limits = { readAttempts: 1, circuitBreaker: 'off' as const };
  const group = (agent: AgentFactory = through, connectTimeoutMs = 10_000) =>
    groupAt(url, { agent, calls: { ...limits, connectTimeoutMs } });

  it('reads and writes through its agent, and the proxy sees nothing of it', async () => {
    for (const request of [READ, CREATE, READ])
      expect(await calls.caller.attempt(group(), request)).toMatchObject({ kind: 'accepted' });
    expect(received).toEqual(['GET with the key', 'POST with the key', 'GET with the key']);
    // The second read used the connection of the first.
    expect(proxy.asked).toEqual(['CONNECT known', 'CONNECT known']);
    expect(proxy.seen).not.toContain(canaryKey('web'));
  });

  it('follows events through it', async () => {
    const client = new EventsClient(isolatedHttp());
    const events = { url: `${url}/events`, token: canaryKey('events') };
    const stream = client.events(group(), { events, orderId: 'P1' }, { maxAttempts: 1 });
    expect((await stream.next()).value).toMatchObject({ status: 'completed' });
    await stream.return(undefined);
    expect(proxy.asked).toEqual(['CONNECT known']);
    expect(proxy.seen).not.toContain(canaryKey('events'));
  });

  it('takes the answer of a proxy that refuses for none of the service: what was to be done is read before it is done again', async () => {
    proxy.habit = 'refuses';
    // A factory of its own: connections that others have opened would be used again.
    const anew: AgentFactory = (options) => through(options);
    for (const request of [READ, CREATE])
      expect(await calls.caller.attempt(group(anew), request)).toMatchObject({ kind: 'unknown', httpStatus: 407 });
    expect(received).toEqual([]);
  });

  it('has sent nothing when the proxy is silent', async () => {
    proxy.habit = 'is silent';
    expect(await calls.caller.attempt(group(through, 200), CREATE)).toMatchObject({ kind: 'not-sent' });
    expect(received).toEqual([]);
  });

  it('has sent nothing when the proxy is not there', async () => {
    const nowhere: AgentFactory = (options) => new HttpsProxyAgent('http://127.0.0.1:9', options);
    expect(await calls.caller.attempt(group(nowhere), CREATE)).toMatchObject({ kind: 'not-sent' });
  });

  it('has sent nothing when no one vouches for the server behind the proxy', async () => {
    const strict: AgentFactory = (options) => new HttpsProxyAgent(proxy.url, options);
    const before = env[VARIABLE];
    // Set for something else that the shop talks to.
    env[VARIABLE] = '0';
    try {
      for (const request of [READ, CREATE])
        expect(await calls.caller.attempt(group(strict), request)).toMatchObject({ kind: 'not-sent', phase: 'tls' });
      const client = new EventsClient(isolatedHttp());
      const events = { url: `${url}/events`, token: canaryKey('events') };
      const stream = client.events(group(strict), { events, orderId: 'P1' }, { maxAttempts: 1 });
      await expect(stream.next()).rejects.toMatchObject({ code: 'EVENTS_LOST' });
    } finally {
      if (before === undefined) delete env[VARIABLE];
      else env[VARIABLE] = before;
    }
    expect(received).toEqual([]);
  });

  it('that always gets the same agent writes once, also on a connection that the proxy closed meanwhile', async () => {
    const shared = new TrustingAgent(proxy.url, { keepAlive: true });
    const one = group(() => shared);
    expect(await calls.caller.attempt(one, CREATE)).toMatchObject({ kind: 'accepted' });
    // Just as the next request is written to it.
    proxy.cutsOnData = true;
    const outcome = await calls.caller.attempt(one, CREATE);
    proxy.cutsOnData = false;
    expect(outcome).toMatchObject({ kind: 'unknown' });
    expect(received).toEqual(['POST with the key']);
    // A read is sent once more on a connection of its own, should its kept one be closed.
    expect(await calls.caller.attempt(one, READ)).toMatchObject({ kind: 'accepted' });
    shared.destroy();
  });

  it.each([
    ['makes none', () => undefined],
    ['throws', () => { throw new Error('no proxy is set'); }], // oxfmt-ignore
  ])('sends nothing past an agent that its factory does not make: %s', async (_title, factory) => {
    const outcome = await calls.caller.attempt(group(factory as unknown as AgentFactory), CREATE);
    expect(outcome).toMatchObject({ kind: 'not-sent' });
    expect(received).toEqual([]);
  });
});

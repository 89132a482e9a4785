import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { Money } from 'tillbridge';
import { orderBody } from 'tillbridge/testing';
import { Calls, groupAt, httpAnswer, RawServer, READ, SUCCESS } from './calls-fixture.js';
import { Connections } from '../../../src/shop/client/transport/connections.js';
import { json, ScriptedService, type Reply } from '../../support/scripted-service.js';
import { shopOptions, startShop, type ShopHost } from '../../support/shop-host.js';
import { waitFor } from '../../support/wait-for.js';

describe('the connections to the service (scenario N3)', () => {
  let service: ScriptedService;
  let shop: ShopHost;

  beforeAll(async () => {
    service = await ScriptedService.start();
    const [web] = shopOptions().terminalGroups;
    shop = await startShop({ options: { workers: 'off', terminalGroups: [{ ...web!, baseUrl: service.url }] } });
  });

  afterAll(async () => {
    await shop.close();
    service.close();
  });

  it('are kept for reads, and new for each write, which an old one might not reach', async () => {
    const ports: { method: string; port: number | undefined }[] = [];
    const noting =
      (reply: Reply): Reply =>
      (response, call) => {
        ports.push({ method: call.method, port: response.socket?.remotePort });
        reply(response, call);
      };
    const created = (order_id: string) =>
      json(200, { success: true, data: { order_id, payment_url: 'http://localhost:4000/pay/1' } });
    const read = json(200, { success: true, data: orderBody({ orderId: 'N-1', amount: 1250, at: Date.now() }) });
    service.script(...[read, created('N-1'), read, created('N-2'), read].map(noting));

    const { orders } = shop.payments.group('web');
    await orders.get('N-1');
    for (const orderId of ['N-1', 'N-2']) {
      await orders.create({ orderId, amount: Money.of('12.50', 'EUR'), description: 'Two mugs' });
      await orders.get('N-1');
    }

    const portsOf = (method: string) => ports.filter((each) => each.method === method).map(({ port }) => port);
    const [reads, writes] = [portsOf('GET'), portsOf('POST')];
    expect(reads).toHaveLength(3);
    expect(new Set(reads).size).toBe(1);
    expect(new Set([...writes, reads[0]]).size).toBe(3);
  });

  it('carry prices and rates as numbers with every digit, though JavaScript has no number that could', async () => {
    service.script(json(200, { success: true, data: { order_id: 'N-3', payment_url: 'http://localhost:4000/pay/3' } }));
    const [unitPrice, taxPercent] = ['12345678.1234567891', '8.375'];
    const cart = { lines: [{ name: 'Bell', merchantItemId: 'B', quantity: 1, unitPrice, taxPercent }] };
    const amount = Money.of('13379628.67', 'EUR');
    await shop.payments.group('web').orders.create({ orderId: 'N-3', amount, description: 'A bell', cart });
    const body = service.calls.at(-1)?.body;
    expect(body).toContain(`"unit_price":${unitPrice},`);
    expect(body).toMatch(/"rate":0\.08375[,}]/);
  });

  it('end with the application, whether they are used or not', async () => {
    service.script(json(200, {}));
    const connections = new Connections();
    const { httpAgent } = connections.of({ agent: null }, true);
    const request = get(service.url, { agent: httpAgent });
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    await text(response);
    await waitFor(() => Object.keys(httpAgent.freeSockets).length === 1);
    const [socket] = Object.values(httpAgent.freeSockets).flat();
    connections.close();
    expect(socket?.destroyed).toBe(true);
  });
});

describe('a kept connection that the other side has closed (scenario N3)', () => {
  const success = httpAnswer(SUCCESS);
  const closers: (() => unknown)[] = [];
  const closing = <T extends { close(): unknown }>(thing: T): T => {
    closers.push(() => thing.close());
    return thing;
  };
  const newCalls = () => closing(new Calls());

  afterEach(async () => {
    for (const close of closers.splice(0).reverse()) await close();
  });

  /** Answers the first request of each connection as it should, and the second one with `second`. */
  const start = async (second: string) =>
    closing(
      await RawServer.start((socket, _chunk, before) => {
        if (before === 0) socket.write(success);
        else if (second === '') socket.resetAndDestroy();
        else socket.end(second);
      }),
    );

  it('costs a read one repeat on a new one, and counts as no failure', async () => {
    const server = await start('');
    const calls = newCalls();
    const group = groupAt(`http://127.0.0.1:${server.port}`, { calls: { circuitFailures: 1, readAttempts: 1 } });
    for (let read = 0; read < 3; read += 1) {
      expect(await calls.caller.attempt(group, READ)).toMatchObject({ kind: 'accepted' });
    }
    expect(calls.caller.health(group).circuit).toBe('closed');
    // One kept and answered; one of it lost and repeated elsewhere; and then one anew.
    expect(server.received.match(/GET /g)).toHaveLength(4);
    expect(server.connections).toBe(3);
  });

  it('is not taken for one when an answer had begun', async () => {
    const server = await start('HTTP/1.1 200 OK\r\ncontent-le');
    const calls = newCalls();
    const group = groupAt(`http://127.0.0.1:${server.port}`);
    await calls.caller.attempt(group, READ);
    expect(await calls.caller.attempt(group, READ)).toMatchObject({ kind: 'unknown', phase: 'response-status' });
    expect(server.received.match(/GET /g)).toHaveLength(2);
  });

  it('is not used again when the service said how long it keeps it', async () => {
    const server = closing(
      await RawServer.start((socket) => {
        socket.write(httpAnswer(SUCCESS, 'connection: keep-alive\r\nkeep-alive: timeout=1\r\n'));
      }),
    );
    const calls = newCalls();
    const group = groupAt(`http://127.0.0.1:${server.port}`);
    for (let read = 0; read < 2; read += 1) await calls.caller.attempt(group, READ);
    expect(server.connections).toBe(2);
  });
});

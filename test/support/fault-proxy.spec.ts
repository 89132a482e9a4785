import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { request } from 'node:http';
import { connect } from 'node:net';
import { FaultProxy, type ProxyFault } from './fault-proxy.js';
import { json, ScriptedService } from './scripted-service.js';
import { openUnansweredPort } from './unanswered-port.js';
import { waitFor } from './wait-for.js';

/** The result of one POST for the client: status and body, or the code of its error. */
async function post(url: string, signal: AbortSignal): Promise<[number, string] | string> {
  const call = request(url, { method: 'POST', signal, agent: false });
  call.end('{"a":1}');
  try {
    const [response] = await once(call, 'response');
    let body = '';
    for await (const chunk of response) body += String(chunk);
    return [response.statusCode, body];
  } catch (error) {
    return signal.aborted ? 'nothing' : String((error as { code?: string }).code);
  }
}

/** The time limit of a client that should get no answer, after the fault, and of one that should get one on a busy machine. */
const SOON_MS = 300;
const PATIENCE_MS = 20_000;
const GOOD: [number, string] = [200, '{"done":true}'];
const SERVICE_SAW_IT = ['POST /'];

describe('the fault proxy', () => {
  let service: ScriptedService;
  let proxy: FaultProxy;
  beforeAll(async () => {
    service = await ScriptedService.start();
    proxy = await FaultProxy.start(service.url);
  });
  afterEach(() => void proxy.connections.splice(0));
  afterAll(async () => {
    await proxy.close();
    service.close();
  });

  /** How long a client waits. What no one answers is given up some time after the fault: before, a slow machine may be at it. */
  const patienceWith = async (fault: ProxyFault | null): Promise<AbortSignal> => {
    if (fault?.kind !== 'black hole') return AbortSignal.timeout(PATIENCE_MS);
    await waitFor(() => proxy.connections.at(-1)?.hasStruck, { what: 'the fault' });
    return AbortSignal.timeout(SOON_MS);
  };

  const through = async (fault: ProxyFault | null) => {
    service.script(json(200, { done: true }));
    proxy.script(fault);
    const impatience = new AbortController();
    const seen = post(proxy.url, impatience.signal);
    const patience = await patienceWith(fault);
    patience.addEventListener('abort', () => impatience.abort());
    return { seen: await seen, calls: service.log, delivered: proxy.delivered };
  };

  it.each<[ProxyFault['kind'], ProxyFault['stage'], unknown, string[]]>([
    ['delay', 'connect', GOOD, SERVICE_SAW_IT],
    ['delay', 'response body', GOOD, SERVICE_SAW_IT],
    ['reset', 'headers', 'ECONNRESET', []],
    ['reset', 'response status', 'ECONNRESET', SERVICE_SAW_IT],
    ['half-close', 'body', 'ECONNRESET', []],
    ['half-close', 'response body', 'ECONNRESET', SERVICE_SAW_IT],
    ['black hole', 'headers', 'nothing', []],
    ['black hole', 'response body', 'nothing', SERVICE_SAW_IT],
    ['truncated', 'headers', [400, ''], []],
    ['truncated', 'response status', 'ECONNRESET', SERVICE_SAW_IT],
    ['truncated', 'response body', 'ECONNRESET', SERVICE_SAW_IT],
    ['garbage', 'headers', [400, ''], []],
    ['garbage', 'response status', 'HPE_INVALID_CONSTANT', SERVICE_SAW_IT],
    ['5xx', 'connect', [503, '<h1>503</h1>'], []],
    ['5xx', 'response status', [503, '<h1>503</h1>'], SERVICE_SAW_IT],
    ['429', 'body', [429, '<h1>429</h1>'], []],
  ])('makes a %s at the %s', async (kind, stage, seen, calls) => {
    expect(await through({ kind, stage })).toEqual({ seen, calls, delivered: calls.length });
    expect(proxy.connections).toMatchObject([{ hasStruck: true }]);
  });

  it('passes everything on without a fault, and counts the requests of a kept connection', async () => {
    service.script(json(200, { done: true }), json(200, { done: true }));
    const client = connect(Number(new URL(proxy.url).port), '127.0.0.1');
    let seen = '';
    client.setEncoding('utf8').on('data', (chunk: string) => (seen += chunk));
    client.write('GET /a HTTP/1.1\r\nhost: x\r\n\r\nGET /b HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n');
    await once(client, 'end');
    client.destroy();
    expect(seen.match(/\{"done":true\}/g)).toHaveLength(2);
    expect(proxy.connections).toMatchObject([{ requests: 2, delivered: 2, hasStruck: false }]);
  });

  it('does not count as delivered what it has altered', async () => {
    const { seen, delivered } = await through({ kind: 'garbage', stage: 'body' });
    expect([seen, delivered]).toEqual([GOOD, 0]);
  });
});

describe('a port that no one answers at', () => {
  it('lets a connection hang instead of refusing it', async () => {
    const hole = await openUnansweredPort();
    try {
      const socket = connect(hole.port, '127.0.0.1');
      const outcome = await Promise.race([
        once(socket, 'connect').then(
          () => 'connected',
          () => 'refused',
        ),
        once(AbortSignal.timeout(200), 'abort').then(() => 'nothing'),
      ]);
      socket.destroy();
      expect(outcome).toBe('nothing');
    } finally {
      await hole.close();
    }
  });
});

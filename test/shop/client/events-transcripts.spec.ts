import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { ServerResponse } from 'node:http';
import type { OrderEventsOptions, TerminalGroup } from 'tillbridge';
import { EventsClient, isolatedHttp } from '../../../src/shop/client/index.js';
import { canaryKey } from '../../support/canary.js';
import { json, reset, ScriptedService, type Reply } from '../../support/scripted-service.js';
import { groupAt } from './calls-fixture.js';
import { WireTranscript } from './wire-transcript.js';

const event = (status: string, id?: string, orderId = 'P1'): string =>
  `${id === undefined ? '' : `id: ${id}\n`}data: {"order_id":"${orderId}","status":"${status}"}\n\n`;
/** A stream that says this, and is then ended unless it is to stay. */
const stream =
  (text: string, then: (response: ServerResponse) => void = (response) => response.end()): Reply =>
  (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(`retry: 100\n\n${text}`, () => setImmediate(then, response));
  };
const stay = (): void => {};
const head =
  (status: number, headers: Record<string, string> = {}): Reply =>
  (response) =>
    void response.writeHead(status, headers).end();

describe('events of an order, over the wire', () => {
  let service: ScriptedService;
  let group: TerminalGroup;
  let client: EventsClient;
  let written: WireTranscript;
  beforeAll(async () => {
    service = await ScriptedService.start();
    group = groupAt(service.url);
  });
  beforeEach(() => {
    // The least wait between two connections.
    jest.spyOn(Math, 'random').mockReturnValue(0);
    client = new EventsClient(isolatedHttp());
    written = new WireTranscript(service);
  });
  afterEach(() => {
    client.beforeApplicationShutdown();
    written.end();
    jest.restoreAllMocks();
  });
  afterAll(() => service.close());

  const open = (options: OrderEventsOptions = {}, orderId: string | null = 'P1') =>
    client.events(group, { events: { url: `${service.url}/events`, token: canaryKey('events') }, orderId }, options);
  /** What became of the order, and how it ended. */
  async function follow(options?: OrderEventsOptions, orderId?: string | null): Promise<string> {
    const found: string[] = [];
    for await (const { status, order_id } of open(options, orderId)) found.push(`${status} ${order_id}`);
    return found.join(', ');
  }

  it('are followed to the end of the order', async () => {
    await written.step('the end at once', [stream(event('completed', '1'), stay)], () => follow());
    await written.step(
      'of another order',
      [stream(event('completed', '1', 'P2') + event('cancelled', '2'), stay)],
      () => follow(),
    );
    await written.step('of any order', [stream(event('completed', '1', 'P2'), stay)], () => follow({}, null));
    await written.step('the stream is over', [stream(event('initialized', '1')), head(204)], () => follow());
    await written.step(
      'it breaks in the middle',
      [
        stream(event('declined', '7'), (response) => response.socket?.resetAndDestroy()),
        stream(event('completed', '8'), stay),
      ],
      () => follow(),
    );
    await written.step(
      'without numbers',
      [stream(event('declined')), stream(event('declined') + event('completed'), stay)],
      () => follow(),
    );
    await written.step(
      'the last one is repeated',
      [stream(event('declined', '7')), stream(event('initialized', '7') + event('completed', '8'), stay)],
      () => follow(),
    );
    await written.step(
      'a number that cannot be sent',
      [
        stream(event('declined', 'é')),
        stream(event('initialized', '9')),
        stream(event('uncleared')),
        stream(event('completed', 'x'.repeat(257)), stay),
      ],
      () => follow(),
    );
    await written.step(
      'what is no event',
      [stream('data: no JSON\n\n: comment\n\nevent: session.qr\ndata: {"qr":"x"}\n\n' + event('completed'), stay)],
      () => follow(),
    );
    expect(written.text).toMatchSnapshot();
  });

  it('are asked for again, or not', async () => {
    await written.step('refused', [json(401, {})], () => follow());
    await written.step('sent elsewhere', [head(302, { location: '/elsewhere' })], () => follow());
    await written.step('a page', [head(200, { 'content-type': 'text/html' })], () => follow());
    await written.step(
      'later',
      [
        head(503),
        head(429, { 'retry-after': '0' }),
        head(503, { 'retry-after': 'soon' }),
        stream(event('completed'), stay),
      ],
      () => follow(),
    );
    await written.step('three in vain', [reset, head(503), stream('')], () => follow({ maxAttempts: 3 }));
    await written.step(
      'in vain between others',
      [
        reset,
        stream(event('declined', '1')),
        reset,
        stream(event('uncleared', '2')),
        reset,
        stream(event('completed', '3'), stay),
      ],
      () => follow({ maxAttempts: 2 }),
    );
    await written.step(
      'one in vain is one too many',
      [stream(event('declined', '1')), stream(event('declined', '1'))],
      () => follow({ maxAttempts: 1 }),
    );
    await written.step(
      'an event that is too long',
      [
        stream(`data: ${'x'.repeat(70_000)}`, (response) => response.write('x'.repeat(70_000))),
        stream(event('completed'), stay),
      ],
      () => follow(),
    );
    const comments = `: ${'x'.repeat(1_000)}\n\n`.repeat(5_400);
    await written.step(
      'more than one connection may bring',
      [stream(event('declined', '3') + comments, stay), stream(event('completed', '4'), stay)],
      () => follow(),
    );
    expect(written.text).toMatchSnapshot();
  });

  it('end when no one wants them any more', async () => {
    await written.step(
      'an address that is refused',
      [],
      () => void client.events(group, { events: null, orderId: 'P1' }),
    );
    await written.step('the signal was given before', [], () => follow({ signal: AbortSignal.abort() }));
    await written.step('the signal is given', [stream(event('declined', '1'), stay)], async () => {
      const early = new AbortController();
      const found: string[] = [];
      for await (const { status } of open({ signal: early.signal })) {
        found.push(status);
        early.abort();
      }
      return found;
    });
    const stop = new AbortController();
    const busy: Reply = (response, call) => {
      head(503, { 'retry-after': '9' })(response, call);
      setTimeout(() => stop.abort(), 50);
    };
    await written.step('the signal is given while it is waited', [busy], () => follow({ signal: stop.signal }));
    await written.step(
      'the application stops',
      [stream(event('declined', '1') + event('initialized', '2'), stay)],
      async () => {
        const found: string[] = [];
        for await (const { status } of open()) {
          found.push(status);
          client.beforeApplicationShutdown();
        }
        return found;
      },
    );
    await written.step('the loop is left', [], async () => {
      let close: () => void = () => undefined;
      const closed = new Promise<void>((resolve) => (close = resolve));
      service.script(stream(event('declined', '1'), (response) => response.on('close', close)));
      for await (const { status } of open()) {
        if (status === 'declined') break;
      }
      return closed.then(() => 'the connection is closed');
    });
    expect(written.text).toMatchSnapshot();
  });
});

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { EventsClient, isolatedHttp } from '../../../src/shop/client/index.js';
import { canaryKey } from '../../support/canary.js';
import { SELF_SIGNED } from './self-signed.js';
import { Calls, CREATE, groupAt, READ, SUCCESS } from './calls-fixture.js';

/** The process itself: what a spec says in `process.env` stays in the spec. */
const { env } = (Reflect.get(globalThis, 'requireOutside') as NodeRequire)('node:process') as NodeJS.Process;
const VARIABLE = 'NODE_TLS_REJECT_UNAUTHORIZED';

describe('a server that anyone could have put into the way', () => {
  const received: string[] = [];
  const server = createServer(SELF_SIGNED, ({ method }, response) => {
    received.push(method ?? '');
    response.writeHead(200, { 'content-type': 'application/json' }).end(SUCCESS);
  });
  const before = env[VARIABLE];
  let url = '';

  beforeAll(async () => {
    // Set for something else that the shop talks to.
    env[VARIABLE] = '0';
    await once(server.listen(0, '127.0.0.1'), 'listening');
    url = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });

  afterAll(() => {
    if (before === undefined) delete env[VARIABLE];
    else env[VARIABLE] = before;
    server.close();
  });

  it('is sent no API key, whatever the environment says of certificates', async () => {
    const calls = new Calls();
    const group = groupAt(url, { calls: { readAttempts: 1 } });
    for (const request of [READ, CREATE])
      expect(await calls.caller.attempt(group, request)).toMatchObject({ kind: 'not-sent', phase: 'tls' });
    await calls.close();
    expect(received).toEqual([]);
  });

  it('is sent no token of an event stream', async () => {
    const client = new EventsClient(isolatedHttp());
    const events = { url: `${url}/events`, token: canaryKey('events') };
    const stream = client.events(groupAt(url), { events, orderId: 'P1' }, { maxAttempts: 1 });
    await expect(stream.next()).rejects.toMatchObject({ code: 'EVENTS_LOST' });
    expect(received).toEqual([]);
  });
});

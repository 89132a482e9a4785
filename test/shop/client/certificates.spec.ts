import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { EventsClient, isolatedHttp } from '../../../src/shop/client/index.js';
import { canaryKey } from '../../support/canary.js';
import { Calls, CREATE, groupAt, READ, SUCCESS } from './calls-fixture.js';

/** Of 127.0.0.1, signed by itself: no one vouches for it. */
const cert = `\
-----BEGIN CERTIFICATE-----
MIIBkTCCATagAwIBAgIUMS6uFsJN0DBGUfq9E+WsdNyJJI8wCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJMTI3LjAuMC4xMCAXDTI2MTEyODA2MTQxM1oYDzIxMjYxMTA0
MDYxNDEzWjAUMRIwEAYDVQQDDAkxMjcuMC4wLjEwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAASAgeo5e4AjYF559lhCbNHX5nOyZYQI9MXap0CvjSRVwT2ArOF320xa
QYPHD5JueWtgchZz/QYt18mONCswzRDIo2QwYjAdBgNVHQ4EFgQUyrSk+5TIe88+
JqXNrf+KSEJmULowHwYDVR0jBBgwFoAUyrSk+5TIe88+JqXNrf+KSEJmULowDwYD
VR0TAQH/BAUwAwEB/zAPBgNVHREECDAGhwR/AAABMAoGCCqGSM49BAMCA0kAMEYC
IQCnpADF4AUnpjQeICEnfpEFT2l2uD0ay9vQdiuyiXANhwIhAOoG0FjHOW/Yw5T6
Teky4NM3J9WLpZqVxjsi59FvUFnP
-----END CERTIFICATE-----
`;
const key = `\
-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgQxB+sqPBjS2JwWGv
UQX1hhco1973uOb0EDW6pRqMACShRANCAASAgeo5e4AjYF559lhCbNHX5nOyZYQI
9MXap0CvjSRVwT2ArOF320xaQYPHD5JueWtgchZz/QYt18mONCswzRDI
-----END PRIVATE KEY-----
`;

/** The process itself: what a spec says in `process.env` stays in the spec. */
const { env } = (Reflect.get(globalThis, 'requireOutside') as NodeRequire)('node:process') as NodeJS.Process;
const VARIABLE = 'NODE_TLS_REJECT_UNAUTHORIZED';

describe('a server that anyone could have put into the way', () => {
  const received: string[] = [];
  const server = createServer({ cert, key }, ({ method }, response) => {
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

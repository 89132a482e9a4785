import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { GroupPayments, RawRequest } from 'tillbridge';
import { canaryKey } from '../support/canary.js';
import { json, refusal, reset } from '../support/scripted-service.js';
import { useScriptedGroup } from './support/scripted-group.js';
import {
  clientsFor,
  itWith,
  serviceUnderTest,
  type ServiceClients,
  type ServiceUnderTest,
} from './support/service-under-test.js';

const KEY = canaryKey('web');
const get = (path: string): RawRequest => ({ method: 'GET', path });

describe('a request of one’s own, to the service', () => {
  let service: ServiceUnderTest;
  let clients: ServiceClients;
  let group: GroupPayments;
  beforeAll(async () => {
    service = await serviceUnderTest({ terminals: [{ id: 'T1' }] });
    clients = await clientsFor(service);
    group = clients.payments.group('web');
  });
  afterAll(async () => {
    await clients?.close();
    await service?.close();
  });

  it('is answered like every other', async () => {
    const { data } = await group.request(get('/v1/json/gateways'));
    expect(data).toEqual(expect.arrayContaining([expect.objectContaining({ id: expect.any(String) })]));
  });

  it('fails like every other', async () => {
    await expect(group.request(get('/v1/json/orders/nobody-has-this-one'))).rejects.toMatchObject({
      code: 'SERVICE_1006',
      execution: 'not-executed',
    });
  });

  itWith('drive')('can send a payment to a till, whose events then tell how it ends', async () => {
    const { sandbox } = service.sandbox!;
    const order = { type: 'redirect', order_id: 'P1', currency: 'EUR', amount: 2_500, description: 'Two mugs' };
    const body = { ...order, gateway_info: { terminal_id: 'T1' } };
    const { data } = await group.request({ method: 'POST', path: '/v1/json/orders', body });
    const { events_stream_url: url, events_token: token } = data as Record<string, string>;
    await sandbox.decline('P1');
    const seen: string[] = [];
    for await (const event of group.events({ events: { url: url!, token: token! }, orderId: 'P1' })) {
      expect(event).toMatchObject({ type: 'session.order', order_id: 'P1', session_id: expect.any(String) });
      seen.push(event.status);
      if (event.status === 'declined') await sandbox.pay('P1');
    }
    expect(seen.slice(-3)).toEqual(['declined', 'initialized', 'completed']);
    const forged = { url: url!, token: `${token!.slice(0, -4)}AAAA` };
    await expect(group.events({ events: forged }).next()).rejects.toMatchObject({ code: 'EVENTS_REFUSED' });
  });
});

describe('a request of one’s own', () => {
  const scripted = useScriptedGroup({}, '/base');

  const ok = json(200, '{"success":true,"data":{"id":1747205290123456789,"half":0.1},"pager":{"limit":2}}');

  it('arrives as it was meant, with the key where it belongs, and long numbers come back whole', async () => {
    scripted.service.script(ok);
    const query = { text: 'a b&c=d#e', 'list[]': 7, flag: true };
    const body = { note: 'é 😀', nested: { id: '12345678901234567890' } };
    const answer = await scripted.group.request({ method: 'PATCH', path: '/v1/json/orders/S1%2F2;x=1', query, body });
    expect(answer).toMatchObject({ data: { id: '1747205290123456789', half: 0.1 }, pager: { limit: 2 } });
    const [call] = scripted.service.calls;
    const url = new URL(call!.url, scripted.service.url);
    expect(url.pathname).toBe('/base/v1/json/orders/S1%2F2;x=1');
    expect(Object.fromEntries(url.searchParams)).toEqual({ text: 'a b&c=d#e', 'list[]': '7', flag: 'true' });
    expect(call).toMatchObject({ method: 'PATCH', headers: { api_key: KEY } });
    expect(JSON.parse(call!.body)).toEqual(body);
  });

  it('is tried again when it reads, and sent once when it writes', async () => {
    scripted.service.script(reset, json(503, ''), ok);
    await scripted.group.request(get('/v1/json/me'));
    expect(scripted.service.calls).toHaveLength(3);
    for (const method of ['POST', 'PATCH'] as const) {
      scripted.service.script(reset, ok);
      const outcome = { execution: 'unknown', retry: 'reconcile-first' };
      await expect(scripted.group.request({ method, path: '/v1/json/me', body: {} })).rejects.toMatchObject(outcome);
      expect(scripted.service.calls).toHaveLength(1);
    }
    scripted.service.script(refusal(1032, 401));
    await expect(scripted.group.request(get('/v1/json/me'))).rejects.toMatchObject({
      code: 'SERVICE_1032',
      group: 'web',
    });
  });

  it('leads nowhere else when the answer says so', async () => {
    scripted.service.script((response) => void response.writeHead(302, { location: '/elsewhere' }).end());
    await expect(scripted.group.request({ method: 'POST', path: '/v1/json/me' })).rejects.toMatchObject({
      name: 'PaymentError',
    });
    expect(scripted.service.calls).toHaveLength(1);
  });

  it.each([
    '',
    '/v1/json',
    '/v1/json/',
    'v1/json/me',
    '/v2/json/me',
    '//elsewhere.example/v1/json/me',
    'https://elsewhere.example/v1/json/me',
    '/v1/json/@elsewhere.example/../me',
    '/v1/json/../me',
    '/v1/json/..',
    '/v1/json/./me',
    '/v1/json/%2e%2E/me',
    '/v1/json/.%2e/me',
    '/v1/json/%2e',
    '/v1/json/a%2f..%2fme',
    '/v1/json/..%5c..%5cme',
    '/v1/json/%ff',
    '/v1/json/a\\..\\..\\me',
    '/v1/json/me?api_key=x',
    '/v1/json/me#part',
    '/v1/json/me\r\nx: y',
    '/v1/json/m\te',
    '/v1/json/m e',
    '/v1/json/%',
    '/v1/json/%zz',
    '/v1/json/é',
    `/v1/json/${KEY}`,
    `/v1/json/${KEY.replace(/./g, (each) => `%${each.charCodeAt(0).toString(16)}`)}`,
    `/v1/json/${Buffer.from(KEY).toString('base64url')}`,
  ])('is not sent to %j', async (path) => {
    scripted.service.script(ok);
    const refused = {
      code: 'REQUEST_INVALID',
      execution: 'not-executed',
      faults: [expect.objectContaining({ path: 'path' })],
    };
    await expect(scripted.group.request(get(path))).rejects.toMatchObject(refused);
    expect(scripted.service.calls).toHaveLength(0);
  });

  it('is sent as it was when it was made, whatever its maker does meanwhile', async () => {
    scripted.service.script(ok);
    const body = { deep: { amount: 1 } };
    const sent = scripted.group.request({ method: 'POST', path: '/v1/json/me', body });
    body.deep.amount = 2;
    await sent;
    expect(JSON.parse(scripted.service.calls[0]?.body ?? '')).toEqual({ deep: { amount: 1 } });
  });

  it('is not sent when it is none', async () => {
    await expect(scripted.group.request(null as never)).rejects.toMatchObject({ code: 'REQUEST_INVALID' });
  });

  const circle: Record<string, unknown> = {};
  circle['circle'] = circle;
  it.each<[string, object, string]>([
    ['a key of its own', { query: { api_key: 'x' } }, 'query'],
    ['a key in other letters', { query: { 'API-Key[]': 'x' } }, 'query'],
    ['a parameter that PHP would take for the key', { query: { 'api.key': 'x' } }, 'query'],
    ['the key as a value', { query: { q: `a${KEY}b` } }, 'query.q'],
    ['the key as a name', { query: { [KEY]: 'x' } }, 'query'],
    ['the key in base64', { query: { q: Buffer.from(`u:${KEY}`).toString('base64') } }, 'query.q'],
    ['no object for a query', { query: null }, 'query'],
    ['the key behind a disguise', { method: 'POST', body: { toJSON: () => ({ a: KEY }) } }, 'body'],
    ['a body that is nothing', { method: 'POST', body: { toJSON: () => undefined } }, 'body'],
    ['the key in its body', { method: 'POST', body: { deep: [KEY] } }, 'body'],
    ['an object as a value', { query: { q: {} } }, 'query.q'],
    ['a number that is none', { query: { q: NaN } }, 'query.q'],
    ['half a character', { query: { q: '\ud83d' } }, 'query.q'],
    ['a line break in a name', { query: { 'a\r\nb': 1 } }, 'query'],
    ['a body where there is none', { body: {} }, 'body'],
    ['a list for a body', { method: 'POST', body: [] }, 'body'],
    ['a body that has no end', { method: 'POST', body: circle }, 'body'],
    ['a body that JSON cannot hold', { method: 'POST', body: { big: 1n } }, 'body'],
    ['a method that there is not', { method: 'DELETE' }, 'method'],
    ['a method with more in it', { method: 'GET / HTTP/1.1\r\nx: y' }, 'method'],
  ])('is not sent with %s', async (_name, change, path) => {
    scripted.service.script(ok);
    const error: unknown = await scripted.group
      .request({ ...get('/v1/json/me'), ...change })
      .catch((reason: unknown) => reason);
    expect(error).toMatchObject({ code: 'REQUEST_INVALID', faults: [expect.objectContaining({ path })] });
    expect(JSON.stringify(error)).not.toContain(KEY);
    expect(scripted.service.calls).toHaveLength(0);
  });
});

import { request } from 'node:http';
import { describe, expect, it } from '@jest/globals';
import { FAULT_KINDS } from '../../src/sandbox/index.js';
import { CANARY_MARKER } from '../support/canary.js';
import { ID, useStage, WITHOUT_SITE } from './support/stage.js';
import { WEB_KEY } from './support/service.js';

const stage = useStage();
const JSON_TYPE = { 'Content-Type': 'application/json' };

interface ControlReply {
  status: number;
  text: string;
  json: { success?: boolean; message?: string; data?: unknown };
}

async function control(method: string, path: string, body?: unknown, headers = JSON_TYPE): Promise<ControlReply> {
  const init = body === undefined ? { method } : { method, headers, body: JSON.stringify(body) };
  const response = await fetch(`${stage.service.url}/sandbox/${path}`, init);
  const text = await response.text();
  return { status: response.status, text, json: JSON.parse(text) };
}

const CHANGES: [string, string, unknown][] = [
  ['POST', 'clock', { advance: 1 }],
  ['POST', 'faults', { operation: 'create', kind: 'drop' }],
  ['POST', 'resends', { id: 'x' }],
  ['POST', 'sites/web', { notification_url: null }],
  ['POST', 'tokens/x', { expired: true }],
  ['POST', 'switches/web', { siteActive: true }],
  ['POST', 'gift-cards', { number: '111115', balance: 1 }],
  ['POST', 'second-chances', { order_id: 'x' }],
  ['POST', 'orders/x', { outcome: 'paid' }],
];

describe('switches over HTTP', () => {
  it('are listed by group, and change how the account behaves', async () => {
    await stage.start(WITHOUT_SITE);
    expect((await control('GET', 'switches')).json.data).toMatchObject({
      web: { siteActive: true, lowBalance: 'refused' },
    });
    const off = await control('POST', 'switches/web', { siteActive: false });
    expect(off.json.data).toMatchObject({ siteActive: false, lowBalance: 'refused' });
    expect((await stage.service.create()).json.error_code).toBe(1019);
    await control('POST', 'switches/web', { siteActive: true });
    expect((await stage.service.create()).json.success).toBe(true);
  });

  it.each([
    ['web', { siteActive: 'no' }, 'siteActive'],
    ['web', { sightActive: true }, 'sightActive'],
    ['shop', { siteActive: true }, 'no terminal group "shop"'],
  ])('of %s are refused with a reason: %j', async (group, changes, reason) => {
    await stage.start(WITHOUT_SITE);
    const { status, json } = await control('POST', `switches/${group}`, changes);
    expect([status, json.message]).toEqual([400, expect.stringContaining(reason)]);
  });
});

describe('faults over HTTP', () => {
  it('are scripted, listed and ended', async () => {
    await stage.start();
    const script = { operation: 'create', kind: 'error-before', times: 2, status: 500 };
    expect((await control('POST', 'faults', script)).json.data).toMatchObject({
      chance: null,
      scripted: [{ operation: 'create', kind: 'error-before', times: 2, details: { status: 500 } }],
    });
    expect((await stage.service.create()).status).toBe(500);
    const { json } = await control('GET', 'faults');
    expect(json.data).toMatchObject({
      scripted: [{ times: 1 }],
      injected: [{ kind: 'error-before', by: 'script', number: 1, target: 'POST /v1/json/orders' }],
    });
    expect(Object.keys((json.data as { kinds: object }).kinds)).toEqual(FAULT_KINDS);
    expect((await control('DELETE', 'faults')).json.data).toEqual({ chance: null, scripted: [], injected: [] });
    expect((await stage.service.create()).status).toBe(200);
  });

  it('strike by chance from a seed', async () => {
    await stage.start();
    await control('POST', 'faults', { seed: 3, probabilities: { 'rate-limit': 1 }, operations: ['read'] });
    expect((await stage.service.create()).status).toBe(200);
    expect((await stage.service.get(ID)).status).toBe(429);
  });

  it.each([
    ['an unknown kind', { operation: 'create', kind: 'flood' }, 'kind must be delay'],
    ['an unknown operation', { operation: 'pay', kind: 'drop' }, 'operation must be create'],
    ['a kind that cannot strike it', { operation: 'create', kind: 'duplicate' }, 'cannot strike a create'],
    ['no number of times', { operation: 'create', kind: 'drop', times: 0 }, 'times must be'],
    ['times as text', { operation: 'create', kind: 'drop', times: '2' }, 'times must be'],
    ['a status that is no error', { operation: 'create', kind: 'error-after', status: 200 }, 'status must be'],
    ['a seed that is none', { seed: 'x' }, 'seed must be'],
    ['chances of more than 1', { seed: 1, probabilities: { drop: 2 } }, 'must be 0 to 1'],
  ])('are refused with %s', async (_, body, message) => {
    await stage.start();
    const reply = await control('POST', 'faults', body);
    expect([reply.status, reply.json.message]).toEqual([400, expect.stringContaining(message)]);
    expect(stage.service.sandbox.faults.state()).toEqual({ chance: null, scripted: [], injected: [] });
  });
});

describe('notifications over HTTP', () => {
  it('are listed page by page, shown with their requests, and sent again', async () => {
    await stage.start(WITHOUT_SITE);
    await stage.service.create(stage.withUrl());
    await stage.service.sandbox.pay(ID);
    const first = (await control('GET', 'notifications?limit=1')).json.data as {
      items: { id: string; cause: string; last: { verdict: string } }[];
      after: string;
    };
    expect(first.items).toMatchObject([{ cause: 'paid', state: 'acknowledged', last: { verdict: 'acknowledged' } }]);
    const second = (await control('GET', `notifications?limit=1&after=${first.after}`)).json.data;
    expect(second).toMatchObject({ items: [{ cause: 'created', orderId: ID }], after: null });
    const again = await control('POST', 'resends', { id: first.items[0]?.id });
    expect(again.json.data).toMatchObject({ trigger: 'manual', attempt: 2, verdict: 'acknowledged' });
    const history = (await control('GET', `deliveries?order_id=${ID}`)).json.data;
    expect(history).toMatchObject([{ cause: 'created' }, { cause: 'paid' }, { cause: 'paid', trigger: 'manual' }]);
  });

  it.each([
    ['GET', 'deliveries?order_id=nowhere', undefined, 404],
    ['GET', 'deliveries', undefined, 404],
    ['GET', 'notifications?limit=many', undefined, 400],
    ['POST', 'resends', { id: 'nothing' }, 404],
    ['POST', 'resends', {}, 400],
    ['POST', 'sites/nobody', { notification_url: null }, 400],
    ['POST', 'sites/web', { notification_url: 'shop' }, 400],
    ['POST', 'sites/web', { notification_url: 7 }, 400],
    ['POST', 'sites/web', { notification_method: 'PUT' }, 400],
  ])('%s %s is refused', async (method, path, body, status) => {
    await stage.start();
    const reply = await control(method, path, body);
    expect([reply.status, reply.json]).toEqual([status, { message: expect.any(String) }]);
  });

  it('go where the site says from now on', async () => {
    await stage.start(WITHOUT_SITE);
    const url = `${stage.site.url}/changed`;
    const site = await control('POST', 'sites/web', { notification_url: url, notification_method: 'GET' });
    expect(site.json.data).toEqual({ group: 'web', notificationUrl: url, notificationMethod: 'GET' });
    await stage.service.create();
    const [request] = await stage.site.received(1);
    expect(request).toMatchObject({ method: 'GET', path: '/changed' });
    expect((await control('GET', 'sites')).json.data).toEqual([site.json.data]);
  });
});

describe('what changes something', () => {
  it.each(CHANGES)('%s /sandbox/%s is not taken from a form or another page', async (method, path, body) => {
    await stage.start();
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data',
      'application/jsonx',
    ]) {
      expect((await control(method, path, body, { 'Content-Type': type })).status).toBe(415);
    }
    const answer = await fetch(`${stage.service.url}/sandbox/${path}`, {
      method: 'OPTIONS',
      headers: { Origin: 'https://evil.example', 'Access-Control-Request-Method': method },
    });
    expect(answer.headers.get('access-control-allow-origin')).toBeNull();
  });

  it.each([...CHANGES, ['GET', 'clock', null], ['GET', 'faults', null], ['DELETE', 'faults', null]])(
    '%s /sandbox/%s answers to its own host name only',
    async (method, path, body) => {
      await stage.start();
      const status = await new Promise((resolve, reject) => {
        const headers = { ...JSON_TYPE, Host: 'evil.example' };
        const outgoing = request(`${stage.service.url}/sandbox/${String(path)}`, { method: String(method), headers });
        outgoing.on('response', (response) => resolve(response.resume().statusCode));
        outgoing.on('error', reject).end(body === null ? undefined : JSON.stringify(body));
      });
      expect(status).toBe(403);
    },
  );
});

describe('no answer of the control endpoints', () => {
  it('holds a key, even when the shop sends it back or a call brings it', async () => {
    await stage.start();
    const apiKey = WEB_KEY;
    stage.receiver.reply = { body: `OK ${apiKey}`, headers: { 'X-Echo': apiKey } };
    await stage.service.create(stage.withUrl());
    await stage.service.sandbox.idle();
    stage.service.sandbox.faults.next('other', 'error-before');
    await fetch(`${stage.service.url}/v1/json/gateways?api_key=${apiKey}`);
    for (const path of ['clock', 'faults', 'notifications', `deliveries?order_id=${ID}`, 'sites']) {
      const { status, text } = await control('GET', path);
      expect(status).toBe(200);
      expect(text).not.toContain(CANARY_MARKER);
    }
  });
});

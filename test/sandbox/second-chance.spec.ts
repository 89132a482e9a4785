import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { call } from './support/api.js';
import { startReceiver, type Receiver } from './support/receiver.js';
import { ORDER, startService, submit, WEB_KEY, type Service } from './support/service.js';
import { orderIn } from './support/stage.js';

const ID = ORDER.order_id;
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const WANTED = { second_chance: { send_email: true } };

let folder: string;
let receiver: Receiver;
let service: Service;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tillbridge-sandbox-'));
  receiver = await startReceiver();
  await start();
});
afterEach(async () => {
  await service.close();
  await receiver.close();
  await rm(folder, { recursive: true, force: true });
});

async function start(): Promise<void> {
  const terminalGroups = [{ name: 'web', apiKey: WEB_KEY, notificationUrl: receiver.url }];
  service = await startService({ terminalGroups, database: join(folder, 'sandbox.sqlite') });
}

const chance = () => service.sandbox.secondChance(ID);

/** The link that was mailed, after an hour. */
async function mailedLink(): Promise<string> {
  await service.sandbox.advance(HOUR);
  const { state, paymentUrl } = await chance();
  expect(state).toBe('mailed');
  return String(paymentUrl);
}

async function statusNow(): Promise<unknown> {
  return (await service.get(ID)).json.data['status'];
}

describe('a second link', () => {
  it.each(['expire', 'cancel', 'leave', 'decline'] as const)(
    'is mailed an hour after a payment was abandoned (%s), and pays the same order by another page',
    async (end) => {
      const first = await service.paymentUrl(WANTED);
      await service.sandbox[end](ID);
      const ended = await statusNow();
      expect(await chance()).toMatchObject({ state: 'planned', paymentUrl: null });
      await service.sandbox.advance(HOUR - 1);
      expect(await chance()).toMatchObject({ state: 'planned' });
      await service.sandbox.advance(1);
      const { paymentUrl, state } = await chance();
      expect(state).toBe('mailed');
      expect(paymentUrl).not.toBe(first);
      expect(await statusNow()).toBe(ended);
      expect((await submit(first, { method: 'IDEAL', outcome: 'paid' })).status).toBe(409);
      expect((await fetch(String(paymentUrl))).status).toBe(200);
      await submit(String(paymentUrl), { method: 'IDEAL', outcome: 'paid' });
      expect(await statusNow()).toBe('completed');
      expect(await chance()).toMatchObject({ state: 'over', paymentUrl: null });
      await service.sandbox.idle();
      expect(receiver.requests.map((request) => orderIn(request)['status'])).toEqual([
        'initialized',
        expect.any(String),
        'completed',
      ]);
    },
  );

  it('is paid on a page that the shopper opens weeks later, and not after thirty days', async () => {
    await service.create(WANTED);
    await service.sandbox.expire(ID);
    const url = await mailedLink();
    await service.sandbox.advance(30 * DAY - 1);
    expect((await fetch(url)).status).toBe(200);
    expect(await chance()).toMatchObject({ state: 'mailed' });
    await service.sandbox.advance(1);
    expect(await chance()).toMatchObject({ state: 'over', paymentUrl: null });
    expect((await submit(url, { method: 'IDEAL', outcome: 'paid' })).status).toBe(409);
    expect(await statusNow()).toBe('expired');
  });

  it('may be declined, and tried again', async () => {
    await service.create(WANTED);
    await service.sandbox.expire(ID);
    const url = await mailedLink();
    await submit(url, { method: 'VISA', outcome: 'declined' });
    expect(await statusNow()).toBe('declined');
    await submit(url, { method: 'VISA', outcome: 'paid' });
    expect(await statusNow()).toBe('completed');
  });

  it('is mailed once only', async () => {
    await service.create(WANTED);
    await service.sandbox.expire(ID);
    const url = await mailedLink();
    await submit(url, { method: 'IDEAL', outcome: 'cancelled' });
    await service.sandbox.advance(DAY);
    expect(await chance()).toMatchObject({ state: 'over', paymentUrl: null });
    expect((await submit(url, { method: 'IDEAL', outcome: 'paid' })).status).toBe(409);
  });

  it('is not mailed when the shopper came back within the hour', async () => {
    const url = await service.paymentUrl(WANTED);
    await service.sandbox.decline(ID);
    await service.sandbox.advance(HOUR / 2);
    await submit(url, { method: 'IDEAL', outcome: 'paid' });
    await service.sandbox.advance(HOUR);
    expect(await chance()).toMatchObject({ state: 'waiting', mailedAt: null });
  });

  it.each([
    ['that no one has asked for', {}],
    ['that the shop refuses', { second_chance: { send_email: false } }],
    ['without any word about mail', { second_chance: {} }],
  ])('%s is not mailed', async (_, fields) => {
    await service.create(fields);
    await service.sandbox.expire(ID);
    await service.sandbox.advance(DAY);
    expect(await chance()).toMatchObject({ state: 'none', paymentUrl: null });
    await expect(service.sandbox.sendSecondChance(ID)).rejects.toMatchObject({ code: 'OUTCOME_IMPOSSIBLE' });
  });

  it('is not mailed for an order that the shop has cancelled with exclude_order', async () => {
    await service.create(WANTED);
    await call(service, `PATCH /orders/${ID}`, { status: 'cancelled', exclude_order: true });
    await service.sandbox.advance(DAY);
    expect(await chance()).toMatchObject({ state: 'none' });
    await service.create({ ...WANTED, order_id: 'S2' });
    await call(service, 'PATCH /orders/S2', { status: 'cancelled' });
    await service.sandbox.advance(HOUR);
    expect(await service.sandbox.secondChance('S2')).toMatchObject({ state: 'mailed' });
  });

  it('outlives a restart, before and after it is mailed', async () => {
    await service.create(WANTED);
    await service.sandbox.expire(ID);
    await service.close();
    await start();
    const url = new URL(await mailedLink());
    await service.close();
    await start();
    await submit(service.url + url.pathname, { method: 'IDEAL', outcome: 'paid' });
    expect(await statusNow()).toBe('completed');
  });

  it('is read and mailed over HTTP, and stands on the page of the merchant', async () => {
    await service.create(WANTED);
    const url = `${service.url}/sandbox/second-chances`;
    const headers = { 'content-type': 'application/json' };
    const post = (body: unknown) => fetch(url, { method: 'POST', body: JSON.stringify(body), headers });
    expect((await post({ order_id: ID })).status).toBe(400);
    expect((await post({ order_id: 'nobody' })).status).toBe(404);
    expect((await post({})).status).toBe(400);
    await service.sandbox.expire(ID);
    expect(await (await post({ order_id: ID, group: 'web' })).json()).toMatchObject({ data: { state: 'mailed' } });
    const { data } = JSON.parse(await (await fetch(`${url}?order_id=${ID}`)).text());
    expect(data).toMatchObject({ order_id: ID, state: 'mailed', payment_url: expect.stringContaining('/pay/') });
    const list = await (await fetch(`${service.url}/merchant/transactions`)).text();
    const path = /href="(\/merchant\/transactions\/[\w-]{36})"/.exec(list)?.[1] ?? '';
    const page = await (await fetch(service.url + path)).text();
    expect(page).toContain('Second link');
    expect(page).toContain(String(data.payment_url));
  });
});

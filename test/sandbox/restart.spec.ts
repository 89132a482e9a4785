import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { DataSource } from 'typeorm';
import { findCanaryInDatabase } from '../support/canary-rows.js';
import { waitFor } from '../support/wait-for.js';
import { call, relatedOf, verdict } from './support/api.js';
import { startReceiver, type Receiver } from './support/receiver.js';
import { ORDER, startService, WEB_KEY, type Service } from './support/service.js';

let folder: string;
let receiver: Receiver;
let running: Service | undefined;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tillbridge-sandbox-'));
  receiver = await startReceiver();
});
afterEach(async () => {
  await running?.close();
  running = undefined;
  await receiver.close();
  await rm(folder, { recursive: true, force: true });
});

async function start(options: Parameters<typeof startService>[0] = {}): Promise<Service> {
  const terminalGroups = [{ name: 'web', apiKey: WEB_KEY, notificationUrl: receiver.url }];
  running = await startService({ terminalGroups, database: join(folder, 'sandbox.sqlite'), ...options });
  return running;
}

async function restart(options: Parameters<typeof startService>[0] = {}): Promise<Service> {
  await running?.close();
  return start(options);
}

describe('a sandbox that keeps its data in a file', () => {
  it('loses no order and no history by a restart', async () => {
    const first = await start();
    const paymentUrl = new URL(await first.paymentUrl());
    await first.sandbox.idle();
    const second = await restart();
    expect((await second.get(ORDER.order_id)).json.data['status']).toBe('initialized');
    expect(await second.sandbox.deliveries(ORDER.order_id)).toMatchObject([{ verdict: 'acknowledged' }]);
    expect((await fetch(second.url + paymentUrl.pathname)).status).toBe(200);
  });

  it('ends what is being sent when it closes, and sends it after a restart', async () => {
    receiver.reply = { silent: true };
    const first = await start();
    await first.create();
    await receiver.received(1);
    const second = await restart();
    receiver.reply = {};
    expect(await second.sandbox.deliveries(ORDER.order_id)).toEqual([]);
    expect(await second.sandbox.runDue()).toBe(1);
    expect(await second.sandbox.deliveries(ORDER.order_id)).toMatchObject([{ verdict: 'acknowledged' }]);
  });

  it('resends by itself when it runs by the real time', async () => {
    receiver.reply = { status: 500 };
    await start({ clock: undefined, deliveryPlan: { resends: 2, intervalMs: 100 } });
    await running?.create();
    await receiver.received(3);
    const history = await waitFor(async () => {
      const deliveries = await running?.sandbox.deliveries(ORDER.order_id);
      return deliveries?.length === 3 ? deliveries : null;
    });
    expect(history.map(({ trigger }) => trigger)).toEqual(['first', 'resend', 'resend']);
  });

  it('remembers what a test card leads to later', async () => {
    const first = await start();
    const gateway_info = { card_number: '4462000000000003', card_expiry_date: '3112' };
    await first.create({ type: 'direct', gateway_info });
    await first.sandbox.idle();
    const second = await restart();
    expect((await second.get(ORDER.order_id)).json.data['status']).toBe('uncleared');
    await second.sandbox.advance(180_000);
    expect((await second.get(ORDER.order_id)).json.data['status']).toBe('completed');
    expect(await second.sandbox.deliveries(ORDER.order_id)).toMatchObject([
      { cause: 'uncleared' },
      { cause: 'accepted', verdict: 'acknowledged' },
    ]);
  });

  it('remembers a refund, refuses its repetition, and pays it out after a restart', async () => {
    const first = await start();
    await first.create();
    await first.sandbox.pay(ORDER.order_id);
    const path = `POST /orders/${ORDER.order_id}/refunds`;
    const refund = { amount: 100, currency: 'EUR' };
    expect(verdict(await call(first, path, refund))).toBe('ok');
    const second = await restart();
    expect(verdict(await call(second, path, refund))).toBe('404 1034');
    await second.sandbox.advance(86_400_000);
    expect(relatedOf(await second.get(ORDER.order_id))).toMatchObject([{ amount: 100, status: 'completed' }]);
  });

  it('has no key in any row', async () => {
    receiver.reply = { body: `OK ${WEB_KEY}` };
    const service = await start();
    await service.create();
    await service.sandbox.pay(ORDER.order_id);
    await service.close();
    running = undefined;
    const file = join(folder, 'sandbox.sqlite');
    const dataSource = await new DataSource({ type: 'better-sqlite3', database: file }).initialize();
    expect(await findCanaryInDatabase(dataSource)).toEqual([]);
    await dataSource.destroy();
  });
});

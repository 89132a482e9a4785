import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { INestApplication } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { DataSource } from 'typeorm';
import { FAULT_KINDS, FAULT_OPERATIONS, FAULT_RULES, Sandbox, SandboxModule } from '../../src/sandbox/index.js';
import { createRedactor } from '../../src/support/index.js';
import { findCanaryInDatabase } from '../support/canary-rows.js';
import { LogCapture } from '../support/log-capture.js';
import { startReceiver, type Receiver } from './support/receiver.js';
import { ORDER, WEB_KEY } from './support/service.js';

let folder: string;
let receiver: Receiver;
let app: INestApplication;
const logger = new LogCapture();

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tillbridge-sandbox-'));
  receiver = await startReceiver();
  receiver.mayBeForged = true;
  const group = { name: 'web', apiKey: WEB_KEY, notificationUrl: receiver.url };
  const database = join(folder, 'sandbox.sqlite');
  const sandbox = SandboxModule.forRoot({ terminalGroups: [group], database });
  const module = await Test.createTestingModule({ imports: [sandbox] })
    .setLogger(logger)
    .compile();
  app = module.createNestApplication({ logger, forceCloseConnections: true });
  await app.listen(0, '127.0.0.1');
});
afterEach(async () => {
  await receiver.close();
  await rm(folder, { recursive: true, force: true });
});

const headers = { api_key: WEB_KEY, Authorization: `Bearer ${WEB_KEY}`, 'Content-Type': 'application/json' };

async function call(method: string, path: string, body?: unknown): Promise<string> {
  const options = { method, headers, body: body === undefined ? undefined : JSON.stringify(body) };
  const address = `${await app.getUrl()}/${path}?api_key=${encodeURIComponent(WEB_KEY)}`;
  // Some faults leave a call without an answer, which is not the point here.
  const reply = await fetch(address, { ...options, signal: AbortSignal.timeout(500) }).catch(() => null);
  return (await reply?.text().catch(() => '')) ?? '';
}

const isClean = (text: string): boolean => createRedactor([WEB_KEY])(text) === text;

it('a sandbox at its loudest tells no key: not in a log, an answer or a row, whatever goes wrong', async () => {
  const sandbox = app.get(Sandbox);
  receiver.reply = { body: `not OK for ${WEB_KEY}`, headers: { 'X-Echo': WEB_KEY }, status: 500 };
  const answers: string[] = [];
  for (const [index, kind] of FAULT_KINDS.entries()) {
    const order_id = `L-${index}`;
    answers.push(await call('POST', 'v1/json/orders', { ...ORDER, order_id, amount: 5_000 + index }));
    for (const operation of FAULT_OPERATIONS.filter((each) => FAULT_RULES[kind].operations.includes(each))) {
      sandbox.faults.next(operation, kind, { delayMs: 10 });
    }
    await sandbox.pay(order_id);
    answers.push(await call('GET', `v1/json/orders/${order_id}`));
    answers.push(await call('POST', `v1/json/orders/${order_id}/refunds`, { amount: 100, currency: 'EUR' }));
    answers.push(await call('GET', 'v1/json/transactions'), await call('POST', 'v1/json/orders', '{'));
    sandbox.faults.clear();
  }
  await sandbox.advance(3_600_000);
  for (const path of ['clock', 'faults', 'notifications', 'sites']) answers.push(await call('GET', `sandbox/${path}`));
  await app.close();
  expect(answers.filter((text) => !isClean(text))).toEqual([]);
  expect(logger.lines.length).toBeGreaterThan(10);
  expect(logger.lines.filter((line) => !isClean(line))).toEqual([]);
  const database = join(folder, 'sandbox.sqlite');
  const dataSource = await new DataSource({ type: 'better-sqlite3', database }).initialize();
  expect(await findCanaryInDatabase(dataSource)).toEqual([]);
  await dataSource.destroy();
});

/** A shop's own test of the packed package: each spec file has its own realm, and its own copies of all modules. */
import 'reflect-metadata';
import { afterEach, expect, it } from '@jest/globals';
import type { INestApplication } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import { isPaymentError } from 'tillbridge';
import { startSandbox } from 'tillbridge/sandbox';
import { plainImports } from './play.js';
import { addressOf, buyAndRefund } from './purchase.js';
import { KEY } from './settings.js';
import { Shop } from './shop.js';

let app: INestApplication;
let service: Awaited<ReturnType<typeof startSandbox>>;
afterEach(() => app.close());
afterEach(() => service.close());

async function start(): Promise<void> {
  service = await startSandbox({ terminalGroups: [{ name: 'web', apiKey: KEY }] });
  const module = await Test.createTestingModule({ imports: plainImports(service.url), providers: [Shop] }).compile();
  app = module.createNestApplication({ rawBody: true });
  await app.listen(0, '127.0.0.1');
}

it('is paid once, and what it throws is recognised', async () => {
  await start();
  const seen = await buyAndRefund(app, service.sandbox, 'J-1');
  expect(seen).toMatchObject({ paid: true, reserved: 1, refunded: true });
  expect(seen.verdicts.at(-1)).toBe('acknowledged');

  const notifications = await addressOf(app);
  const refused: unknown = await app
    .get(Shop)
    .order('J-1', notifications)
    .catch((error: unknown) => error);
  expect(isPaymentError(refused)).toBe(true);
  expect(refused).toBeInstanceOf(Error);
  expect(refused).toMatchObject({ code: 'ORDER_ALREADY_PAID' });
}, 60_000);

import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { INestApplication } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Sandbox, SandboxModule } from '../../src/sandbox/index.js';
import { startReceiver, type Receiver } from './support/receiver.js';
import { ORDER, WEB_KEY } from './support/service.js';

const group = { name: 'web', apiKey: WEB_KEY };
const port = 0;
let app: INestApplication;
let shop: Server;
let shopUrl: string;
let notified: Receiver;

/** A shop, as far as the service sees it: `POST /checkout/{cart}` creates an order. */
async function checkout(cart: string): Promise<void> {
  const payment_options = { notification_url: notified.url, notification_method: 'POST' };
  const body = JSON.stringify({ ...ORDER, order_id: cart, payment_options });
  const headers = { 'Content-Type': 'application/json', api_key: WEB_KEY };
  await fetch(`${await app.getUrl()}/v1/json/orders`, { method: 'POST', headers, body });
}

beforeEach(async () => {
  notified = await startReceiver();
  shop = createServer((request, response) => {
    void checkout(String(request.url?.split('/').at(-1))).then(() => response.end());
  });
  await new Promise<void>((resolve) => void shop.listen(0, '127.0.0.1', resolve));
  shopUrl = `http://127.0.0.1:${(shop.address() as AddressInfo).port}`;
});
afterEach(() => app.close());
afterEach(async () => {
  await notified.close();
  shop.closeAllConnections();
  await new Promise((resolve) => shop.close(resolve));
});

describe("a shop's own test", () => {
  it('hears of a payment although the first notification gets lost', async () => {
    const imports = [SandboxModule.forRoot({ terminalGroups: [group] })];
    app = (await Test.createTestingModule({ imports }).compile()).createNestApplication();
    await app.listen(port, '127.0.0.1');
    await fetch(`${shopUrl}/checkout/A-1`, { method: 'POST' }); // your shop creates its order
    const sandbox = app.get(Sandbox);
    sandbox.faults.next('notification', 'drop'); // a notification gets lost,
    await sandbox.pay('A-1');
    await sandbox.advance(900_000); // and is sent again a quarter of an hour later
    expect((await sandbox.deliveries('A-1')).at(-1)).toMatchObject({ trigger: 'resend', verdict: 'acknowledged' });
  });

  it('stands on the page of the sandbox as it was played, in under ten lines', async () => {
    const own = readFileSync(join(process.cwd(), 'test/sandbox/in-a-shops-test.spec.ts'), 'utf8');
    const [, block = ''] = /gets lost', async \(\) => \{\n(.*?)\n {2}\}\);/s.exec(own) ?? [];
    const lines = block.split('\n').map((line) => line.slice(2));
    expect(lines.length).toBeGreaterThan(5);
    expect(lines.length).toBeLessThan(10);
    expect(readFileSync(join(process.cwd(), 'docs/reference/sandbox.md'), 'utf8')).toContain(lines.join('\n'));
    app = (await Test.createTestingModule({}).compile()).createNestApplication();
  });
});

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import ts from 'typescript';
import { startSandbox, type RunningSandbox } from '../../src/sandbox/index.js';
import { Program } from '../examples/support/program.js';
import { freePorts } from '../examples/support/running-shop.js';
import { blocksOf } from '../readme/markdown.js';
import { canaryKey } from '../support/canary.js';
import { waitFor } from '../support/wait-for.js';
import { readPage } from './pages.js';

/** Inside the repository, so that `tillbridge` is the package that was built here. */
const ARTEFACTS = join(process.cwd(), '.test-artefacts');
const COMPILER: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2023,
  module: ts.ModuleKind.ESNext,
  experimentalDecorators: true,
  emitDecoratorMetadata: true,
  useDefineForClassFields: false,
};

/** Writes the files of the page as they stand there, as JavaScript. */
function writeShop(folder: string, change: (text: string) => string = (text) => text): void {
  for (const { name, text } of blocksOf(readPage('docs/guide/first-payment.md'), 'ts')) {
    const path = join(folder, name!.replace(/\.ts$/, '.js'));
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, ts.transpileModule(change(text), { compilerOptions: COMPILER }).outputText);
  }
}

describe('the shop of the page about the first payment', () => {
  let folder: string;
  let sandbox: RunningSandbox;
  let shop: Program;
  let url: string;
  let environment: Record<string, string>;

  beforeAll(async () => {
    mkdirSync(ARTEFACTS, { recursive: true });
    folder = mkdtempSync(join(ARTEFACTS, 'first-payment-'));
    writeShop(folder);
    const apiKey = canaryKey('web');
    sandbox = await startSandbox({ terminalGroups: [{ name: 'web', apiKey }] });
    const [port] = await freePorts();
    url = `http://localhost:${port}`;
    const DATABASE = join(folder, 'shop.sqlite');
    environment = { NO_COLOR: '1', PORT: String(port), DATABASE, PAYMENT_API_KEY: apiKey, PAYMENT_URL: sandbox.url };
    shop = new Program(join(folder, 'src/main.js'), environment);
    await shop.says('Nest application successfully started');
    // Nest says so before it listens.
    await waitFor(() => fetch(url), { what: 'the shop to listen' });
  });

  afterAll(async () => {
    await shop?.stop();
    await sandbox?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const pay = async (orderId: string) => {
    const response = await fetch(`${url}/orders/${orderId}`, { method: 'POST' });
    return { status: response.status, body: (await response.json()) as { payAt?: string } };
  };

  it('takes a payment and ships once', async () => {
    const { status, body } = await pay('A-1');
    expect([status, body.payAt]).toEqual([201, expect.stringContaining(sandbox.url)]);

    const back = await fetch(body.payAt!, {
      method: 'POST',
      body: new URLSearchParams({ outcome: 'paid' }),
      redirect: 'manual',
    });
    expect(back.headers.get('location')).toContain(`${url}/orders/A-1?`);
    await shop.says('[Fulfilment] A-1 is paid: 12.50 EUR');
    const order = await fetch(`${url}/orders/A-1`);
    expect(await order.json()).toEqual({ paid: true, amount: '12.50 EUR' });
  });

  it('does not ship again for a repeat, and takes no second payment, as the page says', async () => {
    const [first] = await sandbox.sandbox.deliveries('A-1');
    const again = await sandbox.sandbox.resend(first!.notificationId);
    expect(again.verdict).toBe('acknowledged');
    expect((await pay('A-1')).status).toBe(500);
    await shop.says('ORDER_ALREADY_PAID');

    await pay('A-2');
    await sandbox.sandbox.pay('A-2');
    await shop.says('A-2 is paid');
    expect(shop.output.match(/A-1 is paid/g)).toHaveLength(1);
  });

  it('does not start without the raw body, and says why', async () => {
    const careless = join(folder, 'careless');
    writeShop(careless, (text) => text.replace('{ rawBody: true }', '{}'));
    const database = { DATABASE: join(folder, 'careless.sqlite'), PORT: '0' };
    const program = new Program(join(careless, 'src/main.js'), { ...environment, ...database });

    await waitFor(() => program.hasEnded, { what: 'the end of the program' });
    expect(await program.ends()).not.toBe(0);
    expect(program.output).toContain('The exact bytes of requests are not available');
  });
});

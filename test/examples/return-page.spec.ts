import { afterEach, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startSandbox, type RunningSandbox } from 'tillbridge/sandbox';
import { startShop } from '../../examples/shop/shop-server.js';
import { canaryKey } from '../support/canary.js';
import { waitFor } from '../support/wait-for.js';
import { freePorts } from './support/running-shop.js';

const HOST = '127.0.0.1';
/** A page that takes so much longer than others feels broken. */
const PATIENCE_MS = 2_500;

describe('the page a shopper returns to (scenario L6)', () => {
  const closers: (() => Promise<void>)[] = [];

  afterEach(async () => {
    for (const close of closers.splice(0).toReversed()) await close();
  });

  interface Place {
    url: string;
    sandbox: RunningSandbox;
    sandboxPort: number;
    restartSandbox: () => Promise<RunningSandbox>;
  }

  /** A shop whose service can be taken away and brought back. Notifications are sent only when the test says so. */
  async function open(): Promise<Place> {
    const [port, sandboxPort] = await freePorts();
    const dataFolder = mkdtempSync(join(tmpdir(), 'tillbridge-return-'));
    closers.push(async () => rmSync(dataFolder, { recursive: true, force: true }));
    const restartSandbox = async (): Promise<RunningSandbox> => {
      const sandbox = await startSandbox({
        port: sandboxPort,
        database: join(dataFolder, 'sandbox.sqlite'),
        terminalGroups: [{ name: 'web', apiKey: canaryKey('web') }],
        autoDeliver: false,
      });
      closers.push(() => sandbox.close());
      return sandbox;
    };
    const sandbox = await restartSandbox();
    const [url, serviceUrl] = [`http://${HOST}:${port}`, `http://${HOST}:${sandboxPort}`];
    const shop = await startShop({
      port,
      publicUrl: url,
      serviceUrl,
      apiKey: canaryKey('web'),
      databaseUrl: undefined,
      dataFolder,
      workers: 'inline',
      quiet: true,
    });
    closers.push(() => shop.close());
    return { url, sandbox, sandboxPort, restartSandbox };
  }

  async function newOrder(url: string): Promise<string> {
    const body = new URLSearchParams({ product: 'linen-notebook' });
    await fetch(`${url}/checkout`, { method: 'POST', body, redirect: 'manual' });
    return /href="\/orders\/([^"]+)"/.exec(await (await fetch(`${url}/orders`)).text())?.[1] ?? '';
  }

  async function timed(address: string): Promise<{ page: string; tookMs: number }> {
    const before = performance.now();
    const answer = await fetch(address);
    const page = await answer.text();
    expect(answer.status).toBe(200);
    return { page, tookMs: performance.now() - before };
  }

  /** The heading, as it is after a return from the payment page, and how much longer it took than without a return. */
  async function comeBack(url: string, orderId: string): Promise<{ heading: string; longerMs: number; page: string }> {
    const plain = await timed(`${url}/orders/${orderId}`);
    const { page, tookMs } = await timed(`${url}/orders/${orderId}?transactionid=${orderId}`);
    return { heading: /<h1>(.*?)<\/h1>/.exec(page)?.[1] ?? '', longerMs: tookMs - plain.tookMs, page };
  }

  it('knows the result although no notification has come: it asks the service once', async () => {
    const { url, sandbox } = await open();
    const orderId = await newOrder(url);
    await sandbox.sandbox.pay(orderId);
    expect((await comeBack(url, orderId)).heading).toBe('Paid');
  });

  it('says "Being confirmed" when the service is away, and offers no second payment', async () => {
    const { url, sandbox, restartSandbox } = await open();
    const orderId = await newOrder(url);
    await sandbox.sandbox.pay(orderId);
    await sandbox.close();
    const { heading, longerMs, page } = await comeBack(url, orderId);
    expect(heading).toBe('Being confirmed');
    expect(longerMs).toBeLessThan(PATIENCE_MS);
    expect(page).not.toMatch(/fail|declined|Try again/i);
    await restartSandbox();
    expect((await comeBack(url, orderId)).heading).toBe('Paid');
  });

  it('does not wait for a service that takes its time', async () => {
    const { url, sandbox, sandboxPort } = await open();
    const orderId = await newOrder(url);
    await sandbox.close();
    const sockets = new Set<Socket>();
    const silent = createServer((socket) => void sockets.add(socket)).listen(sandboxPort, HOST);
    await once(silent, 'listening');
    closers.push(async () => {
      for (const socket of sockets) socket.destroy();
      silent.close();
    });
    const { heading, longerMs } = await comeBack(url, orderId);
    expect(heading).toBe('Being confirmed');
    expect(longerMs).toBeLessThan(PATIENCE_MS);
  });

  it('shows what a late notification brings to a page that is already open', async () => {
    const { url, sandbox } = await open();
    const orderId = await newOrder(url);
    const stream = await fetch(`${url}/orders/${orderId}/events?transactionid=${orderId}`);
    const reader = stream.body!.pipeThrough(new TextDecoderStream()).getReader();
    let seen = '';
    const read = async (): Promise<void> => void (seen += (await reader.read()).value ?? '');
    await waitFor(async () => (await read(), seen.includes('<h1>Being confirmed</h1>')), { what: 'the first state' });
    await sandbox.sandbox.pay(orderId);
    await sandbox.sandbox.runDue();
    await waitFor(async () => (await read(), seen.includes('<h1>Paid</h1>')), { what: 'the paid state' });
    await reader.cancel();
    expect(seen).toContain('event: order');
  });
});

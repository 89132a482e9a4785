import { Controller, Get, ValidationPipe, VersioningType, type INestApplication, type Type } from '@nestjs/common';
import { ExpressAdapter } from '@nestjs/platform-express';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { Test } from '@nestjs/testing';
import { afterEach, describe, expect, it } from '@jest/globals';
import { map } from 'rxjs';
import { Sandbox, SandboxModule } from '../../src/sandbox/index.js';
import { ORDER, readReply, submit, WEB_KEY } from './support/service.js';

@Controller()
class HostController {
  @Get()
  home(): string {
    return 'the host';
  }
}

type Setup = (app: INestApplication) => void;

const wrap: Setup = (app) =>
  void app.useGlobalInterceptors({ intercept: (_, next) => next.handle().pipe(map((data: unknown) => ({ data }))) });
const SETUPS: [string, string, Setup][] = [
  ['as it is', '', () => undefined],
  ['with a global prefix', '/api/shop', (app) => void app.setGlobalPrefix('api/shop')],
  ['with versioning', '', (app) => void app.enableVersioning({ type: VersioningType.URI, defaultVersion: '7' })],
  ['with a strict validation pipe', '', (app) => void app.useGlobalPipes(new ValidationPipe({ whitelist: true }))],
  ['with an interceptor that wraps answers', '', wrap],
];
const ADAPTERS: [string, () => ExpressAdapter | FastifyAdapter][] = [
  ['Express', () => new ExpressAdapter()],
  ['Fastify', () => new FastifyAdapter()],
];

let app: INestApplication | undefined;
afterEach(() => app?.close());

async function host(adapter: ExpressAdapter | FastifyAdapter, setup: Setup, controllers: Type[] = []): Promise<string> {
  const sandbox = SandboxModule.forRoot({ terminalGroups: [{ name: 'web', apiKey: WEB_KEY }] });
  const module = await Test.createTestingModule({ imports: [sandbox], controllers }).compile();
  app = module.createNestApplication(adapter, { rawBody: true, logger: ['error'], forceCloseConnections: true });
  setup(app);
  await app.listen(0, '127.0.0.1');
  return app.getUrl();
}

describe.each(ADAPTERS)('the sandbox as a module of a host on %s', (_, adapter) => {
  it.each(SETUPS)('takes an order and its payment, %s', async (_, prefix, setup) => {
    const url = (await host(adapter(), setup)) + prefix;
    const headers = { api_key: WEB_KEY, 'Content-Type': 'application/json' };
    const body = JSON.stringify({ ...ORDER, payment_options: { redirect_url: 'https://shop.example/return' } });
    const created = await readReply(await fetch(`${url}/v1/json/orders`, { method: 'POST', headers, body }));
    expect(created.status).toBe(200);
    const paymentUrl = String(created.json.data['payment_url']);
    expect(paymentUrl.startsWith(`${url}/pay/`)).toBe(true);
    const page = await fetch(paymentUrl);
    expect(page.headers.get('content-type')).toMatch(/^text\/html/);
    expect(await page.text()).toMatch(/^<!doctype html>.*€45\.99/s);
    const paid = await submit(paymentUrl, { method: 'VISA', outcome: 'paid' });
    expect([paid.status, paid.headers.get('location')]).toEqual([
      303,
      `https://shop.example/return?transactionid=${ORDER.order_id}`,
    ]);
    expect(await app?.get(Sandbox).order(ORDER.order_id)).toMatchObject({ status: 'completed' });
    const read = await readReply(await fetch(`${url}/v1/json/orders/${ORDER.order_id}`, { headers }));
    expect(read.json.data['payment_details']).toMatchObject({ type: 'VISA' });
  });

  it("leaves the host's own front page alone", async () => {
    const url = await host(adapter(), () => undefined, [HostController]);
    expect(await (await fetch(url)).text()).toBe('the host');
  });
});

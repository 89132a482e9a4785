import { Controller, Get, HttpException, Module, Param, Post, Res, type INestApplication } from '@nestjs/common';
import { APP_FILTER, NestFactory } from '@nestjs/core';
import { ExpressAdapter } from '@nestjs/platform-express';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PaymentError, TillbridgeExceptionFilter } from 'tillbridge';
import { ERROR_CODES, serviceError, type ServiceOperation } from '../../../src/protocol/index.js';
import { ERROR_ANSWERS } from '../../../src/shop/core/tokens.js';
import { orderUnknown } from '../../../src/shop/orders/orders.errors.js';
import { canaryKey } from '../../support/canary.js';
import { LogCapture } from '../../support/log-capture.js';

const secret = canaryKey('problem');

/** An error as the client throws it; the service quotes the key, which must go nowhere. */
const refusal = (code: number | null, operation: ServiceOperation = 'create', httpStatus = 404): PaymentError =>
  serviceError({
    code,
    text: `Sleutel ${secret}`,
    envelope: 'E1',
    operation,
    method: 'POST',
    httpStatus,
    group: 'web',
    orderId: 'S1',
  });

@Controller()
class Shop {
  @Post('codes/:code/:operation')
  refuse(@Param('code') code: string, @Param('operation') operation: ServiceOperation): never {
    throw refusal(Number(code), operation);
  }

  @Get('busy')
  busy(): never {
    throw serviceError({ code: null, text: '', envelope: 'E2', operation: 'read', method: 'GET', httpStatus: 429 });
  }

  @Get('odd-status')
  odd(): never {
    throw Object.assign(refusal(1001), { httpStatus: 42 });
  }

  @Get('listed')
  listed(): never {
    throw Object.assign(refusal(1001), {
      message: 'Refused:\n  - key: must be text',
      advice: 'Correct what is listed.',
    });
  }

  @Get('orders/:id')
  unknown(@Param('id') orderId: string): never {
    throw orderUnknown({ orderId });
  }

  @Get('other-copy')
  otherCopy(): never {
    const { name, message, stack, ...fields } = refusal(1024);
    throw Object.assign(new Error(message), fields, { name, stack, [Symbol.for('tillbridge.PaymentError')]: true });
  }

  @Get('teapot')
  teapot(): never {
    throw new HttpException({ short: 'and stout' }, 418);
  }

  @Get('crash')
  crash(): never {
    throw new Error('none of ours');
  }

  @Get('half')
  half(@Res() response: ServerResponse & { raw?: ServerResponse }): never {
    const raw = response.raw ?? response;
    raw.writeHead(200, { 'content-type': 'text/plain' });
    raw.write('the first half');
    throw refusal(1034, 'refund');
  }
}

@Module({
  controllers: [Shop],
  providers: [
    { provide: APP_FILTER, useClass: TillbridgeExceptionFilter },
    {
      provide: ERROR_ANSWERS,
      useValue: { texts: { refused: { de: 'Bitte anders zahlen.' }, SERVICE_1017: { nl: 'Te weinig saldo.' } } },
    },
  ],
})
class ShopModule {}

describe.each(['express', 'fastify'] as const)('TillbridgeExceptionFilter on %s', (platform) => {
  const logs = new LogCapture();
  let app: INestApplication;
  let url: string;
  beforeAll(async () => {
    const adapter = platform === 'fastify' ? new FastifyAdapter({ forceCloseConnections: true }) : new ExpressAdapter();
    app = await NestFactory.create(ShopModule, adapter, {
      logger: logs,
      abortOnError: false,
      forceCloseConnections: true,
    });
    await app.listen(0, '127.0.0.1');
    url = `http://127.0.0.1:${(app.getHttpServer().address() as AddressInfo).port}`;
  });
  afterAll(async () => {
    await app.close();
    logs.assertNoSecret();
  });

  const ask = (path: string, language = '', method = 'POST'): Promise<Response> =>
    fetch(`${url}/${path}`, { method, headers: language === '' ? {} : { 'accept-language': language } });

  it('answers a failure with problem details, in the language of the customer', async () => {
    const answer = await ask('codes/1024/create', 'fr;q=0.9, nl-BE, en;q=0.1');
    expect(answer.status).toBe(422);
    expect(answer.headers.get('content-type')).toMatch(/^application\/problem\+json\b/);
    expect(answer.headers.get('content-language')).toBe('nl');
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.headers.get('retry-after')).toBeNull();
    expect(await answer.json()).toEqual({
      type: '/docs/errors.md#1024',
      title: 'De betaling is niet goedgekeurd',
      status: 422,
      detail: ERROR_CODES.get(1024)!.customerText.nl,
      code: 'SERVICE_1024',
    });
  });

  it.each([
    ['', 1024, 'en', 'Your payment was not approved. Please choose another payment method.'],
    ['fr, constructor, ;;;q', 1024, 'en', 'Your payment was not approved. Please choose another payment method.'],
    ['de-AT', 1024, 'de', 'Bitte anders zahlen.'],
    ['nl', 1017, 'nl', 'Te weinig saldo.'],
    ['de', 1017, 'de', 'Bitte anders zahlen.'],
    ['en', 1017, 'en', 'The balance of your account is too low. Please choose another payment method.'],
  ])('to "%s" about %d answers in %s', async (language, code, found, detail) => {
    const answer = await ask(`codes/${code}/create`, language);
    expect(answer.headers.get('content-language')).toBe(found);
    expect(await answer.json()).toMatchObject({ detail });
  });

  it('tells nothing of the operator, the order or the service about any code', async () => {
    for (const [code, { operatorText, name }] of ERROR_CODES) {
      for (const operation of ['create', 'refund', 'update'] as const) {
        const answer = await ask(`codes/${code}/${operation}`);
        const body = await answer.text();
        expect(answer.status).toBe(refusal(code, operation).httpStatus);
        expect(Object.keys(JSON.parse(body) as object)).toEqual(['type', 'title', 'status', 'detail', 'code']);
        for (const inside of [operatorText, name, 'S1', 'web', secret]) expect(body).not.toContain(inside);
      }
    }
  });

  it('says when to come back where waiting helps', async () => {
    const answer = await ask('busy', '', 'GET');
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '30']);
  });

  it('answers a HEAD without a body', async () => {
    const answer = await ask('busy', '', 'HEAD');
    expect([answer.status, await answer.text()]).toEqual([503, '']);
    expect(answer.headers.get('content-type')).toMatch(/^application\/problem\+json\b/);
  });

  it('puts what the operator needs into the log', async () => {
    await ask('codes/1032/create');
    const [line] = logs.matching('1032').slice(-1);
    expect(line).toMatch(/^error .*Invalid API key.*"group":"web","orderId":"S1".*docs\/errors\.md#1032/);
  });

  it('ends what is listed before the advice begins', async () => {
    await ask('listed', '', 'GET');
    expect(logs.matching('must be text').at(-1)).toContain('- key: must be text. Correct what is listed. {"code"');
  });

  it('writes what a visitor asks for in one line', async () => {
    const evil = 'S1\r\n[Nest] ERROR all is lost\n\u001b[2J\u2028';
    expect((await ask(`orders/${encodeURIComponent(evil)}`, '', 'GET')).status).toBe(404);
    expect(logs.matching('There is no order').at(-1)).toMatch(/^warn [^\p{Cc}\p{Zl}]*$/u);
  });

  it('takes an error of another copy of the package for what it is', async () => {
    const answer = await ask('other-copy', '', 'GET');
    expect(await answer.json()).toMatchObject({ status: 422, code: 'SERVICE_1024' });
  });

  it('answers 500 when an error names no status that could be one', async () => {
    const answer = await ask('odd-status', '', 'GET');
    expect([answer.status, await answer.json()]).toEqual([
      500,
      expect.objectContaining({ status: 500, code: 'SERVICE_1001' }),
    ]);
  });

  it('leaves every other exception to Nest', async () => {
    const teapot = await ask('teapot', '', 'GET');
    expect([teapot.status, await teapot.json()]).toEqual([418, { short: 'and stout' }]);
    const crash = await ask('crash', '', 'GET');
    expect(await crash.json()).toEqual({ statusCode: 500, message: 'Internal server error' });
  });

  it('ends an answer that had begun, and goes on working', async () => {
    const half = await ask('half', '', 'GET');
    expect([half.status, await half.text()]).toEqual([200, 'the first half']);
    // By Nest: a second answer was not even begun.
    expect(logs.matching('#1034').slice(-1)).toEqual([expect.stringContaining('ExceptionsHandler')]);
    expect((await ask('busy', '', 'GET')).status).toBe(503);
  });
});

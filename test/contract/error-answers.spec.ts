import { Controller, Logger, Module, Post } from '@nestjs/common';
import { APP_FILTER } from '@nestjs/core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import {
  isPaymentError,
  Money,
  Payments,
  PaymentsClient,
  TerminalGroups,
  TillbridgeExceptionFilter,
  type PaymentError,
  type TerminalGroup,
} from 'tillbridge';
import { startSandbox, type RunningSandbox } from 'tillbridge/sandbox';
import {
  ERROR_CODES,
  errorMeaning,
  type ServiceErrorNumber,
  type ServiceOperation,
  type ServiceRequest,
} from '../../src/protocol/index.js';
import { Calls, groupAt } from '../shop/client/calls-fixture.js';
import { canaryKey } from '../support/canary.js';
import { shopOptions, startShop, type ShopHost } from '../support/shop-host.js';
import { json, refusal, ScriptedService, type Reply } from '../support/scripted-service.js';

const CODES = [...ERROR_CODES.keys()] as ServiceErrorNumber[];

/** After these no one can say whether a write was carried out; stated here once more, since money hangs on it. */
const OPEN: Readonly<Partial<Record<ServiceOperation, readonly number[]>>> = {
  create: [1014, 1021, 1022, 1033, 1034, 9999],
  update: [1014, 1021, 1022, 1033, 1034, 9999],
  refund: [1000, 1014, 1017, 1021, 1022, 1033, 1034, 9999],
};

const post = (operation: ServiceOperation, path: string, body: Record<string, unknown>): ServiceRequest => ({
  method: operation === 'update' ? 'PATCH' : 'POST',
  path: `/v1/json${path}`,
  query: {},
  body,
  operation,
});

const order = (order_id: string, more: Record<string, unknown> = {}): Record<string, unknown> => ({
  type: 'redirect',
  order_id,
  currency: 'EUR',
  amount: 1250,
  description: 'Two mugs',
  ...more,
});

/** What a call fails with. @throws Error when it does not fail, or with something else */
async function failureOf(calls: Calls, group: TerminalGroup, request: ServiceRequest): Promise<PaymentError> {
  const error: unknown = await calls.caller.call(group, request, { orderId: 'S1' }).catch((thrown: unknown) => thrown);
  if (isPaymentError(error)) return error;
  throw new Error('The call did not fail as expected.', { cause: error });
}

describe('the errors of the service, as it gives them', () => {
  let sandbox: RunningSandbox;
  let calls: Calls;
  let group: TerminalGroup;
  beforeAll(async () => {
    sandbox = await startSandbox({ terminalGroups: [{ name: 'web', apiKey: canaryKey('web') }] });
    calls = new Calls();
    group = groupAt(sandbox.url, { calls: { callsPerSecond: 100, burst: 200 } });
    await calls.caller.call(group, post('create', '/orders', order('S1')));
  });
  afterAll(async () => {
    await calls?.close();
    await sandbox?.close();
  });

  const requests: Readonly<Record<'create' | 'update' | 'refund', (words: string) => ServiceRequest>> = {
    create: (words) => post('create', '/orders', order('S2', { var1: words })),
    update: (words) => post('update', '/orders/S1', { description: words }),
    refund: (words) => post('refund', '/orders/S1/refunds', { currency: 'EUR', amount: 1, description: words }),
  };

  it.each(['create', 'update', 'refund'] as const)('a %s is told apart by every code', async (operation) => {
    for (const code of CODES) {
      const error = await failureOf(calls, group, requests[operation](`sandbox:error=${code}`));
      const { kind, httpStatus, operatorText } = errorMeaning(code, operation);
      const execution = OPEN[operation]!.includes(code) ? 'unknown' : 'not-executed';
      const expected = { code: `SERVICE_${code}`, serviceCode: code, operation, group: 'web', orderId: 'S1' };
      expect(error).toMatchObject({ ...expected, kind, httpStatus, execution, advice: operatorText });
    }
  });

  it('an order that is not there, an identifier that is taken, and a key that is wrong', async () => {
    const read: ServiceRequest = { ...post('read', '/orders/nowhere', {}), method: 'GET', body: null };
    expect(await failureOf(calls, group, read)).toMatchObject({ code: 'SERVICE_1006', httpStatus: 404, retry: 'no' });
    const update = post('update', '/orders/nowhere', { description: 'x' });
    expect(await failureOf(calls, group, update)).toMatchObject({ httpStatus: 404, execution: 'not-executed' });
    const again = post('create', '/orders', order('S3'));
    await calls.caller.call(group, again);
    await sandbox.sandbox.pay('S3');
    expect(await failureOf(calls, group, again)).toMatchObject({ code: 'SERVICE_1006', retry: 'reconcile-first' });
    const stranger = groupAt(sandbox.url, { apiKeys: [canaryKey('stranger')] });
    const refused = await failureOf(calls, stranger, again);
    expect(refused).toMatchObject({ code: 'SERVICE_1032', kind: 'configuration', docs: 'docs/errors.md#1032' });
    expect(isPaymentError(refused, 'SERVICE_1032')).toBe(true);
  });
});

describe('answers that no one should believe', () => {
  let service: ScriptedService;
  let calls: Calls;
  beforeAll(async () => {
    Logger.overrideLogger(false);
    service = await ScriptedService.start();
  });
  afterEach(() => calls.close());
  afterAll(() => service?.close());

  const html =
    (status: number, body: string): Reply =>
    (response) => {
      response.writeHead(status, { 'content-type': 'text/html' });
      response.end(body);
    };

  async function answeredWith(reply: Reply, request = post('refund', '/orders/S1/refunds', {})): Promise<PaymentError> {
    // Each has a caller of its own: a circuit that opens would answer for the service.
    calls = new Calls();
    service.script(reply);
    return failureOf(calls, groupAt(service.url), request);
  }

  it.each<[string, string, Reply]>([
    ['a page of HTML with 200', 'BAD_RESPONSE', html(200, '<html><body>OK</body></html>')],
    ['nothing at all with 200', 'BAD_RESPONSE', html(200, '')],
    ['half of its JSON', 'BAD_RESPONSE', json(200, '{"success":true,"data":{"refund_id":')],
    ['success under 404', 'BAD_RESPONSE', json(404, { success: true, data: {}, error_code: 1001 })],
    ['success under 500', 'SERVICE_UNAVAILABLE', json(500, { success: true, data: { refund_id: 1 } })],
    ['the page of a firewall', 'BAD_RESPONSE', html(403, '<html>Blocked</html>')],
    ['a clear code under 502', 'SERVICE_1001', refusal(1001, 502)],
    ['a clear code under 409', 'SERVICE_1001', refusal(1001, 409)],
    ['a code that no one knows', 'SERVICE_1777', refusal(1777)],
    ['an error that names no code', 'BAD_RESPONSE', json(200, { success: false, data: [], error_info: 'Mislukt' })],
    ['a number that is none', 'BAD_RESPONSE', json(200, { success: false, error_code: 1001.5 })],
  ])('a refund that is answered with %s may have been booked', async (_name, code, reply) => {
    const error = await answeredWith(reply);
    expect(error).toMatchObject({ code, execution: 'unknown', retry: 'reconcile-first' });
    expect(service.calls.length).toBe(1);
  });

  it.each<[string, string, Reply]>([
    ['200 and a code', 'SERVICE_1001', refusal(1001, 200)],
    ['a code as text', 'SERVICE_1001', json(404, { success: false, error_code: '1001', error_info: 'Niet' })],
    ['E2', 'SERVICE_FORBIDDEN', json(403, { message: 'Forbidden' })],
    ['E3', 'SERVICE_FORBIDDEN', json(403, { success: false, error: { message: 'Geen toegang' } })],
    ['E4', 'SERVICE_INVALID', json(422, { success: false, message: 'Validation error', errors: [] })],
  ])('a refund that is refused with %s was not booked', async (_name, code, reply) => {
    expect(await answeredWith(reply)).toMatchObject({ code, execution: 'not-executed', retry: 'no' });
  });

  it('nothing of the words of the service is kept', async () => {
    const quoted = canaryKey('quoted');
    for (const body of [{ success: false, error_info: quoted }, { message: quoted }, { error: { message: quoted } }]) {
      const error = await answeredWith(json(403, body));
      expect(JSON.stringify(error) + String(error.stack)).not.toContain(quoted);
      await calls.close();
    }
  });
});

const mugs = { orderId: 'S9', amount: Money.of('12.50', 'EUR'), description: 'Two mugs' };

@Controller('checkout')
class Checkout {
  constructor(private readonly payments: Payments) {}

  @Post()
  pay(): Promise<unknown> {
    return this.payments.group('web').orders.create(mugs);
  }
}

@Module({ controllers: [Checkout] })
class CheckoutModule {}

describe('a shop that meets them', () => {
  let service: ScriptedService;
  let shop: ShopHost;
  beforeAll(async () => {
    service = await ScriptedService.start();
    const [web] = shopOptions().terminalGroups;
    shop = await startShop({
      options: {
        terminalGroups: [{ ...web!, baseUrl: service.url }],
        workers: 'off',
        errors: { texts: { SERVICE_1024: { de: 'Bitte anders zahlen.' } }, docsUrl: 'https://shop.example/help' },
      },
      extras: { isGlobal: true },
      imports: [CheckoutModule],
      providers: [{ provide: APP_FILTER, useClass: TillbridgeExceptionFilter }],
    });
  });
  afterAll(async () => {
    await shop?.close();
    service?.close();
  });

  it('answers its customer with the words of its own options', async () => {
    service.script(refusal(1024));
    const headers = { 'accept-language': 'de' };
    const answer = await fetch(`${shop.url}/checkout`, { method: 'POST', headers });
    expect(answer.headers.get('content-type')).toMatch(/^application\/problem\+json\b/);
    expect(await answer.json()).toMatchObject({
      type: 'https://shop.example/help#1024',
      status: 422,
      detail: 'Bitte anders zahlen.',
      code: 'SERVICE_1024',
    });
  });

  it('sends no one to the page of another order, and knows that its own may exist', async () => {
    const group = shop.app.get(TerminalGroups).get('web');
    const data = { order_id: 'S8', payment_url: 'https://pay.example/S8' };
    service.script(json(200, { success: true, data }));
    const creating = shop.app.get(PaymentsClient).createOrder(group, mugs);
    const mixedUp = { code: 'BAD_RESPONSE', execution: 'unknown', retry: 'reconcile-first', orderId: 'S9' };
    await expect(creating).rejects.toMatchObject(mixedUp);
  });

  it('reads once in its log that there is a code which no one knows', async () => {
    const group = shop.app.get(TerminalGroups).get('web');
    for (let attempt = 0; attempt < 3; attempt += 1) {
      service.script(refusal(1777));
      await expect(shop.app.get(PaymentsClient).createOrder(group, mugs)).rejects.toMatchObject({ serviceCode: 1777 });
    }
    expect(shop.logs.matching('1777')).toEqual([expect.stringContaining('docs/errors.md#unlisted-1000-1999')]);
  });
});

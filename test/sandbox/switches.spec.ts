import { describe, expect, it } from '@jest/globals';
import { parseJson } from '../../src/protocol/index.js';
import { startSandbox } from '../../src/sandbox/index.js';
import { ID, orderIn, QUARTER_MS, recomputedAuth, useStage, WITHOUT_SITE } from './support/stage.js';
import { WEB_KEY } from './support/service.js';

const stage = useStage();

describe('resends', () => {
  it.each([
    ['standard', [0, 1, 2, 3].map((round) => round * QUARTER_MS)],
    ['short', [0, QUARTER_MS / 2, QUARTER_MS]],
  ] as const)('by the %s plan come when spec §8 says', async (deliveryPlan, times) => {
    await stage.start({ ...WITHOUT_SITE, deliveryPlan });
    stage.receiver.reply = { status: 500 };
    await stage.service.create(stage.withUrl());
    await stage.service.sandbox.idle();
    const startedAt = stage.service.clock.now();
    await stage.service.sandbox.advance(QUARTER_MS * 100);
    const deliveries = await stage.service.sandbox.deliveries(ID);
    expect(deliveries.map(({ at }) => at - startedAt)).toEqual(times);
    expect(deliveries.map(({ attempt }) => attempt)).toEqual(times.map((_, index) => index + 1));
    const stamps = stage.receiver.requests.map(({ query }) => query.get('timestamp'));
    expect(new Set(stamps).size).toBe(times.length);
  });
});

describe('a body quirk', () => {
  const text = { description: 'Café ☕ 😀', var1: 'a/b "c"' };

  it.each([
    ['none', /^\{"amount":4599,.*Café ☕ 😀/],
    ['stray-space', /^\{"amount": 4599,.*Café ☕ 😀/],
    ['escaped-unicode', /^\{"amount":4599,.*Caf\\u00e9 \\u2615 \\ud83d\\ude00/],
  ] as const)('of kind %s changes the bytes, never the order, and is signed', async (bodyQuirk, pattern) => {
    await stage.start({ ...WITHOUT_SITE, bodyQuirk });
    await stage.service.create({ ...stage.withUrl(), ...text });
    const [request] = await stage.receiver.received(1);
    expect(request?.body.toString('utf8')).toMatch(pattern);
    expect(orderIn(request)).toMatchObject(text);
    expect(request?.headers['auth']).toBe(request && recomputedAuth(request));
    // Only notifications have it: an answer is never verified.
    expect((await stage.service.get(ID)).text).toContain('{"amount":4599,');
  });
});

describe('transaction ids', () => {
  it.each([
    ['number', 16],
    ['number', 17],
    ['number', 18],
    ['text', 16],
    ['text', 18],
  ] as const)('may be a %s of %i digits', async (transactionIdAs, transactionIdDigits) => {
    await stage.start({ ...WITHOUT_SITE, transactionIdAs, transactionIdDigits });
    await stage.service.create(stage.withUrl());
    const { transactionId } = await stage.service.sandbox.pay(ID);
    expect(transactionId).toMatch(new RegExp(`^1767225600\\d{${transactionIdDigits - 10}}$`));
    const written = transactionIdAs === 'text' ? `"${transactionId}"` : transactionId;
    const [, paid] = await stage.receiver.received(2);
    for (const json of [String(paid?.body), (await stage.service.get(ID)).text]) {
      expect(json).toContain(`"transaction_id":${written}`);
      expect(parseJson(json)).toMatchObject({ ok: true });
    }
  });
});

describe('account numbers', () => {
  it.each([
    [true, '*** 4300'],
    [false, 'NL91ABNA0417164300'],
  ])('are masked: %s', async (maskIbans, shown) => {
    await stage.start({ ...WITHOUT_SITE, maskIbans });
    await stage.service.create(stage.withUrl());
    await stage.service.sandbox.pay(ID, { method: 'IDEAL' });
    const [, paid] = await stage.receiver.received(2);
    const read = (await stage.service.get(ID)).json.data;
    for (const order of [orderIn(paid), read]) expect(order['payment_details']).toMatchObject({ account_iban: shown });
  });
});

describe('a cancelled order', () => {
  it.each(['canceled', 'cancelled'] as const)('is spelt "%s" wherever its status stands', async (cancelledAs) => {
    await stage.start({ ...WITHOUT_SITE, cancelledAs });
    await stage.service.create(stage.withUrl());
    await stage.service.sandbox.cancel(ID, { method: 'TRUSTLY' });
    await stage.service.sandbox.idle();
    const { status, financial_status, payment_methods } = (await stage.service.get(ID)).json.data;
    expect([status, financial_status]).toEqual([cancelledAs, cancelledAs]);
    expect(payment_methods).toMatchObject([{ status: cancelledAs }]);
    expect(stage.receiver.requests.at(-1)?.body.toString()).toContain(`"status":"${cancelledAs}"`);
  });
});

describe('a session left unfinished', () => {
  it.each([
    ['plain', [null]],
    ['payload_type', ['pretransaction']],
    ['off', []],
  ] as const)('is notified %s', async (pretransaction, expected) => {
    await stage.start({ ...WITHOUT_SITE, pretransaction });
    await stage.service.create(stage.withUrl());
    await stage.service.sandbox.leave(ID);
    await stage.service.sandbox.idle();
    const [, ...others] = stage.receiver.requests;
    expect(others.map(({ query }) => query.get('payload_type'))).toEqual(expected);
    expect((await stage.service.get(ID)).json.data['status']).toBe('canceled');
  });

  it('alone is marked: no other change is', async () => {
    await stage.start({ ...WITHOUT_SITE, pretransaction: 'payload_type' });
    await stage.service.create(stage.withUrl());
    await stage.service.sandbox.decline(ID);
    await stage.service.sandbox.cancel(ID);
    expect(stage.receiver.requests.map(({ query }) => query.has('payload_type'))).toEqual([false, false, false]);
  });
});

describe('notification addresses by the live rules', () => {
  it.each([
    ['http://shop.example/hook', /https/],
    ['https://shop.example:8443/hook', /port/],
    ['https://shop.example/hook?type=x', /letters/],
    ['https://localhost/hook', /public/],
    ['https://10.0.0.1/hook', /public/],
  ])('are refused: %s', async (notification_url, text) => {
    await stage.start({ ...WITHOUT_SITE, notificationUrlRules: 'live' });
    const reply = await stage.service.create({ payment_options: { notification_url } });
    expect(reply.json).toMatchObject({ success: false, error_code: 1016, error_info: expect.stringMatching(text) });
  });

  it('are taken when they are good, and the development rules take more', async () => {
    await stage.start({ ...WITHOUT_SITE, notificationUrlRules: 'live' });
    const payment_options = { notification_url: 'https://shop.example/hook' };
    expect((await stage.service.create({ payment_options })).json.success).toBe(true);
    await stage.start(WITHOUT_SITE);
    expect((await stage.service.create(stage.withUrl('/hook?type=x'))).json.success).toBe(true);
  });

  it('are judged at the site level, too', async () => {
    const terminalGroups = [{ name: 'web', apiKey: WEB_KEY, notificationUrl: 'http://localhost:9/hook' }];
    await expect(startSandbox({ terminalGroups, notificationUrlRules: 'live' })).rejects.toMatchObject({
      code: 'SANDBOX_OPTIONS_INVALID',
      message: expect.stringContaining('terminalGroups[0].notificationUrl'),
    });
  });
});

describe('a switch', () => {
  it.each([
    ['acknowledgement', 'loose'],
    ['deliveryPlan', 'long'],
    ['deliveryPlan', { resends: -1, intervalMs: 0 }],
    ['notificationUrlRules', 'test'],
    ['maskIbans', 'no'],
    ['pretransaction', true],
    ['bodyQuirk', 'tabs'],
    ['refundsAs', 'both'],
    ['transactionIdAs', 'bigint'],
    ['transactionIdDigits', 15],
    ['faults', { seed: 'x' }],
  ])('%s may not be %p', async (name, value) => {
    await expect(startSandbox({ ...WITHOUT_SITE, [name]: value })).rejects.toMatchObject({
      code: 'SANDBOX_OPTIONS_INVALID',
      message: expect.stringContaining(name),
    });
  });
});

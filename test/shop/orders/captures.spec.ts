import { randomUUID } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import { Money, PaymentsClient, TerminalGroups } from 'tillbridge';
import { ManualClock } from 'tillbridge/testing';
import { startSandbox, type RunningSandbox } from 'tillbridge/sandbox';
import { canaryKey } from '../../support/canary.js';
import { describeOneEngine } from '../../support/engines.js';
import { failureOf } from '../../support/failure-of.js';
import { shopOptions, startShop, type ShopHost } from '../../support/shop-host.js';

const MINUTE = 60_000;
const eur = (amount: number): Money => Money.ofMinor(amount, 'EUR');
const PART = { amount: eur(3_000) };
const SEEN = { ...PART, remaining: eur(10_000) };

describeOneEngine('captures of one order', (engine) => {
  const clock = new ManualClock(Date.UTC(2026, 0, 15, 11));
  let service: RunningSandbox;
  let shop: ShopHost;
  let replica: ShopHost;

  beforeAll(async () => {
    service = await startSandbox({ terminalGroups: [{ name: 'web', apiKey: canaryKey('web') }], clock });
    const [web] = shopOptions().terminalGroups;
    const calls = { circuitBreaker: 'off', readAttempts: 1, callsPerSecond: 1_000, burst: 1_000 } as const;
    const terminalGroups = [{ ...web!, baseUrl: service.url, calls }];
    const options = { workers: 'off', clock, terminalGroups } as const;
    shop = await startShop({ engine, options });
    replica = await startShop({ engine, options, database: shop.database });
  });
  afterAll(async () => {
    await replica.close();
    await shop.close();
    await service.close();
  });

  const ordersOf = (host: ShopHost) => host.payments.group('web').orders;
  const capture = (orderId: string, input: object = SEEN, host = shop) =>
    ordersOf(host).capture(orderId, input as typeof SEEN);

  /** An order of EUR 100.00, whose money is reserved. */
  async function reserved(): Promise<string> {
    const orderId = `C-${randomUUID().slice(0, 8)}`;
    await ordersOf(shop).create({
      orderId,
      amount: eur(10_000),
      description: 'Two mugs',
      capture: 'manual',
      notificationUrl: `${shop.url}${shop.path}/web`,
      redirectUrl: 'http://localhost:3000/return',
    });
    await service.sandbox.pay(orderId, { method: 'VISA' });
    await shop.drain();
    return orderId;
  }
  /** What is still open at the service. */
  async function openAt(orderId: string): Promise<number | null> {
    return (await ordersOf(shop).get(orderId)).payment_details.capture_remain;
  }
  /** A capture whose call to the service begins only with `goOn`. Without it, it may be answered before the next one begins. */
  async function held(orderId: string): Promise<{ goOn: () => Promise<unknown> }> {
    const client = shop.app.get(PaymentsClient);
    const send = client.captureOrder.bind(client);
    const gate = new EventEmitter();
    const arrived = once(gate, 'arrived');
    jest.spyOn(client, 'captureOrder').mockImplementationOnce(async (...call) => {
      gate.emit('arrived');
      await once(gate, 'open');
      return send(...call);
    });
    const captured = capture(orderId, PART);
    await Promise.race([arrived, captured]);
    return {
      goOn: () => {
        gate.emit('open');
        return captured;
      },
    };
  }
  /** What became of calls: nothing, or the codes of those that failed. */
  async function codesOf(...calls: Promise<unknown>[]): Promise<(string | undefined)[]> {
    const endings = await Promise.allSettled(calls);
    return endings.map((each) => (each.status === 'rejected' ? each.reason.code : undefined)).toSorted();
  }

  it.each([
    ['one process', () => shop],
    ['two processes', () => replica],
  ])('of two at once by %s one is made, by requests that say what was seen', async (_title, other) => {
    const orderId = await reserved();
    const both = [capture(orderId), capture(orderId, SEEN, other())];
    expect(await codesOf(...both)).toEqual(['CAPTURE_CHANGED', undefined]);
    expect(await openAt(orderId)).toBe(7_000);
  });

  it.each([
    ['the same process', () => shop],
    ['another process', () => replica],
  ])('while one is on its way, another one of %s that does not say what was seen is refused', async (_title, other) => {
    const orderId = await reserved();
    const first = await held(orderId);
    expect(await failureOf(capture(orderId, PART, other()))).toMatchObject({ code: 'CAPTURE_CHANGED' });
    await first.goOn();
    expect(await openAt(orderId)).toBe(7_000);
  });

  it('a second submit of the same form, minutes later, is refused, and the next part is taken', async () => {
    const orderId = await reserved();
    await capture(orderId);
    clock.advance(MINUTE);
    const failure = await failureOf(capture(orderId));
    expect(failure).toMatchObject({ code: 'CAPTURE_CHANGED', execution: 'not-executed', httpStatus: 409 });
    expect(failure.message).toContain('70.00 EUR');
    await capture(orderId, { ...PART, remaining: eur(7_000) });
    await capture(orderId, PART);
    expect(await openAt(orderId)).toBe(1_000);
  });

  it('whose answer is lost is looked for, and answered as if nothing had been', async () => {
    const orderId = await reserved();
    service.sandbox.faults.next('update', 'response-lost', { times: 1 });
    const part = await capture(orderId);
    expect(await ordersOf(shop).get(String(part.orderId))).toMatchObject({ amount: 3_000, auth_order_id: orderId });
    expect(await codesOf(capture(orderId))).toEqual(['CAPTURE_CHANGED']);
    service.sandbox.faults.next('update', 'response-lost', { times: 1 });
    await capture(orderId, { amount: eur(7_000), newOrderId: `${orderId}-rest` });
    expect(await openAt(orderId)).toBe(0);
  });

  it('all of it, whose answer is lost, is known to be taken; nothing is left to be taken then', async () => {
    const orderId = await reserved();
    service.sandbox.faults.next('update', 'error-after', { times: 1 });
    const all = { amount: eur(10_000), remaining: eur(10_000) };
    expect(await capture(orderId, all)).toMatchObject({ orderId });
    expect(await codesOf(capture(orderId, all))).toEqual(['CAPTURE_CHANGED']);
    expect(await codesOf(capture(orderId))).toEqual(['CAPTURE_CHANGED']);
    expect(await codesOf(capture(orderId, PART))).toEqual(['SERVICE_1006']);
  });

  it('of which nothing is known is not taken for made or not made, and the next one has to look', async () => {
    const orderId = await reserved();
    service.sandbox.faults.next('update', 'response-lost', { times: 1 });
    // The read before it works, that after it does not.
    service.sandbox.faults.next('read', 'delay', { times: 1, delayMs: 1 });
    service.sandbox.faults.next('read', 'error-before', { times: 1 });
    expect(await failureOf(capture(orderId, PART))).toMatchObject({ execution: 'unknown', retry: 'reconcile-first' });
    expect(await codesOf(capture(orderId, PART))).toEqual(['CAPTURE_CHANGED']);
    clock.advance(MINUTE);
    expect(await codesOf(capture(orderId, PART, replica))).toEqual(['CAPTURE_CHANGED']);
    expect(await codesOf(capture(orderId))).toEqual(['CAPTURE_CHANGED']);
    expect(await openAt(orderId)).toBe(7_000);
    await capture(orderId, { ...PART, remaining: eur(7_000) });
    expect(await openAt(orderId)).toBe(4_000);
  });

  it('that never arrived is made by the next request', async () => {
    const orderId = await reserved();
    service.sandbox.faults.next('update', 'reset', { times: 1 });
    expect(await failureOf(capture(orderId))).toMatchObject({ execution: 'unknown' });
    clock.advance(MINUTE);
    await capture(orderId);
    expect(await openAt(orderId)).toBe(7_000);
  });

  it('is not made twice where the order is read from a copy that lags', async () => {
    const orderId = await reserved();
    clock.advance(MINUTE);
    await capture(orderId);
    service.sandbox.faults.next('read', 'stale-read-unbounded', { times: 1 });
    expect(await failureOf(capture(orderId))).toMatchObject({ code: 'CAPTURE_CHANGED', execution: 'not-executed' });
    expect(await openAt(orderId)).toBe(7_000);
  });

  it('and the end of the reservation at the same time: what was answered is so', async () => {
    const orderId = await reserved();
    const end = ordersOf(shop).cancelReservation(orderId, { reason: 'sold out' });
    const [captured, ended] = await Promise.allSettled([capture(orderId), end]);
    expect(ended).toMatchObject({ status: 'fulfilled' });
    const { status, payment_details, related_transactions } = await ordersOf(shop).get(orderId);
    expect([status, payment_details.capture_remain]).toEqual(['void', 0]);
    const parts = related_transactions.filter(({ type }) => type === 'capture').map(({ amount }) => amount);
    expect(parts).toEqual(captured.status === 'fulfilled' ? [3_000] : []);
    if (captured.status === 'rejected') expect(captured.reason).toMatchObject({ code: 'CAPTURE_CHANGED' });
  });

  it('of an order that only the service knows compares, too', async () => {
    const orderId = `X-${randomUUID().slice(0, 8)}`;
    const other = { orderId, amount: eur(10_000), description: 'Of another system', capture: 'manual' } as const;
    await shop.app.get(PaymentsClient).createOrder(shop.app.get(TerminalGroups).get('web'), other);
    await service.sandbox.pay(orderId, { method: 'VISA' });
    await capture(orderId);
    expect(await codesOf(capture(orderId))).toEqual(['CAPTURE_CHANGED']);
    expect(await openAt(orderId)).toBe(7_000);
  });

  it.each<readonly [string, object]>([
    ['of a fraction of a cent', { remaining: { amount: 10_000.5, currency: 'EUR' } }],
    ['below nothing', { remaining: { amount: -1, currency: 'EUR' } }],
    ['of nothing', { remaining: Money.zero('EUR') }],
    ['that is null', { remaining: null }],
    ['that is a number', { remaining: 10_000 }],
    ['that is text', { remaining: '100.00' }],
    ['in another currency', { remaining: Money.ofMinor(10_000, 'USD') }],
    ['that is less than what is to be taken', { remaining: eur(2_999) }],
  ])('are not begun with a remaining %s', async (_title, given) => {
    const failure = await failureOf(capture('S1', { ...PART, ...given }));
    expect(failure).toMatchObject({ code: 'CAPTURE_INVALID', execution: 'not-executed' });
    expect(failure.faults?.map(({ path }) => path.split('.')[0])).toContain('remaining');
  });

  it('are not sent in another currency than that of the order', async () => {
    const orderId = await reserved();
    const dollars = { amount: Money.ofMinor(3_000, 'USD'), remaining: Money.ofMinor(10_000, 'USD') };
    expect(await failureOf(capture(orderId, dollars))).toMatchObject({
      code: 'CAPTURE_INVALID',
      faults: [{ path: 'amount' }],
    });
    expect(await openAt(orderId)).toBe(10_000);
  });
});

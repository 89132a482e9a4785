import { describe, expect, it } from '@jest/globals';
import { call, relatedOf } from './support/api.js';
import { submit } from './support/service.js';
import { ID, orderIn, recomputedAuth, useStage, WITHOUT_SITE } from './support/stage.js';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const stage = useStage();

async function start(fields: Record<string, unknown> = {}): Promise<void> {
  await stage.start(WITHOUT_SITE);
  await stage.service.create({ ...stage.withUrl(), ...fields });
  await stage.service.sandbox.idle();
}
/** Begins a try. @returns its transaction id */
const begin = async (method: string): Promise<string> =>
  (await stage.service.sandbox.begin(ID, { method })).transactionId!;

/** What the shop was told, without the new order: of which try, by its place, and what. */
async function reported(): Promise<string[]> {
  await stage.service.sandbox.idle();
  const { tries } = await stage.service.sandbox.order(ID);
  return stage.receiver.requests.slice(1).map((request) => {
    expect(request.headers['auth']).toBe(recomputedAuth(request));
    const { transaction_id: id, status } = orderIn(request);
    return `${tries.findIndex(({ transactionId }) => transactionId === String(id)) + 1} ${String(status)}`;
  });
}

describe('a try that was left for another one', () => {
  it.each([
    ['VISA', HOUR],
    ['IDEAL', HOUR],
    ['MULTIBANCO', 3 * DAY],
    ['BANKTRANS', 60 * DAY],
    ['MISTERCASH', 30 * DAY],
  ])('ends at the time of its method, with its own transaction: %s', async (method, ms) => {
    await start();
    const first = await begin(method);
    await stage.service.sandbox.pay(ID, { method: 'KBC' });
    await stage.service.sandbox.advance(ms - 1);
    expect(await reported()).toEqual(['1 initialized', '2 completed']);
    await stage.service.sandbox.advance(1);
    expect(await reported()).toEqual(['1 initialized', '2 completed', '1 expired']);
    const body = orderIn(stage.receiver.requests.at(-1));
    expect(body).toMatchObject({ order_id: ID, financial_status: 'expired', payment_details: { type: method } });
    expect(body).toMatchObject({
      amount_refunded: 0,
      related_transactions: null,
      reason: 'The time to pay has passed.',
    });
    expect(body).not.toHaveProperty('completed');
    expect((await stage.service.get(ID)).json.data).toMatchObject({
      status: 'completed',
      payment_methods: [{ type: 'KBC', amount: 4_599 }],
    });
    expect((await stage.service.get(first)).json.data).toMatchObject({ order_id: ID, status: 'expired' });
  });

  it('is reported as it is now when its notification is sent again, and never as the other try', async () => {
    await start();
    await begin('VISA');
    const [, opened] = await stage.service.sandbox.deliveries(ID);
    await stage.service.sandbox.pay(ID, { method: 'IDEAL' });
    await stage.service.sandbox.resend(opened!.notificationId);
    await stage.service.sandbox.advance(HOUR);
    await stage.service.sandbox.resend(opened!.notificationId);
    expect(await reported()).toEqual(['1 initialized', '2 completed', '1 initialized', '1 expired', '1 expired']);
  });

  it('keeps its words after it was declined, and the next one was paid', async () => {
    await start();
    await stage.service.sandbox.decline(ID, { method: 'VISA' });
    await stage.service.sandbox.pay(ID, { method: 'VISA' });
    const [, declined] = await stage.service.sandbox.deliveries(ID);
    await stage.service.sandbox.resend(declined!.notificationId);
    expect(await reported()).toEqual(['1 declined', '2 completed', '1 declined']);
    expect(orderIn(stage.receiver.requests.at(-1))).toMatchObject({ reason: 'The payment was declined.' });
  });

  it('can be paid, declined, held and decided, and pays the order only once', async () => {
    await start();
    const { sandbox } = stage.service;
    const first = await begin('VISA');
    const second = await begin('IDEAL');
    await begin('BANKTRANS');
    await sandbox.hold(ID, { transactionId: first });
    await sandbox.decline(ID, { transactionId: second });
    await expect(sandbox.pay(ID, { transactionId: first })).rejects.toMatchObject({ code: 'OUTCOME_IMPOSSIBLE' });
    await expect(sandbox.pay(ID, { transactionId: '17' })).rejects.toMatchObject({ code: 'OUTCOME_IMPOSSIBLE' });
    expect((await stage.service.get(ID)).json.data).toMatchObject({ status: 'initialized' });
    expect(await sandbox.accept(ID, { transactionId: first })).toMatchObject({
      status: 'completed',
      transactionId: first,
      paymentUrl: null,
      tries: [{ status: 'completed' }, { status: 'declined' }, { status: 'initialized' }],
    });
    await sandbox.advance(60 * DAY);
    expect((await reported()).slice(3)).toEqual(['1 uncleared', '2 declined', '1 completed', '3 expired']);
    expect((await stage.service.get(ID)).json.data).toMatchObject({ status: 'completed' });
  });

  it('is void if its check is not decided in time', async () => {
    await start();
    await stage.service.sandbox.hold(ID, { method: 'VISA' });
    await stage.service.sandbox.begin(ID, { method: 'BANKTRANS' });
    await stage.service.sandbox.advance(5 * DAY);
    expect(await reported()).toEqual(['1 uncleared', '2 initialized', '1 void']);
  });

  it('is paid as well: each payment is refunded by itself, as far as it goes', async () => {
    await start();
    const { sandbox } = stage.service;
    const first = await begin('VISA');
    await sandbox.pay(ID, { method: 'KBC' });
    await sandbox.pay(ID, { transactionId: first });
    const second = (await sandbox.order(ID)).transactionId;
    await sandbox.refund(ID, { transactionId: first, amount: 4_000 });
    await expect(sandbox.refund(ID, { transactionId: first, amount: 600 })).rejects.toMatchObject({
      code: 'REFUND_IMPOSSIBLE',
    });
    await sandbox.advance(DAY);
    expect((await stage.service.get(ID)).json.data).toMatchObject({ status: 'completed', amount_refunded: 0 });
    expect(relatedOf(await stage.service.get(first))).toMatchObject([{ type: 'refund', amount: 4_000 }]);
    expect((await call(stage.service, `POST /orders/${ID}/refunds`, { amount: 4_599, currency: 'EUR' })).status).toBe(
      200,
    );
    const all = await stage.service.get(ID);
    expect(all.json.data).toMatchObject({ status: 'refunded', amount_refunded: 4_599 });
    expect(relatedOf(all)).toMatchObject([{ reference_transaction_id: Number(second) }]);
    await call(stage.service, `POST /orders/${first}/refunds`, { amount: 599, currency: 'EUR' });
    expect((await stage.service.get(first)).json.data).toMatchObject({ status: 'refunded', amount_refunded: 4_599 });
    const last = (await reported()).slice(3);
    expect(last).toEqual(['1 partial_refunded', '1 partial_refunded', '2 refunded', '1 refunded']);
  });

  it('may be what a read of the order shows', async () => {
    await start();
    const first = await begin('VISA');
    const last = await begin('BANKTRANS');
    stage.service.sandbox.adjust('web', { shownTry: 'last' });
    await stage.service.sandbox.pay(ID, { transactionId: first });
    const shown = { status: 'initialized', transaction_id: Number(last) };
    expect((await stage.service.get(ID)).json.data).toMatchObject(shown);
    expect((await stage.service.get(first)).json.data).toMatchObject({ status: 'completed' });
    stage.service.sandbox.adjust('web', { shownTry: 'paid' });
    expect((await stage.service.get(ID)).json.data).toMatchObject({ status: 'completed' });
  });
});

describe('on the payment page', () => {
  it('a try begins when the shopper leaves for the bank, and another method is another try', async () => {
    await stage.start(WITHOUT_SITE);
    const link = await stage.service.paymentUrl(stage.withUrl());
    expect((await submit(link, { method: 'IDEAL', bank: '0031' })).status).toBe(200);
    expect((await submit(link, { method: 'BANKTRANS', outcome: 'begun' })).status).toBe(303);
    expect((await submit(link, { method: 'IDEAL', bank: '0031' })).status).toBe(200);
    await stage.service.sandbox.idle();
    expect((await submit(link, { method: 'IDEAL', outcome: 'paid' })).status).toBe(303);
    await stage.service.sandbox.advance(60 * DAY);
    expect(await reported()).toEqual([
      '1 initialized',
      '2 initialized',
      '3 initialized',
      '3 completed',
      '1 expired',
      '2 expired',
    ]);
  });

  it('a test account decides its own try, though another one has paid meanwhile', async () => {
    await stage.start(WITHOUT_SITE);
    const link = await stage.service.paymentUrl(stage.withUrl());
    await submit(link, { method: 'BANKTRANS', account: 'NL87ABNA0000000001' });
    await submit(link, { method: 'IDEAL', outcome: 'paid' });
    await stage.service.sandbox.advance(2 * 60_000);
    expect(await reported()).toEqual(['1 initialized', '2 completed', '1 completed']);
  });

  it('a transfer that was begun outlives its page', async () => {
    await stage.start(WITHOUT_SITE);
    const link = await stage.service.paymentUrl({ ...stage.withUrl(), seconds_active: 3_600 });
    await submit(link, { method: 'BANKTRANS', outcome: 'begun' });
    await stage.service.sandbox.advance(DAY);
    expect((await submit(link, { method: 'IDEAL', outcome: 'paid' })).status).toBe(409);
    expect((await stage.service.get(ID)).json.data).toMatchObject({ status: 'initialized' });
    await stage.service.sandbox.pay(ID);
    expect(await reported()).toEqual(['1 initialized', '1 completed']);
  });
});

import { describe, expect, it } from '@jest/globals';
import { relatedOf } from './support/api.js';
import { ID, orderIn, recomputedAuth, useStage, WITHOUT_SITE } from './support/stage.js';

const stage = useStage();

async function start(fields: Record<string, unknown> = {}): Promise<void> {
  await stage.start(WITHOUT_SITE);
  await stage.service.create({ ...stage.withUrl(), ...fields });
  await stage.service.sandbox.idle();
}

/** The statuses that the shop was told, without that of the new order. */
const reported = (): unknown[] => stage.receiver.requests.slice(1).map((request) => orderIn(request)['status']);

describe('a payment', () => {
  it('that waits for clearing is accepted', async () => {
    await start();
    const { sandbox } = stage.service;
    expect(await sandbox.hold(ID)).toMatchObject({
      status: 'uncleared',
      financialStatus: 'uncleared',
      paymentUrl: null,
    });
    await expect(sandbox.pay(ID)).rejects.toMatchObject({ code: 'OUTCOME_IMPOSSIBLE' });
    const held = await sandbox.order(ID);
    expect(await sandbox.accept(ID)).toMatchObject({ status: 'completed', transactionId: held.transactionId });
    expect(reported()).toEqual(['uncleared', 'completed']);
    for (const request of stage.receiver.requests) expect(request.headers['auth']).toBe(recomputedAuth(request));
  });

  it('that waits for clearing is declined', async () => {
    await start();
    await stage.service.sandbox.hold(ID, { method: 'DIRDEB' });
    await stage.service.sandbox.reject(ID);
    expect(reported()).toEqual(['uncleared', 'declined']);
    await expect(stage.service.sandbox.accept(ID)).rejects.toMatchObject({ code: 'OUTCOME_IMPOSSIBLE' });
  });

  it('comes late, after the time to pay has passed', async () => {
    await start();
    await stage.service.sandbox.expire(ID);
    await stage.service.sandbox.pay(ID, { method: 'BANKTRANS' });
    expect(reported()).toEqual(['expired', 'completed']);
  });

  it('succeeds on the second try, with a transaction of its own', async () => {
    await start();
    const first = await stage.service.sandbox.decline(ID);
    const second = await stage.service.sandbox.pay(ID, { method: 'VISA' });
    expect(second.transactionId).not.toBe(first.transactionId);
    expect((await stage.service.get(ID)).json.data['payment_methods']).toMatchObject([{ type: 'VISA', amount: 4_599 }]);
  });

  it('is made in parts, each with a transaction of its own', async () => {
    await start();
    const { sandbox } = stage.service;
    const part = await sandbox.pay(ID, { amount: 1_000, method: 'VVVGIFTCRD' });
    expect(part).toMatchObject({ status: 'initialized', paymentUrl: expect.any(String) });
    const whole = await sandbox.pay(ID, { method: 'IDEAL' });
    expect(whole).toMatchObject({ status: 'completed' });
    expect(whole.transactionId).not.toBe(part.transactionId);
    expect((await stage.service.get(ID)).json.data['payment_methods']).toMatchObject([
      { type: 'COUPON', amount: 1_000, status: 'completed' },
      { type: 'IDEAL', amount: 3_599, status: 'completed' },
    ]);
    expect(reported()).toEqual(['initialized', 'completed']);
  });

  it.each([0, -1, 0.5, Number.NaN])('is not made in parts of %d', async (amount) => {
    await start();
    await expect(stage.service.sandbox.pay(ID, { amount })).rejects.toMatchObject({ code: 'OUTCOME_IMPOSSIBLE' });
    expect(reported()).toEqual([]);
  });

  it('is shipped, charged back, and given back again', async () => {
    await start();
    const { sandbox } = stage.service;
    await sandbox.pay(ID);
    await sandbox.ship(ID, { carrier: 'ACME', trackTraceCode: 'AC1' });
    await sandbox.chargeback(ID);
    expect(await sandbox.reverseChargeback(ID)).toMatchObject({ status: 'shipped', financialStatus: 'completed' });
    expect(reported()).toEqual(['completed', 'shipped', 'chargedback', 'shipped']);
    expect(relatedOf(await stage.service.get(ID))).toMatchObject([
      { type: 'chargeback', amount: 4_599 },
      { type: 'reverse-chargeback', amount: 4_599 },
    ]);
  });

  it('that a lender has promised is shipped, and cleared later', async () => {
    const items = [{ name: 'Mug', unit_price: '45.99', quantity: 1, tax_table_selector: 'none' }];
    await start({ gateway: 'KLARNA', shopping_cart: { items } });
    const { sandbox } = stage.service;
    expect(await sandbox.pay(ID)).toMatchObject({ status: 'completed', financialStatus: 'uncleared' });
    expect(await sandbox.ship(ID)).toMatchObject({ status: 'shipped', financialStatus: 'uncleared' });
    expect(await sandbox.accept(ID)).toMatchObject({ status: 'shipped', financialStatus: 'completed' });
    expect(reported()).toEqual(['completed', 'shipped', 'shipped']);
  });

  it('is not charged back, shipped or reversed before its time', async () => {
    await start();
    const { sandbox } = stage.service;
    for (const act of ['chargeback', 'reverseChargeback', 'ship', 'accept', 'reject'] as const) {
      await expect(sandbox[act](ID)).rejects.toMatchObject({ code: 'OUTCOME_IMPOSSIBLE' });
    }
    expect(reported()).toEqual([]);
  });
});

describe('a refund', () => {
  it('is told with the original order as the body: booked, taken back, paid out', async () => {
    await start();
    const { sandbox } = stage.service;
    await sandbox.pay(ID);
    await sandbox.refund(ID, { amount: 1_000 });
    await sandbox.advance(86_400_000);
    const [, , booked, paidOut] = stage.receiver.requests;
    for (const request of [booked, paidOut]) {
      expect(request?.query.get('transactionid')).toBe(ID);
      expect(orderIn(request)).toMatchObject({ order_id: ID, status: 'partial_refunded', amount_refunded: 1_000 });
    }
    expect(orderIn(booked)['related_transactions']).toMatchObject([{ status: 'initialized' }]);
    expect(orderIn(paidOut)['related_transactions']).toMatchObject([{ status: 'completed' }]);
  });
});

import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { Injectable } from '@nestjs/common';
import { OnPayment, type PaymentEvent } from 'tillbridge';
import { ManualClock, orderBody, type OrderBodyInput } from 'tillbridge/testing';
import { describeEngines } from '../../support/engines.js';
import { startShop, type ShopHost } from '../../support/shop-host.js';

/** Longer than any column, with a NUL in it, and with a character cut in half at its end. */
const HOSTILE = `te\0le${'😀'.repeat(300)}\ud83d`;

/** Fails with a text that no column takes as it is. */
@Injectable()
class Mailer {
  @OnPayment('declined', { after: 'commit' })
  send(): void {
    throw new Error(HOSTILE);
  }
}

@Injectable()
class Till {
  readonly seen: PaymentEvent[] = [];

  @OnPayment(['completed', 'amount_mismatch'])
  note(event: PaymentEvent): void {
    this.seen.push(event);
  }
}

const clock = new ManualClock(Date.now());

async function tell(shop: ShopHost, input: Partial<OrderBodyInput>): Promise<void> {
  const body = orderBody({ orderId: 'A-1', amount: 1250, at: clock.now(), ...input });
  expect((await shop.notify({ orderId: 'A-1', body, at: clock.now() })).status).toBe(200);
  await shop.drain();
}

async function see(shop: ShopHost, input: Partial<OrderBodyInput>): Promise<void> {
  await tell(shop, input);
  expect(await shop.count("tillbridge_notification WHERE state <> 'done'")).toBe(0);
}

const textOf = async (shop: ShopHost, sql: string): Promise<string> => {
  const [row] = (await shop.dataSource.query(sql)) as Record<string, string>[];
  return String(Object.values(row ?? {})[0]);
};

describeEngines('facts that no column takes as they are (scenario X3)', (engine) => {
  let shop: ShopHost;
  beforeAll(async () => {
    shop = await startShop({ engine, options: { workers: 'off', clock }, providers: [Mailer, Till] });
  });
  beforeEach(async () => {
    await shop.forget();
    shop.app.get(Till).seen.length = 0;
    await shop.addOrder('A-1');
  });
  afterAll(() => shop?.close());

  it('do not keep a payment from being recorded', async () => {
    const paid = { financialStatus: HOSTILE, transactionId: HOSTILE, fields: { payment_details: { type: HOSTILE } } };
    await see(shop, paid);
    expect(await shop.payments.orders.find('A-1')).toMatchObject({ paid: true, status: 'completed' });
    // The id is the same the second time, however it had to be kept.
    clock.advance(1_000);
    await see(shop, { ...paid, at: clock.now() });
    expect(await shop.count('tillbridge_transition')).toBe(1);
    expect(await shop.payments.orders.find('A-1')).toMatchObject({ attention: null });
  });

  it('do not keep an unknown status from being noted', async () => {
    await see(shop, { status: HOSTILE });
    expect(await textOf(shop, 'SELECT raw_status FROM tillbridge_observation')).toContain('te\uFFFDle😀');
    expect(await shop.payments.orders.find('A-1')).toMatchObject({ paid: false, status: null });
  });

  it.each(['EURO', 'XBT', '', HOSTILE])('a payment in a currency that is none is a mismatch', async (currency) => {
    await see(shop, { currency });
    expect(await shop.payments.orders.find('A-1')).toMatchObject({ paid: false, attention: 'amount_mismatch' });
    const [event] = shop.app.get(Till).seen;
    expect(event).toMatchObject({ kind: 'amount_mismatch' });
    expect(event!.amount.toString()).toBe('0.00 EUR');
  });

  it('a currency in small letters is the same currency', async () => {
    await see(shop, { currency: 'eur' });
    expect(await shop.payments.orders.find('A-1')).toMatchObject({ paid: true });
  });

  it('do not keep a failure from being recorded', async () => {
    await see(shop, { status: 'declined' });
    const failed = "FROM tillbridge_outbox WHERE effect = 'Mailer.send'";
    expect(await textOf(shop, `SELECT last_error ${failed}`)).toContain('Error: te\uFFFDle😀');
    expect(await textOf(shop, `SELECT lease_token ${failed}`)).toBe('null');
  });

  it('an order id that no column takes is refused, not taken for a broken database', async () => {
    const orderId = 'A\u00001';
    const answer = await shop.notify({
      orderId,
      body: orderBody({ orderId, amount: 1, at: clock.now() }),
      at: clock.now(),
    });
    expect(answer.status).toBe(400);
  });

  it('an order of another mode is untouched by what is seen of its id now, in a copy of another environment’s database (scenario C3)', async () => {
    await shop.dataSource.query("UPDATE tillbridge_order SET mode = 'live'");
    await tell(shop, {});
    expect(await shop.payments.orders.find('A-1')).toMatchObject({ paid: false, status: null });
    expect(shop.logs.matching('was created in another mode')).toHaveLength(1);
    expect(await shop.count("tillbridge_notification WHERE state = 'pending'")).toBe(1);
  });
});

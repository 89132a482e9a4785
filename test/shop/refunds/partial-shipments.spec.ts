import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { PaymentsClient, refundCartOf, type Refund } from 'tillbridge';
import { describeOneEngine } from '../../support/engines.js';
import { failureOf } from '../../support/failure-of.js';
import { eur, RefundClerk } from './support/refund-clerk.js';
import { MINUTE, RefundStage, SECOND } from './support/refund-stage.js';

const BY = { by: 'test', why: 'to see' };

describeOneEngine('a pay-later order that was shipped in parts', (engine) => {
  let clerk: RefundClerk;
  let stage: RefundStage;
  beforeAll(async () => {
    const calls = { callsPerSecond: 1_000, burst: 1_000 };
    stage = await RefundStage.start(engine, { refundGuard: 'off' }, { groupAt: async () => ({ calls }) });
    clerk = new RefundClerk(stage);
  });
  afterAll(() => stage.close());

  const orders = () => stage.shop.payments.group('web').orders;
  const left = async (orderId: string): Promise<number> => (await clerk.refunds.remaining(orderId)).amount;

  /** Ten mugs of EUR 10.00, which the lender has accepted. */
  async function accepted(): Promise<string> {
    const orderId = `S-${randomUUID().slice(0, 8)}`;
    const { url, path } = stage.shop;
    const mugs = {
      name: 'Mug',
      merchantItemId: 'MUG',
      quantity: 10,
      unitPriceIncludingTax: eur(1_000),
      taxPercent: '0',
    };
    await orders().create({
      orderId,
      amount: eur(10_000),
      description: 'Ten mugs',
      gateway: 'KLARNA',
      cart: { lines: [mugs] },
      notificationUrl: `${url}${path}/web`,
      redirectUrl: 'http://localhost:3000/return',
    });
    await stage.service.sandbox.pay(orderId);
    await stage.shop.drain();
    return orderId;
  }
  async function ship(orderId: string, mugs: number): Promise<string> {
    const { orderId: part } = await orders().ship(orderId, { amount: eur(mugs * 1_000), carrier: 'ACME' });
    await stage.pass(SECOND);
    return part!;
  }
  async function give(orderId: string, mugs: number): Promise<Refund> {
    const asked = refundCartOf(await orders().get(orderId), [{ index: 0, quantity: mugs }], eur(mugs * 1_000));
    if (!asked.ok) throw new Error(JSON.stringify(asked.faults));
    return clerk.ask({ orderId, amount: asked.amount, cart: asked.cart });
  }
  /** As someone does in the pages of the service. */
  async function giveElsewhere(part: string, mugs: number): Promise<void> {
    await stage.service.sandbox.refund(part, { amount: mugs * 1_000 });
    await stage.pass(SECOND);
  }
  /** What the service has given back of an order and its shipments. */
  async function givenBack(...ids: string[]): Promise<number> {
    const client = stage.shop.app.get(PaymentsClient);
    const seen = await Promise.all(ids.map((id) => client.getOrder(stage.group, id)));
    return seen.reduce((sum, { amount_refunded }) => sum + amount_refunded, 0);
  }

  it('has as much left as was paid, each part of it under the id of its shipment', async () => {
    const orderId = await accepted();
    const [first, second] = [await ship(orderId, 4), await ship(orderId, 3)];
    expect(await left(orderId)).toBe(10_000);
    await give(orderId, 4);
    await clerk.sent(orderId);
    await give(orderId, 3);
    await clerk.sent(orderId);
    await give(orderId, 3);
    await clerk.sent(orderId);
    const rows = await clerk.rowsOf(orderId);
    expect(rows.map(({ serviceOrderId, state, amount }) => [serviceOrderId, state, amount]).toSorted()).toEqual([
      [orderId, 'accepted', 3_000],
      [first, 'accepted', 4_000],
      [second, 'accepted', 3_000],
    ]);
    expect([await left(orderId), await givenBack(orderId, first, second)]).toEqual([0, 10_000]);
  });

  it('does not give back again what was given back of a shipment elsewhere', async () => {
    const orderId = await accepted();
    const part = await ship(orderId, 4);
    await giveElsewhere(part, 4);
    expect(await left(orderId)).toBe(6_000);
    expect(await failureOf(give(orderId, 7))).toMatchObject({ code: 'REFUND_EXCEEDS_REMAINING' });
    await give(orderId, 6);
    await clerk.sent(orderId);
    expect([await left(orderId), await givenBack(orderId, part)]).toEqual([0, 10_000]);
  });

  it('is known to be, where only the order itself is read, and not its shipments', async () => {
    const orderId = await accepted();
    stage.service.sandbox.faults.next('notification', 'drop', { times: 1 });
    const part = await ship(orderId, 4);
    await stage.shop.payments.orders.sync(orderId, BY);
    expect(await failureOf(give(orderId, 7))).toMatchObject({ code: 'REFUND_EXCEEDS_REMAINING' });
    await give(orderId, 4);
    await clerk.sent(orderId);
    expect((await clerk.rowsOf(orderId)).map(({ serviceOrderId }) => serviceOrderId)).toEqual([part]);
  });

  it('has nothing left of a shipment for what was given back of the order before it was shipped', async () => {
    const orderId = await accepted();
    await give(orderId, 7);
    await clerk.sent(orderId);
    const part = await ship(orderId, 6);
    expect(await left(orderId)).toBe(3_000);
    expect(await failureOf(give(orderId, 4))).toMatchObject({ code: 'REFUND_EXCEEDS_REMAINING' });
    await give(orderId, 3);
    await clerk.sent(orderId);
    expect([await left(orderId), await givenBack(orderId, part)]).toEqual([0, 10_000]);
  });

  it('tells of the payment once, and of nothing that has come back', async () => {
    const orderId = await accepted();
    await ship(orderId, 4);
    await stage.pass(MINUTE);
    await stage.shop.payments.orders.sync(orderId, BY);
    const order = await stage.shop.payments.orders.find(orderId);
    expect(order).toMatchObject({ paid: true, attention: null, status: 'completed' });
    const kinds = (await stage.shop.payments.orders.timeline(orderId)).filter(({ kind }) => kind === 'transition');
    expect(kinds.map(({ text }) => text).join()).not.toMatch(/restored|came back/i);
  });
});

import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { refundCartOf } from 'tillbridge';
import { RefundLaneEntity } from '../../../src/shop/refund-records/index.js';
import { describeOneEngine } from '../../support/engines.js';
import { eur, RefundClerk } from './support/refund-clerk.js';
import { HOUR, MINUTE, RefundStage } from './support/refund-stage.js';

const CUSTOMER = {
  first_name: 'Ann',
  last_name: 'Example',
  email: 'ann@example.org',
  phone: '0612345678',
  address1: 'Street',
  house_number: '1',
  zip_code: '1000AA',
  city: 'Amsterdam',
  country: 'NL',
};
const MUGS = {
  name: 'Mug',
  merchantItemId: 'MUG',
  quantity: 10,
  unitPriceIncludingTax: eur(1_000),
  taxPercent: '21',
};

describeOneEngine('an account that gives tags back for one payment method, and none for another', (engine) => {
  let clerk: RefundClerk;
  let stage: RefundStage;

  beforeAll(async () => {
    const calls = { callsPerSecond: 1_000, burst: 1_000 };
    stage = await RefundStage.start(engine, { untaggedMethods: ['KLARNA'] }, { groupAt: async () => ({ calls }) });
    clerk = new RefundClerk(stage);
    // iDEAL teaches the lane that tags come back.
    const orderId = await clerk.paid();
    await clerk.ask({ orderId, amount: eur(1_000) });
    await clerk.sent(orderId);
    await stage.shop.payments.orders.sync(orderId, { by: 'ann', why: 'to look' });
    const lane = await stage.shop.dataSource.manager.findOneByOrFail(RefundLaneEntity, { id: 'web' });
    expect(lane.tagsEchoed).toBe(1);
  });
  afterAll(() => stage.close());

  const rows = async (orderId: string): Promise<string[]> =>
    (await stage.shop.payments.refunds.list({ orderId })).items.map(
      ({ origin, state, stateReason }) => `${origin} ${state} ${stateReason}`,
    );
  async function klarna(orderId: string): Promise<string> {
    const { orders } = stage.shop.payments.group('web');
    const notificationUrl = `${stage.shop.url}${stage.shop.path}/web`;
    await orders.create({
      orderId,
      amount: eur(10_000),
      description: 'Ten mugs',
      gateway: 'KLARNA',
      cart: { lines: [MUGS] },
      customer: CUSTOMER,
      notificationUrl,
      redirectUrl: 'http://localhost:3000/return',
    });
    await stage.service.sandbox.pay(orderId);
    await stage.shop.drain();
    return orderId;
  }
  async function threeMugsBack(orderId: string): Promise<void> {
    const given = refundCartOf(await stage.shop.payments.group('web').orders.get(orderId), [{ index: 0, quantity: 3 }]);
    if (!given.ok) throw new Error(JSON.stringify(given.faults));
    await clerk.ask({ orderId, amount: given.amount, cart: given.cart });
    await clerk.sent(orderId);
  }

  it('refunds nothing twice where the answer to the first sending is lost', async () => {
    const orderId = await klarna('K-lost');
    stage.service.sandbox.faults.next('refund', 'response-lost');
    await threeMugsBack(orderId);
    expect(await clerk.atService(orderId)).toEqual([3_000]);
    for (let minutes = 0; minutes < 45; minutes += 1) await stage.pass(MINUTE);
    await stage.pass(24 * HOUR);
    expect(await clerk.atService(orderId)).toEqual([3_000]);
    expect(await rows(orderId)).toEqual(['shop manual ambiguous']);
    const [refund] = (await stage.shop.payments.refunds.list({ orderId })).items;
    await stage.shop.payments.refunds.decide(refund!.id, { verdict: 'paid', by: 'ann', why: 'on the statement' });
    await stage.pass(HOUR);
    expect([await clerk.atService(orderId), await rows(orderId)]).toEqual([[3_000], ['shop accepted decided']]);
  });

  it('sends again what never arrived', async () => {
    const orderId = await klarna('K-gone');
    stage.service.sandbox.faults.next('refund', 'reset');
    await threeMugsBack(orderId);
    expect(await clerk.atService(orderId)).toEqual([]);
    for (let minutes = 0; minutes < 45; minutes += 1) await stage.pass(MINUTE);
    expect([await clerk.atService(orderId), await rows(orderId)]).toEqual([[3_000], ['shop accepted null']]);
  });
});

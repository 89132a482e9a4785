import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { describeOneEngine } from '../../support/engines.js';
import { eur } from '../refunds/support/refund-clerk.js';
import { HOUR, MINUTE, RefundStage } from '../refunds/support/refund-stage.js';

interface Terms {
  /** Where notifications go. */
  readonly host?: string;
  readonly capture?: 'manual';
}

const who = { by: 'ann', why: 'month end' };

describeOneEngine('a reconciliation at the end of a month of odd payments', (engine) => {
  let stage: RefundStage;
  let from: number;
  beforeAll(async () => {
    stage = await RefundStage.start(engine);
    from = stage.clock.now() - HOUR;
  });
  afterAll(() => stage.close());

  const create = async (orderId: string, amount: number, { host = stage.shop.url, ...more }: Terms = {}) => {
    const notificationUrl = `${host}${stage.shop.path}/web`;
    const terms = { description: 'Mugs', redirectUrl: 'http://localhost:3000/return', notificationUrl, ...more };
    await stage.shop.payments.group('web').orders.create({ orderId, amount: eur(amount), ...terms });
  };
  /** An order of which two pages were paid, the first one at its price of that time. */
  const paidTwice = async (orderId: string, [first, second]: readonly [number, number], host = stage.shop.url) => {
    await create(orderId, first, { host });
    await stage.service.sandbox.cancel(orderId);
    await stage.pass(MINUTE);
    await stage.shop.payments.orders.sync(orderId, who);
    await create(orderId, second, { host });
    await stage.service.sandbox.pay(`${orderId}-2`);
    await stage.service.sandbox.pay(orderId);
    await stage.pass(MINUTE);
  };
  const differences = async (since = from): Promise<string[]> => {
    const report = await stage.shop.payments.reconcile({
      group: 'web',
      from: since,
      to: stage.clock.now() + HOUR,
      ...who,
    });
    return report.differences.map(({ kind, serviceOrderId, outcome }) => `${kind} ${serviceOrderId} ${outcome}`);
  };

  it('has no difference where one of two payments was given back in the pages of the service', async () => {
    await paidTwice('FIRST', [1_200, 1_200]);
    await paidTwice('SECOND', [1_200, 1_200]);
    await stage.service.sandbox.refund('FIRST');
    await stage.service.sandbox.refund('SECOND-2');
    await stage.pass(MINUTE);
    expect([await stage.elsewhere('FIRST'), await stage.elsewhere('SECOND')]).toEqual([
      ['accepted 1200'],
      ['accepted 1200'],
    ]);
    expect(await differences()).toEqual([]);
  });

  it('has none where an order was also paid at its former price, whatever became of that money', async () => {
    for (const id of ['KEPT', 'BACK', 'TAKEN']) await paidTwice(id, [3_300, 3_500]);
    await stage.service.sandbox.refund('BACK');
    await stage.service.sandbox.chargeback('TAKEN');
    await stage.pass(MINUTE);
    expect(await differences()).toEqual([]);
    expect(stage.shop.logs.matching('reads of the order do not show this payment')).toEqual([]);
  });

  it('has none where the rest of a reservation was released', async () => {
    await create('PART', 8_000, { capture: 'manual' });
    await stage.service.sandbox.pay('PART', { method: 'VISA' });
    await stage.pass(MINUTE);
    await stage.shop.payments.group('web').orders.capture('PART', { amount: eur(3_000) });
    for (let days = 0; days < 6; days += 1) await stage.pass(24 * HOUR);
    await stage.shop.payments.orders.sync('PART', who);
    expect(await stage.shop.payments.orders.find('PART')).toMatchObject({ status: 'completed', serviceStatus: 'void' });
    expect(await differences()).toEqual([]);
  });

  it('finds a refund of which no notification came, beside others that are on record', async () => {
    const nowhere = 'http://localhost:9';
    for (const id of ['ONE', 'TWO', 'SMALL']) {
      await create(id, 3_000, { host: nowhere });
      await stage.service.sandbox.pay(id);
    }
    await paidTwice('BOTH', [1_500, 1_500], nowhere);
    const read = async (): Promise<void> => {
      for (const id of ['ONE', 'TWO', 'SMALL', 'BOTH']) await stage.shop.payments.orders.sync(id, who);
    };
    await stage.service.sandbox.refund('ONE', { amount: 300 });
    await stage.service.sandbox.refund('TWO', { amount: 300 });
    await stage.service.sandbox.refund('SMALL', { amount: 90 });
    await stage.service.sandbox.refund('BOTH', { amount: 400 });
    await stage.pass(MINUTE);
    await read();
    expect(await differences()).toEqual([]);
    await stage.service.sandbox.refund('ONE', { amount: 90 });
    await stage.service.sandbox.refund('TWO', { amount: 300 });
    await stage.service.sandbox.refund('SMALL', { amount: 300 });
    await stage.service.sandbox.refund('BOTH', { amount: 100 });
    await stage.pass(MINUTE);
    const found = await differences();
    expect(found.toSorted()).toEqual([
      'refunded-there BOTH resolved',
      'refunded-there ONE resolved',
      'refunded-there SMALL resolved',
      'refunded-there TWO resolved',
    ]);
    expect(await Promise.all(['ONE', 'TWO', 'SMALL'].map((id) => stage.elsewhere(id)))).toEqual([
      ['accepted 300', 'accepted 90'],
      ['accepted 300', 'accepted 300'],
      ['accepted 90', 'accepted 300'],
    ]);
    expect(await differences()).toEqual([]);
  });

  it('finds a refund that is smaller than what went back in the month before', async () => {
    await create('MONTHS', 3_000, { host: 'http://localhost:9' });
    await stage.service.sandbox.pay('MONTHS');
    await stage.service.sandbox.refund('MONTHS', { amount: 300 });
    await stage.pass(MINUTE);
    await stage.shop.payments.orders.sync('MONTHS', who);
    await stage.pass(HOUR);
    const month = stage.clock.now() - MINUTE;
    await stage.service.sandbox.refund('MONTHS', { amount: 90 });
    await stage.pass(MINUTE);
    expect(await differences(month)).toEqual(['refunded-there MONTHS resolved']);
    expect(await stage.elsewhere('MONTHS')).toEqual(['accepted 300', 'accepted 90']);
    expect(await differences(month)).toEqual([]);
  });

  it('finds a refund of the second payment of which no notification came, once', async () => {
    await paidTwice('LOST', [1_200, 1_200], 'http://localhost:9');
    for (let reads = 0; reads < 2; reads += 1) await stage.shop.payments.orders.sync('LOST', who);
    expect(await stage.shop.payments.orders.find('LOST')).toMatchObject({ attention: 'paid_twice' });
    await stage.service.sandbox.refund('LOST');
    // The refund, and the payment that it gave back.
    expect(await differences()).toEqual(Array(2).fill('refunded-there LOST resolved'));
    expect(await differences()).toEqual([]);
  });
});

import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { Money } from 'tillbridge';
import { PaymentOrderEntity } from '../../../src/shop/orders/index.js';
import type { RefundEntity } from '../../../src/shop/refund-records/index.js';
import { describeOneEngine } from '../../support/engines.js';
import { HOUR, MINUTE, RefundStage } from './support/refund-stage.js';

const idOf = (made: number): string => `L-${String(made).padStart(4, '0')}`;

const WHO = { by: 'ann', why: 'the balance was topped up' };

describeOneEngine('refunds of an account whose balance is too low (protocol §6.1)', (engine) => {
  let stage: RefundStage;
  let orders = 0;

  beforeAll(async () => {
    stage = await RefundStage.start(engine, { refundGuard: 'off' });
  });
  beforeEach(async () => {
    await stage.clear();
    stage.service.sandbox.adjust('web', { payoutBalance: null });
    stage.shop.logs.lines.length = 0;
  });
  afterAll(() => stage.close());

  /** A refund of an order whose refunds the service answers as the description says. */
  async function refundOf(description = 'mugs'): Promise<RefundEntity> {
    orders += 1;
    const orderId = idOf(orders);
    await stage.shop.payments.group('web').orders.create({
      orderId,
      amount: Money.ofMinor(10_000, 'EUR'),
      description,
      notificationUrl: `${stage.shop.url}${stage.shop.path}/web`,
      redirectUrl: 'http://localhost:3000/return',
    });
    await stage.service.sandbox.pay(orderId);
    await stage.shop.payments.orders.sync(orderId, { by: 'test', why: 'it was paid' });
    return stage.refund(orderId, { id: `${orderId}-refund`, amount: 1_000 + orders });
  }

  async function many(count: number, description?: string): Promise<RefundEntity[]> {
    const made: RefundEntity[] = [];
    while (made.length < count) made.push(await refundOf(description));
    return made;
  }

  const statesOf = async (refunds: readonly RefundEntity[]): Promise<string[]> =>
    Promise.all(refunds.map(async (refund) => (await stage.now(refund)).state));

  const attentionOf = async (refunds: readonly RefundEntity[]): Promise<(string | null)[]> =>
    Promise.all(
      refunds.map(
        async ({ orderId }) =>
          (await stage.shop.dataSource.manager.findOneByOrFail(PaymentOrderEntity, { orderId })).attention,
      ),
    );

  /** What the service has paid back of all orders of these tests. */
  async function refundedSoFar(): Promise<number> {
    let sum = 0;
    for (let made = 1; made <= orders; made += 1)
      sum += (await stage.service.sandbox.order(idOf(made)))?.amountRefunded ?? 0;
    return sum;
  }

  const alerts = (): string[] => stage.shop.logs.lines.filter((line) => line.includes('needs attention'));

  async function pass(ms: number, stepMs = 10 * MINUTE): Promise<void> {
    for (let passed = 0; passed < ms; passed += stepMs) await stage.pass(stepMs);
  }

  it('wait for it, with one alert, and are paid once it suffices', async () => {
    stage.service.sandbox.adjust('web', { payoutBalance: 0, lowBalance: 'refused' });
    const refunds = await many(6);
    await pass(8 * HOUR);
    expect((await statesOf(refunds)).filter((state) => state !== 'queued' && state !== 'unknown')).toEqual([]);
    expect(alerts()).toEqual([expect.stringContaining('low-balance')]);
    expect(await stage.shop.payments.refunds.lane('web')).toMatchObject({
      state: 'resting',
      pauseReason: 'low-balance',
    });
    stage.service.sandbox.adjust('web', { payoutBalance: null });
    await pass(2 * HOUR);
    expect(await statesOf(refunds)).toEqual(refunds.map(() => 'accepted'));
    for (const { orderId, amount } of refunds)
      expect(await stage.service.sandbox.order(orderId)).toMatchObject({ amountRefunded: amount });
    expect(await attentionOf(refunds)).toEqual(refunds.map(() => null));
  });

  it.each(['1034', '1017'])('wait where the service says so by the code %s', async (code) => {
    const refunds = await many(3, `sandbox:refund-error=${code}`);
    await pass(4 * HOUR);
    expect((await statesOf(refunds)).filter((state) => state === 'manual')).toEqual([]);
    expect(await stage.shop.payments.refunds.lane('web')).toMatchObject({ pauseReason: 'low-balance' });
    expect((await attentionOf(refunds)).filter(Boolean)).toEqual(['refund_low-balance']);
  });

  it('go on at once when a person resumes them', async () => {
    stage.service.sandbox.adjust('web', { payoutBalance: 0, lowBalance: 'refused' });
    const refunds = await many(3);
    await pass(4 * HOUR);
    stage.service.sandbox.adjust('web', { payoutBalance: null });
    await stage.shop.payments.refunds.resumeLane('web', WHO);
    await pass(20 * MINUTE, MINUTE);
    expect(await statesOf(refunds)).toEqual(['accepted', 'accepted', 'accepted']);
  });

  it('are paid as far as it goes, and the rest as soon as it suffices', async () => {
    stage.service.sandbox.adjust('web', { payoutBalance: 0, lowBalance: 'refused' });
    const refunds = await many(5);
    await pass(2 * HOUR);
    const before = await refundedSoFar();
    const paid = async () =>
      (await statesOf(refunds)).filter((state) => state === 'accepted' || state === 'settled').length;
    for (let sales = 1; sales < refunds.length; sales += 1) {
      stage.service.sandbox.adjust('web', { payoutBalance: before + sales * 1_200 });
      await pass(90 * MINUTE);
      expect(await paid()).toBe(sales);
    }
    stage.service.sandbox.adjust('web', { payoutBalance: null });
    await pass(2 * HOUR);
    expect(await paid()).toBe(refunds.length);
  });

  it('that are refused for reasons of their own do not keep others, and a person is alerted', async () => {
    const bad = await many(2, 'sandbox:refund-error=1034');
    await pass(HOUR);
    const healthy = await refundOf();
    await pass(2 * HOUR);
    expect(await stage.service.sandbox.order(healthy.orderId)).toMatchObject({ amountRefunded: healthy.amount });
    await pass(10 * HOUR);
    expect(await attentionOf(bad)).toEqual(['refund_low-balance', 'refund_low-balance']);
    const [first, second] = bad as [RefundEntity, RefundEntity];
    while ((await stage.now(first)).state !== 'queued') await stage.pass(MINUTE);
    await stage.shop.payments.refunds.cancel(first.id, WHO);
    expect(await attentionOf([first])).toEqual([null]);
    // The other one is alone now.
    await pass(4 * HOUR);
    expect(await stage.now(second)).toMatchObject({ state: 'manual', reason: 'exhausted' });
  });

  it('are not taken for such when there is only one', async () => {
    const [bad] = await many(1, 'sandbox:refund-error=1034');
    await pass(3 * HOUR);
    expect(await stage.now(bad!)).toMatchObject({ state: 'manual', reason: 'exhausted' });
  });
});

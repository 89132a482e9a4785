import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals';
import type { SandboxSwitches } from 'tillbridge/sandbox';
import { describeOneEngine } from '../../support/engines.js';
import { eur, RefundClerk } from './support/refund-clerk.js';
import { HOUR, MINUTE, RefundStage } from './support/refund-stage.js';

describeOneEngine('a chargeback is told', (engine) => {
  let clerk: RefundClerk;
  let stage: RefundStage;

  beforeAll(async () => {
    stage = await RefundStage.start(
      engine,
      {},
      { groupAt: async () => ({ calls: { callsPerSecond: 1_000, burst: 1_000 } }) },
    );
    clerk = new RefundClerk(stage);
  });
  afterAll(() => stage.close());
  afterEach(() => void stage.service.sandbox.adjust('web', { chargebackForm: 'status' }));

  const left = async (orderId: string): Promise<number> => (await clerk.refunds.remaining(orderId)).amount;
  const kindsOf = async (orderId: string): Promise<string[]> => {
    const entries = await stage.shop.dataSource.query<{ kind: string }[]>(
      `SELECT kind FROM tillbridge_transition WHERE order_id = '${orderId}' ORDER BY version`,
    );
    return entries.map(({ kind }) => kind).filter((kind) => kind !== 'initialized');
  };
  const chargeback = async (orderId: string, amount?: number): Promise<void> => {
    await stage.pass(HOUR);
    await stage.service.sandbox.chargeback(orderId, amount === undefined ? {} : { amount });
    await stage.pass(MINUTE);
  };
  const reverse = async (orderId: string): Promise<void> => {
    await stage.pass(3 * HOUR);
    await stage.service.sandbox.reverseChargeback(orderId);
    await stage.pass(MINUTE);
  };

  it.each<SandboxSwitches['chargebackForm']>(['status', 'void', 'related'])(
    'of all of it, shown as %s',
    async (chargebackForm) => {
      stage.service.sandbox.adjust('web', { chargebackForm });
      const orderId = await clerk.paid();
      await chargeback(orderId);
      expect(await kindsOf(orderId)).toEqual(['completed', 'chargedback']);
      expect(await stage.shop.payments.orders.find(orderId)).toMatchObject({ status: 'chargedback', paid: true });
      const to = stage.clock.now() + HOUR;
      const period = { group: 'web', from: to - 24 * HOUR, to, dryRun: true, by: 'ann', why: 'night' };
      const { differences } = await stage.shop.payments.reconcile(period);
      expect(differences.filter((each) => each.orderId === orderId)).toEqual([]);
      await reverse(orderId);
      expect(await kindsOf(orderId)).toEqual(['completed', 'chargedback', 'restored']);
    },
  );

  it('of two parts that make up all of it: the second takes what was left', async () => {
    const orderId = await clerk.paid();
    await chargeback(orderId, 4_000);
    await chargeback(orderId, 6_000);
    expect(await kindsOf(orderId)).toEqual(['completed', 'partial_refunded', 'chargedback']);
    expect((await stage.shop.payments.orders.fetch(orderId, { group: 'web' })).amount_refunded).toBe(10_000);
    expect(await left(orderId)).toBe(0);
    await reverse(orderId);
    expect(await kindsOf(orderId)).toEqual(['completed', 'partial_refunded', 'chargedback', 'restored']);
    expect(await left(orderId)).toBe(10_000);
  });

  it('of a part, and that the bank gave it back, though the status says neither', async () => {
    const orderId = await clerk.paid();
    await chargeback(orderId, 4_000);
    expect(await left(orderId)).toBe(6_000);
    await reverse(orderId);
    expect(await kindsOf(orderId)).toEqual(['completed', 'partial_refunded', 'restored']);
    expect(await stage.shop.payments.orders.find(orderId)).toMatchObject({ status: 'completed', attention: null });
    expect(await left(orderId)).toBe(10_000);
    // A second one is told as the first was.
    await chargeback(orderId, 4_000);
    expect(await kindsOf(orderId)).toEqual(['completed', 'partial_refunded', 'restored', 'partial_refunded']);
  });

  it.each<SandboxSwitches['chargebackForm']>(['status', 'void', 'related'])(
    'of a captured part, whose order at the service alone shows it, as %s',
    async (chargebackForm) => {
      stage.service.sandbox.adjust('web', { chargebackForm });
      const orderId = `P-${chargebackForm}`;
      const group = stage.shop.payments.group('web');
      const made = {
        orderId,
        amount: eur(10_000),
        description: 'Two mugs',
        redirectUrl: 'http://localhost:3000/return',
      };
      const notificationUrl = `${stage.shop.url}${stage.shop.path}/web`;
      await group.orders.create({ ...made, capture: 'manual', notificationUrl });
      await stage.service.sandbox.pay(orderId, { method: 'VISA' });
      await stage.shop.drain();
      const part = await group.orders.capture(orderId, { amount: eur(6_000) });
      await stage.pass(MINUTE);
      await group.orders.cancelReservation(orderId, { reason: 'rest sold out' });
      await stage.pass(MINUTE);
      expect(await kindsOf(orderId)).toEqual(['authorised', 'completed']);
      await chargeback(String(part.orderId), 1_000);
      expect(await kindsOf(orderId)).toEqual(['authorised', 'completed', 'partial_refunded']);
      expect(await left(orderId)).toBe(5_000);
      await reverse(String(part.orderId));
      expect(await kindsOf(orderId)).toEqual(['authorised', 'completed', 'partial_refunded', 'restored']);
      expect(await left(orderId)).toBe(6_000);
      await chargeback(String(part.orderId));
      const taken = ['authorised', 'completed', 'partial_refunded', 'restored', 'chargedback'];
      expect(await kindsOf(orderId)).toEqual(taken);
      expect(await left(orderId)).toBe(0);
      await reverse(String(part.orderId));
      expect(await kindsOf(orderId)).toEqual([...taken, 'restored']);
      expect([await left(orderId), (await stage.shop.payments.orders.find(orderId))!.attention]).toEqual([6_000, null]);
    },
  );
});

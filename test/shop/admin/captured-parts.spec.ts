import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { TerminalGroups } from 'tillbridge';
import { ForeignOrders } from '../../../src/shop/admin/index.js';
import { describeOneEngine } from '../../support/engines.js';
import { eur } from '../refunds/support/refund-clerk.js';
import { HOUR, MINUTE, RefundStage } from '../refunds/support/refund-stage.js';

const CALLS = { callsPerSecond: 1_000, burst: 1_000 };

describeOneEngine(
  'parts that were captured of a reservation, which the service lists as orders of their own',
  (engine) => {
    let stage: RefundStage;
    beforeAll(async () => {
      stage = await RefundStage.start(engine, {}, { groupAt: async () => ({ calls: CALLS }) });
    });
    afterAll(() => stage.close());

    /** Captures two parts of an order, under an id of the shop's and one of the service's; notifications go to the shop, or get lost. */
    const partsOf = async (orderId: string, host = stage.shop.url): Promise<string[]> => {
      const { orders } = stage.shop.payments.group('web');
      const notificationUrl = `${host}${stage.shop.path}/web`;
      const terms = { amount: eur(10_000), description: 'Mugs', redirectUrl: 'http://localhost:3000/return' };
      await orders.create({ ...terms, orderId, capture: 'manual', notificationUrl });
      await stage.service.sandbox.pay(orderId, { method: 'VISA' });
      await stage.shop.drain();
      const first = await orders.capture(orderId, { amount: eur(6_000), newOrderId: `any_${orderId}` });
      await stage.pass(MINUTE);
      const second = await orders.capture(orderId, { amount: eur(1_000) });
      await stage.pass(MINUTE);
      await orders.sync(orderId, { by: 'ann', why: 'captured' });
      return [first, second].map((part) => String(part.orderId));
    };
    const differences = async (): Promise<string[]> => {
      const to = stage.clock.now() + HOUR;
      const window = { from: to - 24 * HOUR, to, by: 'ann', why: 'night' };
      const report = await stage.shop.payments.group('web').reconcile(window);
      return report.differences.map(({ kind, serviceOrderId, outcome }) => `${kind} ${serviceOrderId} ${outcome}`);
    };
    const foreign = async (): Promise<readonly string[]> => {
      const use = await stage.shop.app.get(ForeignOrders).of(stage.shop.app.get(TerminalGroups).get('web'));
      return use.foreign;
    };

    it("are the shop's own, for doctor and for a reconciliation", async () => {
      const [first, second] = await partsOf('OWN');
      expect([first, second]).toEqual(['any_OWN', expect.stringMatching(/^OWN-/)]);
      expect(await differences()).toEqual([]);
      expect(await foreign()).toEqual([]);
    });

    it('differ where the list says that their money went, of which no notification came', async () => {
      const [first = '', second = ''] = await partsOf('BACK', 'http://localhost:9');
      expect(await differences()).toEqual([]);
      await stage.service.sandbox.chargeback(first);
      await stage.service.sandbox.refund(second, { amount: 400 });
      await stage.pass(MINUTE);
      const found = await differences();
      expect(found).toContain(`charged-back-there ${first} remains`);
      expect(found).toContain(`refunded-there ${second} remains`);
      expect(await foreign()).toEqual([]);
    });
  },
);

import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { PaymentOrderEntity } from '../../../src/shop/orders/index.js';
import { KeyRing } from '../../../src/shop/core/index.js';
import type { RefundEntity } from '../../../src/shop/refund-records/index.js';
import { canaryKey } from '../../support/canary.js';
import { describeOneEngine } from '../../support/engines.js';
import { MINUTE, RefundStage, SECOND } from './support/refund-stage.js';

const WHO = { by: 'ann', why: 'the key was mended' };
const NOT_THERE = 'http://localhost:9';

describeOneEngine('an order whose refund waits', (engine) => {
  let stage: RefundStage;
  let orders = 0;
  let orderId: string;

  beforeAll(async () => {
    stage = await RefundStage.start(engine, { refundGuard: 'off' });
  });
  beforeEach(async () => {
    await stage.clear();
    orders += 1;
    orderId = `K-${orders}`;
    await stage.paid(orderId);
  });
  afterAll(() => stage.close());

  const attention = async (): Promise<string | null> =>
    (await stage.shop.dataSource.manager.findOneByOrFail(PaymentOrderEntity, { orderId })).attention;

  const needs = (reason: string | null) =>
    stage.shop.dataSource.manager.update(PaymentOrderEntity, { orderId }, { attention: reason });

  const alerts = (): string[] => stage.shop.logs.lines.filter((line) => line.includes(`order ${orderId} `));

  /** Sends what is next with a key that the service does not know. */
  async function refuse(): Promise<void> {
    const keys = new KeyRing([{ key: canaryKey('wrong'), fromMs: -Infinity, untilMs: Infinity }], stage.clock);
    const [slot] = await stage.lanes.rows.claim(1);
    await stage.lanes.perform({ ...slot!, group: { ...slot!.group, keys } });
  }

  /** Sends what is next to where nothing listens. */
  async function fail(): Promise<void> {
    const [slot] = await stage.lanes.rows.claim(1);
    await stage.lanes.perform({ ...slot!, group: { ...slot!.group, baseUrl: NOT_THERE } });
  }

  const until = async (refund: RefundEntity, state: string): Promise<void> => {
    for (let step = 0; step < 40 && (await stage.now(refund)).state !== state; step += 1) await stage.pass(30 * SECOND);
    expect(await stage.now(refund)).toMatchObject({ state });
  };

  describe('for an account that was refused', () => {
    it('is told with the section about keys, and needs no attention when the refund went through', async () => {
      const refund = await stage.refund(orderId);
      await refuse();
      expect(await attention()).toBe('refund_SERVICE_1032');
      expect(alerts().at(-1)).toContain('(see docs/runbook.md#key-refused)');
      await until(refund, 'accepted');
      expect(await attention()).toBeNull();
    });

    it('needs none either when a person let the lane go on before', async () => {
      const refund = await stage.refund(orderId);
      await refuse();
      await stage.shop.payments.refunds.resumeLane('web', WHO);
      expect(await attention()).toBe('refund_SERVICE_1032');
      await until(refund, 'accepted');
      expect(await attention()).toBeNull();
    });

    it('needs none when the refund that waited is cancelled', async () => {
      const refund = await stage.refund(orderId);
      await refuse();
      await stage.shop.payments.refunds.cancel(refund.id, WHO);
      expect(await attention()).toBeNull();
    });

    it('needs it as long as another one of its refunds waits for the same', async () => {
      const first = await stage.refund(orderId, { id: `${orderId}-a` });
      const second = await stage.refund(orderId, { id: `${orderId}-b`, amount: 2_000 });
      await refuse();
      await until(second, 'accepted');
      expect(await stage.now(first)).toMatchObject({ state: 'queued' });
      expect(await attention()).toBe('refund_SERVICE_1032');
      await until(first, 'accepted');
      expect(await attention()).toBeNull();
    });

    it('is not told less of what else it needs attention for', async () => {
      for (const other of ['refund_ambiguous', 'paid_twice', 'voided']) {
        await needs(other);
        const refund = await stage.refund(orderId, { amount: 500 });
        await refuse();
        expect(await attention()).toBe(other);
        await stage.shop.payments.refunds.cancel(refund.id, WHO);
        await stage.shop.payments.refunds.resumeLane('web', WHO);
        await stage.pass(MINUTE);
        expect(await attention()).toBe(other);
      }
    });

    it('needs what comes meanwhile, and still does when the account is in order', async () => {
      const refund = await stage.refund(orderId);
      await refuse();
      await needs('refund_twice');
      await until(refund, 'accepted');
      expect(await attention()).toBe('refund_twice');
    });
  });

  describe('for a service that is not reached', () => {
    it('is told with the section about the service, and needs no attention when it went through', async () => {
      const refund = await stage.refund(orderId);
      const { alertAfterFailures } = stage.group.refunds;
      for (let failures = 0; failures < alertAfterFailures; failures += 1) {
        await fail();
        stage.clock.advance(60 * MINUTE);
      }
      expect(await attention()).toBe('refund_failing');
      expect(alerts().at(-1)).toContain('(see docs/runbook.md#service-away)');
      await until(refund, 'accepted');
      expect(await attention()).toBeNull();
    });
  });
});

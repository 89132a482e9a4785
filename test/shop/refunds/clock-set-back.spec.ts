import { expect, it } from '@jest/globals';
import { LONGEST_CALL_MS, RefundLaneEntity } from '../../../src/shop/refund-records/index.js';
import { describeOneEngine } from '../../support/engines.js';
import { eur, RefundClerk } from './support/refund-clerk.js';
import { HOUR, RefundStage, SECOND } from './support/refund-stage.js';

describeOneEngine('a lane after the clock was set back', (engine) => {
  it.each([
    ['an hour, for this is the right time', 0, -HOUR],
    ['a day, by which it was ahead for a while', 24 * HOUR, 0],
  ])('by %s, sends again within three minutes', async (_title, aheadMs, backTo) => {
    const skew = { ms: 0 };
    const stage = await RefundStage.start(engine, {}, { clockOf: (clock) => ({ now: () => clock.now() + skew.ms }) });
    try {
      const clerk = new RefundClerk(stage);
      const [before, after] = [await clerk.paid(), await clerk.paid()];
      skew.ms = aheadMs;
      await clerk.ask({ orderId: before });
      await clerk.sent(before);
      skew.ms = backTo;
      await clerk.ask({ orderId: after, amount: eur(2_000) });
      for (let second = 0; second < 180; second += 10) await stage.pass(10 * SECOND);
      expect([await clerk.atService(before), await clerk.atService(after)]).toEqual([[1_000], [2_000]]);
    } finally {
      await stage.close();
    }
  });

  it('is left to a process that holds it for longer, because its calls may take longer than any of this one', async () => {
    const stage = await RefundStage.start(engine);
    try {
      const clerk = new RefundClerk(stage);
      const orderId = await clerk.paid();
      await stage.pass(SECOND);
      const { manager } = stage.shop.dataSource;
      const leaseUntil = stage.clock.now() + LONGEST_CALL_MS + 10 * SECOND;
      const held = { leaseToken: 'another process', leaseUntil, dueAt: leaseUntil, nextSlotAt: leaseUntil };
      await manager.update(RefundLaneEntity, { id: 'web' }, held);
      await clerk.ask({ orderId });
      for (let second = 0; second < 60; second += 10) await stage.pass(10 * SECOND);
      expect(await manager.findOneBy(RefundLaneEntity, { id: 'web' })).toMatchObject(held);
      expect(stage.shop.logs.matching('clock was put back')).toEqual([]);
      expect(await clerk.atService(orderId)).toEqual([]);
    } finally {
      await stage.close();
    }
  });
});

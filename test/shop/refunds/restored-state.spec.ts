import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { SandboxSwitches } from 'tillbridge/sandbox';
import { describeOneEngine, type TestEngineName } from '../../support/engines.js';
import { RefundEntity } from '../../../src/shop/refund-records/index.js';
import { backUp } from './support/back-up.js';
import { eur, RefundClerk } from './support/refund-clerk.js';
import { HOUR, MINUTE, RefundStage, SECOND } from './support/refund-stage.js';

const stageOf = (engine: TestEngineName, switches: Partial<SandboxSwitches> = {}): Promise<RefundStage> =>
  RefundStage.start(engine, switches, { groupAt: async () => ({ calls: { callsPerSecond: 1_000, burst: 1_000 } }) });

describeOneEngine('a refund that an older state of the database still has to send', (engine) => {
  let stage: RefundStage;
  let clerk: RefundClerk;

  beforeAll(async () => {
    stage = await stageOf(engine);
    clerk = new RefundClerk(stage);
  });
  afterAll(() => stage.close());

  const states = async (orderId: string): Promise<string[]> =>
    (await clerk.rowsOf(orderId)).map(({ state, reason }) => `${state} ${reason}`).sort();

  it('and that had been sent by then, is found there and not sent again', async () => {
    const orderId = await clerk.paid();
    await clerk.ask({ orderId });
    await clerk.ask({ orderId, amount: eur(2_000) });
    const restore = await backUp(stage);
    await clerk.sent(orderId);
    expect((await clerk.atService(orderId)).sort()).toEqual([1_000, 2_000]);
    stage.clock.advance(HOUR);
    await restore();
    await stage.pass(MINUTE);
    await stage.pass(MINUTE);
    expect((await clerk.atService(orderId)).sort()).toEqual([1_000, 2_000]);
    expect(await states(orderId)).toEqual(['accepted unsent', 'accepted unsent']);
  });

  it('and that had not been sent, is sent', async () => {
    const orderId = await clerk.paid();
    await clerk.ask({ orderId });
    stage.clock.advance(HOUR);
    await clerk.sent(orderId);
    expect([await clerk.atService(orderId), await states(orderId)]).toEqual([[1_000], ['accepted null']]);
  });

  it('waits, and lets others go first, while its order cannot be read', async () => {
    const [unread, other] = [await clerk.paid(), await clerk.paid()];
    await clerk.ask({ orderId: unread });
    const restore = await backUp(stage);
    await clerk.sent(unread);
    stage.clock.advance(HOUR);
    await restore();
    const { id } = await clerk.ask({ orderId: other, amount: eur(2_000) });
    // Its order was read a moment ago.
    await stage.shop.dataSource.manager.update(RefundEntity, { id }, { lastCleanReadAt: stage.clock.now() });
    stage.service.sandbox.faults.next('read', 'error-before', 100);
    await clerk.sent(other);
    expect((await states(unread))[0]).toMatch(/^queued /);
    stage.service.sandbox.faults.clear();
    await clerk.sent(unread);
    expect([await clerk.atService(unread), await states(unread)]).toEqual([[1_000], ['accepted unsent']]);
  });
});

describeOneEngine('a refund that a standby still has to send, whose clock is behind', (engine) => {
  it('is looked for: that it was requested later than now shows that', async () => {
    const skew = { ms: 0 };
    const stage = await RefundStage.start(engine, {}, { clockOf: (clock) => ({ now: () => clock.now() + skew.ms }) });
    const clerk = new RefundClerk(stage);
    try {
      const orderId = await clerk.paid();
      await clerk.ask({ orderId });
      const restore = await backUp(stage);
      await clerk.sent(orderId);
      // Longer than the service refuses an equal amount.
      stage.clock.advance(6 * MINUTE);
      skew.ms = -8 * MINUTE;
      await restore();
      for (let minutes = 0; minutes < 3; minutes += 1) await stage.pass(MINUTE / 4);
      expect(await clerk.atService(orderId)).toEqual([1_000]);
      for (let minutes = 0; minutes < 10; minutes += 1) await stage.pass(MINUTE);
      expect(await clerk.atService(orderId)).toEqual([1_000]);
      expect((await clerk.rowsOf(orderId)).map(({ state, reason }) => `${state} ${reason}`)).toEqual([
        'accepted unsent',
      ]);
    } finally {
      await stage.close();
    }
  });
});

describeOneEngine('a refund whose order could not be read before it is sent', (engine) => {
  it('is looked for again, also where an earlier sending had come to nothing', async () => {
    const stage = await stageOf(engine);
    const clerk = new RefundClerk(stage);
    const orderId = await clerk.paid();
    const { id } = await clerk.ask({ orderId });
    const sentAt = stage.clock.now() - HOUR;
    const earlier = { attempts: 1, lastSentAt: sentAt, arrivedBy: sentAt + 15 * MINUTE };
    await stage.shop.dataSource.manager.update(RefundEntity, { id }, earlier);
    const restore = await backUp(stage);
    await clerk.sent(orderId);
    stage.clock.advance(HOUR);
    await restore();
    stage.service.sandbox.faults.next('read', 'error-before', 20);
    while ((await stage.now({ id })).failures === 0) await stage.pass(SECOND);
    stage.service.sandbox.faults.clear();
    await clerk.sent(orderId);
    expect(await clerk.atService(orderId)).toEqual([1_000]);
    expect(await stage.now({ id })).toMatchObject({ state: 'accepted', attempts: 1, lastSentAt: sentAt });
    expect(await stage.evidence({ id })).toEqual(['read failed', 'read reserved']);
    await stage.close();
  });
});

describeOneEngine('a refund that has waited for long, where a payment method gives no tags back', (engine) => {
  let stage: RefundStage;
  let clerk: RefundClerk;

  beforeAll(async () => {
    stage = await stageOf(engine, { untaggedMethods: ['IDEAL'] });
    clerk = new RefundClerk(stage);
  });
  afterAll(() => stage.close());

  it('is left to a person where as much was given back by hand meanwhile, and the person is asked once', async () => {
    const orderId = await clerk.paid();
    const { id } = await clerk.ask({ orderId });
    await stage.book({ orderId, amount: 1_000, tag: 'by-hand' });
    stage.clock.advance(HOUR);
    await clerk.sent(orderId);
    const states = async (): Promise<string[]> =>
      (await clerk.rowsOf(orderId)).map(({ state, reason }) => `${state} ${reason}`);
    expect(await states()).toEqual(['manual ambiguous']);
    await clerk.refunds.decide(id, { verdict: 'not-paid', by: 'ann', why: 'that was for something else' });
    stage.clock.advance(HOUR);
    await clerk.sent(orderId);
    // What was given back by hand has a row of its own once the order is read after that.
    for (let minutes = 0; minutes < 20 && (await states()).length < 2; minutes += 1) await stage.pass(MINUTE);
    expect((await states()).sort()).toEqual(['accepted null', 'accepted null']);
    expect(await clerk.atService(orderId)).toEqual([1_000, 1_000]);
  });

  it('is sent, and so is its equal', async () => {
    const orderId = await clerk.paid();
    await clerk.ask({ orderId });
    await clerk.ask({ orderId });
    stage.clock.advance(HOUR);
    await clerk.sent(orderId);
    expect(await clerk.atService(orderId)).toEqual([1_000, 1_000]);
    expect((await clerk.rowsOf(orderId)).map(({ state }) => state)).toEqual(['accepted', 'accepted']);
  });
});

describeOneEngine('a refund that an older state still has to send, where the service gives no tags back', (engine) => {
  it.each<[string, Partial<SandboxSwitches>]>([
    ['at all', { refundTags: [] }],
    ['for its payment method', { untaggedMethods: ['IDEAL'] }],
  ])('%s, does not leave twice', async (_title, switches) => {
    const stage = await stageOf(engine, switches);
    const clerk = new RefundClerk(stage);
    try {
      const orderId = await clerk.paid();
      await clerk.ask({ orderId });
      const restore = await backUp(stage);
      await clerk.sent(orderId);
      stage.clock.advance(HOUR);
      await restore();
      for (let minutes = 0; minutes < 10; minutes += 1) await stage.pass(MINUTE);
      expect(await clerk.atService(orderId)).toEqual([1_000]);
    } finally {
      await stage.close();
    }
  });
});

import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import { Money, type Refund, type RefundRequest } from 'tillbridge';
import { DecisionEntity } from '../../../src/shop/decisions/index.js';
import { PaymentOrderEntity } from '../../../src/shop/orders/index.js';
import { RefundEntity } from '../../../src/shop/refund-records/index.js';
import { WorkerRegistry } from '../../../src/shop/workers/index.js';
import { describeOneEngine } from '../../support/engines.js';
import { failureOf } from '../../support/failure-of.js';
import { eur, RefundClerk } from './support/refund-clerk.js';
import { RefundStage } from './support/refund-stage.js';

describeOneEngine('refunds that are asked for', (engine) => {
  let clerk: RefundClerk;

  beforeAll(async () => {
    const calls = { callsPerSecond: 1_000, burst: 1_000 };
    clerk = new RefundClerk(await RefundStage.start(engine, {}, { groupAt: async () => ({ calls }) }));
  });
  afterAll(() => clerk.stage.close());

  it('are on record at once, reserved, and sent when their turn comes', async () => {
    const orderId = await clerk.paid();
    const refund = await clerk.ask({ orderId, amount: eur(2_500), key: `return-${orderId}`, by: 'ann' });
    expect(refund).toMatchObject({ group: 'web', orderId, serviceOrderId: orderId, state: 'queued', attempts: 0 });
    expect(refund).toMatchObject({ reason: 'broken', key: `return-${orderId}`, askedBy: 'ann', origin: 'shop' });
    expect(refund.amount.equals(eur(2_500))).toBe(true);
    expect(refund.tag).toMatch(/^r-[0-9a-f]{40}$/);
    expect((await clerk.refunds.remaining(orderId)).amount).toBe(7_500);
    expect(await clerk.atService(orderId)).toEqual([]);
    await clerk.sent(orderId);
    expect(await clerk.stage.now(refund)).toMatchObject({ state: 'accepted', attempts: 1 });
    expect(await clerk.atService(orderId)).toEqual([2_500]);
  });

  it('say whether they are new, and wake the lane once the transaction that holds them has ended', async () => {
    const orderId = await clerk.paid();
    const { dataSource, app } = clerk.stage.shop;
    const woken = jest.spyOn(app.get(WorkerRegistry), 'wake');
    const sendings = () => woken.mock.calls.filter(([name]) => name === 'refund-sending').length;
    const asked = { orderId, amount: eur(1_000), reason: 'broken', key: `platform-${orderId}` };
    const given = new Error('changed my mind');
    const changed = dataSource.transaction(async (manager) => {
      expect(await clerk.refunds.request({ ...asked, manager })).toMatchObject({ isNew: true });
      throw given;
    });
    await expect(changed).rejects.toBe(given);
    expect(sendings()).toBe(0);
    await dataSource.transaction(async (manager) => {
      expect(await clerk.refunds.request({ ...asked, manager })).toMatchObject({ isNew: true });
      expect(sendings()).toBe(0);
    });
    expect(sendings()).toBe(1);
    expect(await clerk.refunds.request(asked)).toMatchObject({ isNew: false });
    expect(sendings()).toBe(1);
    woken.mockRestore();
  });

  it('by two clerks, 60 and 60 of 100: one wins, the other is told what is left, and nothing is sent for it (scenario R2)', async () => {
    for (let round = 0; round < 3; round += 1) {
      const orderId = await clerk.paid();
      const both = await Promise.allSettled([1, 2].map(() => clerk.ask({ orderId, amount: eur(6_000) })));
      expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
      const refused = both.find((each) => each.status === 'rejected');
      expect(refused?.reason).toMatchObject({
        code: 'REFUND_EXCEEDS_REMAINING',
        execution: 'not-executed',
        faults: [{ path: 'amount', message: 'must be at most 40.00 EUR', code: 1034 }],
      });
      expect(await clerk.rowsOf(orderId)).toHaveLength(1);
      await clerk.sent(orderId);
      expect(await clerk.atService(orderId)).toEqual([6_000]);
    }
  });

  it('of a dozen clerks at once never reserve more than was paid', async () => {
    const orderId = await clerk.paid(1_000);
    const all = await Promise.allSettled(
      Array.from({ length: 12 }, (_, index) => clerk.ask({ orderId, amount: eur(90 + index * 17) })),
    );
    const rows = await clerk.rowsOf(orderId);
    expect(rows).toHaveLength(all.filter(({ status }) => status === 'fulfilled').length);
    const reserved = rows.reduce((sum, { amount }) => sum + amount, 0);
    expect(reserved).toBeLessThanOrEqual(1_000);
    expect((await clerk.refunds.remaining(orderId)).amount).toBe(1_000 - reserved);
  });

  it('fifty times at once under one key are one refund, also after it was sent', async () => {
    const orderId = await clerk.paid();
    const key = `click-${orderId}`;
    const all = await Promise.all(Array.from({ length: 50 }, () => clerk.ask({ orderId, key })));
    expect(new Set(all.map(({ id }) => id)).size).toBe(1);
    await clerk.sent(orderId);
    const again = await clerk.ask({ orderId, key, reason: 'said in other words' });
    expect(again).toMatchObject({ id: all[0]?.id, state: 'accepted', reason: 'broken' });
    expect(await clerk.atService(orderId)).toEqual([1_000]);
  });

  it('under a key that stands for another refund are refused, at the same time too', async () => {
    const [one, two] = [await clerk.paid(), await clerk.paid()];
    const key = `shared-${one}`;
    const both = await Promise.allSettled([one, two].map((orderId) => clerk.ask({ orderId, key })));
    const winner = both.find((each) => each.status === 'fulfilled')!.value;
    expect(both.find((each) => each.status === 'rejected')?.reason).toMatchObject({ code: 'REFUND_KEY_CONFLICT' });
    const conflict = { code: 'REFUND_KEY_CONFLICT', execution: 'not-executed', httpStatus: 409 };
    const { orderId } = winner;
    expect(await failureOf(clerk.ask({ orderId, key, amount: eur(999) }))).toMatchObject(conflict);
    expect(await failureOf(clerk.ask({ orderId, key, amount: Money.of('10.00', 'USD') }))).toMatchObject(conflict);
    expect([...(await clerk.rowsOf(one)), ...(await clerk.rowsOf(two))]).toHaveLength(1);
  });

  it('for all that is left get a number, which the key keeps', async () => {
    const orderId = await clerk.paid(777);
    await clerk.ask({ orderId, amount: eur(200) });
    const rest = await clerk.ask({ orderId, amount: 'remaining', key: `rest-${orderId}` });
    expect(rest.amount.amount).toBe(577);
    expect((await clerk.rowsOf(orderId)).map(({ amount }) => amount).toSorted()).toEqual([200, 577]);
    expect(await clerk.ask({ orderId, amount: 'remaining', key: `rest-${orderId}` })).toMatchObject({ id: rest.id });
    const none = await failureOf(clerk.ask({ orderId, amount: 'remaining' }));
    expect(none).toMatchObject({ code: 'REFUND_EXCEEDS_REMAINING', faults: [{ message: 'must be at most 0.00 EUR' }] });
  });

  it('in a transaction of the shop are gone when it is rolled back, and sent when it is not', async () => {
    const orderId = await clerk.paid();
    const { dataSource } = clerk.stage.shop;
    const failing = dataSource.transaction(async (manager) => {
      await clerk.ask({ orderId, manager, key: `tx-${orderId}` });
      throw new Error('the shop changed its mind');
    });
    await expect(failing).rejects.toThrow('the shop changed its mind');
    await clerk.stage.pass(2_000);
    expect([await clerk.rowsOf(orderId), await clerk.atService(orderId)]).toEqual([[], []]);
    const refund = await dataSource.transaction(async (manager) => {
      const asked = await clerk.ask({ orderId, manager, key: `tx-${orderId}` });
      // Others look for work on connections of their own; on SQLite they have to wait until this one is done.
      if (engine !== 'sqlite') await clerk.stage.shop.drain();
      expect(await manager.countBy(RefundEntity, { orderId, state: 'queued' })).toBe(1);
      return asked;
    });
    await clerk.sent(orderId);
    expect(await clerk.stage.now(refund)).toMatchObject({ state: 'accepted' });
    expect(await clerk.atService(orderId)).toEqual([1_000]);
  });

  // SQLite lets one transaction in at a time.
  const ofServers = engine === 'sqlite' ? [] : [engine];
  for (const name of ofServers)
    it(`by clerks whose transactions see old snapshots still never exceed what was paid (${name})`, async () => {
      const orderId = await clerk.paid();
      const read = (): { promise: Promise<void>; done: () => void } => {
        let done = (): void => undefined;
        const promise = new Promise<void>((resolve) => (done = resolve));
        return { promise, done };
      };
      const [first, second] = [read(), read()];
      const byClerk = (mine: typeof first, other: typeof first): Promise<Refund> =>
        clerk.stage.shop.dataSource.transaction('REPEATABLE READ', async (manager) => {
          await manager.countBy(RefundEntity, { orderId });
          mine.done();
          await other.promise;
          return clerk.ask({ orderId, amount: eur(6_000), manager });
        });
      const both = await Promise.allSettled([byClerk(first, second), byClerk(second, first)]);
      expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
      expect(await clerk.rowsOf(orderId)).toHaveLength(1);
    });

  it('without a payment, in another currency or mode, or of no order, are refused', async () => {
    const orderId = await clerk.paid();
    await clerk.stage.shop.addOrder(`${orderId}-open`);
    const refused = async (change: Partial<RefundRequest>): Promise<string> =>
      (await failureOf(clerk.ask({ orderId, ...change }))).code;
    expect(await refused({ orderId: `${orderId}-open` })).toBe('REFUND_NOT_PAID');
    expect(await refused({ amount: Money.of('1.00', 'USD') })).toBe('REFUND_OTHER_CURRENCY');
    expect(await refused({ orderId: 'nobody-knows-it' })).toBe('ORDER_UNKNOWN');
    expect(await refused({ group: 'attic' })).toBe('GROUP_UNKNOWN');
    await clerk.stage.shop.dataSource.manager.update(PaymentOrderEntity, { orderId }, { mode: 'live' });
    expect(await refused({})).toBe('REFUND_OTHER_MODE');
    expect(await clerk.rowsOf(orderId)).toEqual([]);
  });

  it('leave on record who asked and why when both are said, once, and with the refund or not at all', async () => {
    const orderId = await clerk.paid();
    const actor = { by: 'ann', why: 'a regular; be kind' };
    const { dataSource, payments } = clerk.stage.shop;
    const undone = dataSource.transaction(async (manager) => {
      await clerk.ask({ orderId, manager, ...actor });
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    await clerk.ask({ orderId, by: 'ann' });
    const decided = () => dataSource.manager.findBy(DecisionEntity, { orderId, about: 'refund' });
    expect(await decided()).toEqual([]);
    const key = `why-${orderId}`;
    const { id } = await clerk.ask({ orderId, key, ...actor });
    await clerk.ask({ orderId, key, by: 'ben', why: 'pressed it again' });
    expect(await decided()).toMatchObject([{ about: 'refund', decision: 'requested', subjectId: id, ...actor }]);
    expect((await payments.orders.timeline(orderId)).map(({ text }) => text)).toContain(
      'Refund of 10.00 EUR requested by ann: a regular; be kind',
    );
  });

  it('find less left when money went back by other means', async () => {
    const orderId = await clerk.paid();
    await clerk.stage.book({ orderId, amount: 7_000, tag: `by-hand-${orderId}` });
    await clerk.stage.shop.payments.orders.sync(orderId, { by: 'test', why: 'someone was in the dashboard' });
    expect((await clerk.refunds.remaining(orderId)).amount).toBe(3_000);
    const failure = await failureOf(clerk.ask({ orderId, amount: eur(3_001) }));
    expect(failure).toMatchObject({ code: 'REFUND_EXCEEDS_REMAINING' });
    expect(await clerk.ask({ orderId, amount: eur(3_000) })).toMatchObject({ state: 'queued' });
  });
});

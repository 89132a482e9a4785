import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import type { RefundRequest } from 'tillbridge';
import { RefundEntity } from '../../../src/shop/refund-records/index.js';
import { describeOneEngine } from '../../support/engines.js';
import { backUp } from './support/back-up.js';
import { eur, RefundClerk } from './support/refund-clerk.js';
import { HOUR, MINUTE, RefundStage, SECOND } from './support/refund-stage.js';

/** Longer than the service refuses an equal amount, and shorter; there it is switched off. */
const DELAYS: readonly [string, number][] = [
  ['a second', SECOND],
  ['a minute', MINUTE],
  ['an hour', HOUR],
];

describeOneEngine('a refund of which nothing is left here, since the database lost its last seconds', (engine) => {
  let stage: RefundStage;
  let clerk: RefundClerk;

  beforeAll(async () => {
    // The guard of the service is no help: its scope is documented nowhere.
    stage = await RefundStage.start(
      engine,
      { refundGuard: 'off' },
      { groupAt: async () => ({ calls: { callsPerSecond: 1_000, burst: 1_000 } }) },
    );
    clerk = new RefundClerk(stage);
  });
  afterAll(() => stage.close());

  const states = async (orderId: string): Promise<string[]> =>
    (await clerk.rowsOf(orderId)).map(({ origin, state, reason }) => `${origin} ${state} ${reason}`).sort();

  const read = (orderId: string) => stage.shop.payments.orders.sync(orderId, { by: 'ann', why: 'after the failover' });

  /** A refund that the service has, and the shop has lost. */
  async function lost(change: Partial<RefundRequest> = {}): Promise<RefundRequest> {
    const orderId = await clerk.paid();
    const request = { orderId, amount: eur(1_000), reason: 'broken', key: randomUUID(), ...change };
    const restore = await backUp(stage);
    await clerk.ask(request);
    await clerk.sent(orderId);
    await restore();
    expect([await clerk.atService(orderId), await states(orderId)]).toEqual([[1_000], []]);
    return request;
  }

  /** The order is read: what the service has given back is made elsewhere, for all that is known. */
  async function seenElsewhere(change: Partial<RefundRequest> = {}): Promise<RefundRequest> {
    const request = await lost(change);
    await read(request.orderId);
    expect(await states(request.orderId)).toEqual(['elsewhere accepted null']);
    return request;
  }

  it.each(DELAYS)('is not sent again when it is requested again under its key after %s', async (_title, ms) => {
    const request = await lost();
    stage.clock.advance(ms);
    await clerk.ask(request);
    await clerk.sent(request.orderId);
    expect([await clerk.atService(request.orderId), await states(request.orderId)]).toEqual([
      [1_000],
      ['shop accepted unsent'],
    ]);
  });

  it('is the one that was seen meanwhile as made elsewhere, and is followed from then on', async () => {
    const request = await seenElsewhere();
    const { orderId, key } = request;
    const refund = await clerk.ask(request);
    expect(refund).toMatchObject({ origin: 'shop', key, state: 'accepted', reason: 'broken', isNew: false });
    await stage.pass(MINUTE);
    expect([await clerk.atService(orderId), await states(orderId)]).toEqual([[1_000], ['shop accepted null']]);
    expect((await clerk.refunds.remaining(orderId)).amount).toBe(9_000);
    // Its money was told of once, as made elsewhere.
    expect(stage.reportedFor(orderId).inside.slice(-1)).toEqual(['elsewhere 1000']);
    for (let passes = 0; passes < 4; passes += 1) await stage.pass(6 * HOUR);
    expect((await clerk.rowsOf(orderId)).map(({ state }) => state)).toEqual(['settled']);
    expect(await clerk.ask(request)).toMatchObject({ id: refund.id, isNew: false });
  });

  it('is the one that was seen meanwhile, also where all that was left was requested', async () => {
    const orderId = await clerk.paid(1_000);
    const request = { orderId, amount: 'remaining', reason: 'broken', key: randomUUID() } as const;
    const restore = await backUp(stage);
    await clerk.ask(request);
    await clerk.sent(orderId);
    await restore();
    await read(orderId);
    expect(await clerk.ask(request)).toMatchObject({ origin: 'shop', state: 'accepted', isNew: false });
    expect(await clerk.atService(orderId)).toEqual([1_000]);
  });

  it('is rejected, as it was there, when the service has declined it meanwhile', async () => {
    stage.service.sandbox.adjust('web', { payoutBalance: 0, lowBalance: 'declined' });
    const request = await lost();
    for (let passes = 0; passes < 4; passes += 1) await stage.pass(6 * HOUR);
    stage.service.sandbox.adjust('web', { payoutBalance: null });
    await clerk.ask(request);
    await clerk.sent(request.orderId);
    expect(await states(request.orderId)).toEqual(['shop rejected declined']);
    expect(await clerk.atService(request.orderId)).toEqual([1_000]);
  });

  it('is a conflict when it is requested again with another amount', async () => {
    const request = await seenElsewhere();
    const asked = clerk.ask({ ...request, amount: eur(900) });
    await expect(asked).rejects.toMatchObject({ code: 'REFUND_KEY_CONFLICT' });
    expect(await states(request.orderId)).toEqual(['elsewhere accepted null']);
  });

  it('is another one when it is requested under another key', async () => {
    const request = await seenElsewhere();
    await clerk.ask({ ...request, amount: eur(2_000), key: randomUUID() });
    await clerk.sent(request.orderId);
    expect((await clerk.atService(request.orderId)).sort()).toEqual([1_000, 2_000]);
  });

  it('is part of its batch again when that is put again', async () => {
    // Nothing is left of the first: requested beside what was seen, it would exceed that.
    const [sent, unsent] = [await clerk.paid(1_000), await clerk.paid()];
    const restore = await backUp(stage);
    await clerk.ask({ orderId: sent, key: sent });
    await clerk.sent(sent);
    await restore();
    await read(sent);
    const csv = ['order_id,amount,currency,reason,key', ...[sent, unsent].map((id) => `${id},10.00,EUR,recall,${id}`)];
    const batch = await clerk.refunds.batches.submit({ group: 'web', key: randomUUID(), csv: csv.join('\n') });
    await clerk.sent(unsent);
    expect([await clerk.atService(sent), await clerk.atService(unsent)]).toEqual([[1_000], [1_000]]);
    const refunds = [...(await clerk.rowsOf(sent)), ...(await clerk.rowsOf(unsent))];
    expect(refunds.map(({ batchId, state }) => [batchId, state])).toEqual([
      [batch.id, 'accepted'],
      [batch.id, 'accepted'],
    ]);
  });

  it('is seen twice where it left twice, and a person is told when it is requested again', async () => {
    const request = await lost();
    await clerk.ask(request);
    const tag = (await clerk.rowsOf(request.orderId))[0]?.tag ?? '';
    await stage.shop.dataSource.manager.delete(RefundEntity, { orderId: request.orderId });
    await stage.book({ orderId: request.orderId, amount: 1_000, tag });
    await read(request.orderId);
    expect(await states(request.orderId)).toEqual(['elsewhere accepted null', 'elsewhere accepted null']);
    expect(await clerk.ask(request)).toMatchObject({ state: 'accepted', isNew: false });
    await read(request.orderId);
    expect(await states(request.orderId)).toEqual(['elsewhere accepted null', 'shop accepted twice']);
    expect((await clerk.refunds.remaining(request.orderId)).amount).toBe(8_000);
  });

  it('does not hold an order up where its mark is that of another refund', async () => {
    const request = await seenElsewhere();
    const tag = (await clerk.rowsOf(request.orderId))[0]?.tag ?? '';
    const other = await clerk.paid();
    for (let copies = 0; copies < 2; copies += 1) await stage.book({ orderId: other, amount: 500 + copies, tag });
    await read(other);
    expect(await states(other)).toEqual(['elsewhere accepted null', 'elsewhere accepted null']);
  });
});

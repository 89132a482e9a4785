import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { PaymentsClient } from 'tillbridge';
import { RefundLanesService } from '../../../src/shop/refunds/index.js';
import { RefundEntity, RefundLaneEntity } from '../../../src/shop/refund-records/index.js';
import { describeOneEngine, type TestEngineName } from '../../support/engines.js';
import { HOUR, MINUTE, RefundStage, SECOND } from './support/refund-stage.js';

/** The service's own rules: a second between any two, five minutes between equal ones. It refuses what comes sooner. */
const STRICT_SERVICE = { refundSpacingMs: SECOND, refundGuard: 'order' as const };
const GAP = 301 * SECOND;

let stage: RefundStage;
let orders = 0;

/** Every test begins with an empty lane that is free. */
const use = (engine: TestEngineName): void => {
  beforeAll(async () => {
    stage = await RefundStage.start(engine, STRICT_SERVICE);
  });
  afterAll(() => stage.close());
  beforeEach(() => stage.clear());
};

const paid = async (amount?: number, notifications?: 'arrive' | 'lost'): Promise<string> => {
  const orderId = `L-${(orders += 1)}`;
  await stage.paid(orderId, amount, notifications);
  return orderId;
};

/** Refunds of orders of their own, oldest first. */
async function refunds(count: number, change: Partial<RefundEntity> = {}): Promise<RefundEntity[]> {
  const made: RefundEntity[] = [];
  const paidFor: string[] = [];
  while (paidFor.length < count) paidFor.push(await paid());
  for (const orderId of paidFor)
    made.push(await stage.refund(orderId, { id: `r-${orderId.padStart(8, '0')}`, ...change }));
  return made;
}

const statesOf = async (all: readonly RefundEntity[]): Promise<string[]> =>
  Promise.all(all.map(async (each) => (await stage.now(each)).state));

const lanesService = () => stage.shop.app.get(RefundLanesService);

const lane = () => stage.shop.dataSource.manager.findOneByOrFail(RefundLaneEntity, { id: 'web' });

/** Lets time pass in steps until nothing is queued, or a quarter of a day is over. */
async function sendAll(all: readonly RefundEntity[], stepMs = SECOND + 1): Promise<void> {
  for (const until = stage.clock.now() + 6 * HOUR; stage.clock.now() < until;) {
    await stage.pass(stepMs);
    if (!(await statesOf(all)).includes('queued')) return;
  }
}

describeOneEngine('a lane', (engine) => {
  use(engine);

  it('sends a refund once, with its tag, and tells that it was accepted', async () => {
    const [refund] = await refunds(1, { amount: 2_500 });
    await stage.shop.drain();
    const row = await stage.now(refund!);
    expect(row).toMatchObject({ state: 'accepted', attempts: 1, arrivedBy: stage.clock.now() });
    expect(row.serviceRefundId).not.toBeNull();
    expect(await stage.service.sandbox.order(row.orderId)).toMatchObject({ amountRefunded: 2_500 });
    const { related_transactions } = await stage.shop.app.get(PaymentsClient).getOrder(stage.group, row.serviceOrderId);
    expect(related_transactions).toMatchObject([{ var3: row.tag, amount: 2_500 }]);
    expect(await stage.evidence(row)).toEqual(['intent sending', 'answer accepted']);
    expect(stage.reportedFor(row.orderId)).toEqual({ inside: ['accepted 2500'], after: ['accepted 2500'] });
  });

  it('has one slot a second, counted from the answer, in the order in which refunds were asked for', async () => {
    const all = await refunds(3);
    await stage.shop.drain();
    expect(await statesOf(all)).toEqual(['accepted', 'queued', 'queued']);
    await stage.pass(SECOND);
    expect(await statesOf(all)).toEqual(['accepted', 'queued', 'queued']);
    await stage.pass(1);
    expect(await statesOf(all)).toEqual(['accepted', 'accepted', 'queued']);
    expect((await lane()).nextSlotAt).toBe(stage.clock.now() + SECOND + 1);
  });

  it('sends five equal parts of one order, five minutes apart, and all are paid out (scenario R5)', async () => {
    const orderId = await paid();
    const parts: RefundEntity[] = [];
    for (const part of [1, 2, 3, 4, 5]) parts.push(await stage.refund(orderId, { id: `part-${engine}-${part}` }));
    const accepted = async () => (await statesOf(parts)).filter((state) => state === 'accepted').length;
    await stage.shop.drain();
    for (const sent of [1, 2, 3, 4]) {
      await stage.pass(300 * SECOND);
      expect(await accepted()).toBe(sent);
      await stage.pass(SECOND);
      expect(await accepted()).toBe(sent + 1);
    }
    await stage.pass(13 * HOUR);
    expect(await statesOf(parts)).toEqual(Array.from({ length: 5 }, () => 'settled'));
    expect((await Promise.all(parts.map((part) => stage.now(part)))).map(({ attempts }) => attempts)).toEqual([
      1, 1, 1, 1, 1,
    ]);
  });

  it('sends the refund that someone waits for before those of a batch, and the most copies first among these', async () => {
    const [one, two, three] = [await paid(), await paid(), await paid()];
    const lonely = await stage.refund(one, { id: 'a-1', batchId: 'b1' });
    const twins = [
      await stage.refund(two, { id: 's-1', batchId: 'b1' }),
      await stage.refund(two, { id: 's-2', batchId: 'b1' }),
    ];
    const single = await stage.refund(three, { id: 'z-1' });
    const order: string[] = [];
    const all = [lonely, ...twins, single];
    while (order.length < 3) {
      await stage.pass(SECOND + 1);
      for (const each of all)
        if ((await stage.now(each)).state === 'accepted' && !order.includes(each.id)) order.push(each.id);
    }
    expect(order).toEqual(['z-1', 's-1', 'a-1']);
  });
});

describe('a lane, while the fate of a refund is open', () => {
  use('sqlite');

  it('sends nothing more of that order, and goes on with the others', async () => {
    const orderId = await paid();
    const opened = await stage.unknown(orderId, { id: 'open-1' });
    const other = await stage.refund(orderId, { id: 'open-2', amount: 700 });
    const [elsewhere] = await refunds(1);
    for (let minute = 0; minute < 14; minute += 1) {
      await stage.pass(MINUTE);
      expect(await statesOf([other, elsewhere!])).toEqual(['queued', 'accepted']);
    }
    await sendAll([other], MINUTE);
    expect(await statesOf([other, opened])).toEqual(['accepted', 'accepted']);
  });

  it('finds a refund whose answer was lost by its tag, and sends nothing again', async () => {
    stage.service.sandbox.faults.next('refund', 'response-lost');
    // On a busy machine its notification may come before the shop has worked off what it had.
    const refund = await stage.refund(await paid(undefined, 'lost'));
    await stage.shop.drain();
    expect(await stage.now(refund)).toMatchObject({ state: 'unknown', reason: 'NETWORK' });
    await stage.pass(6 * SECOND);
    expect(await stage.now(refund)).toMatchObject({ state: 'accepted', attempts: 1 });
  });

  it('waits as long as the service asks when it has too many requests, and sends nothing again meanwhile', async () => {
    stage.service.sandbox.faults.next('refund', 'rate-limit', { retryAfterSeconds: 90 });
    const all = await refunds(2);
    await stage.shop.drain();
    expect(await statesOf(all)).toEqual(['unknown', 'queued']);
    await stage.pass(89 * SECOND);
    expect(await statesOf(all)).toEqual(['unknown', 'queued']);
    expect(await lanesService().find('web')).toMatchObject({ state: 'resting', queued: 1, unknown: 1 });
    await stage.pass(2 * SECOND);
    expect(await statesOf(all)).toEqual(['unknown', 'accepted']);
  });
});

describe('a lane that a person has paused', () => {
  use('sqlite');

  it('keeps its refunds until a person lets it go on, and says who and why', async () => {
    const [refund] = await refunds(1);
    const paused = await lanesService().pause('web', { by: 'ada', why: 'the balance is low' });
    expect(paused).toMatchObject({ state: 'paused', pausedBy: 'ada', pauseReason: 'the balance is low', queued: 1 });
    await stage.pass(HOUR);
    expect(await statesOf([refund!])).toEqual(['queued']);
    expect(await lanesService().resume('web', { by: 'ada', why: 'topped up' })).toMatchObject({
      state: 'waiting',
      pausedBy: null,
    });
    await stage.pass(0);
    expect(await statesOf([refund!])).toEqual(['accepted']);
    expect(await lanesService().find('web')).toMatchObject({ state: 'idle', queued: 0 });
  });

  it('is not sent from by a slot that was taken before', async () => {
    const [refund] = await refunds(1);
    const worker = stage.lanes;
    const [slot] = await worker.rows.claim(1);
    await lanesService().pause('web', { by: 'ada', why: 'stop' });
    await expect(worker.perform(slot!)).rejects.toThrow('nothing was sent');
    expect(await stage.now(refund!)).toMatchObject({ state: 'queued', attempts: 0 });
  });
});

describe('slots that come too late', () => {
  use('sqlite');

  it('are not used by a replica whose lease has ended, and the next one sends once', async () => {
    const [refund] = await refunds(1);
    const [stale] = await stage.lanes.rows.claim(1);
    expect(await stage.lanes.rows.claim(1)).toEqual([]);
    stage.clock.advance(stage.lanes.rows.leaseMs + 1);
    const [fresh] = await stage.lanes.rows.claim(1);
    await expect(stage.lanes.perform(stale!)).rejects.toThrow('nothing was sent');
    expect((await stage.now(refund!)).state).toBe('queued');
    await stage.lanes.perform(fresh!);
    expect(await stage.now(refund!)).toMatchObject({ state: 'accepted', attempts: 1 });
    await stage.lanes.perform(fresh!);
    expect(await stage.evidence(refund!)).toEqual(['intent sending', 'answer accepted']);
  });

  it('are not used for what has become impossible since: an equal amount was seen', async () => {
    const [refund] = await refunds(1);
    const [slot] = await stage.lanes.rows.claim(1);
    const { orderId } = refund!;
    await stage.refund(orderId, { id: 'seen', origin: 'elsewhere', state: 'accepted', arrivedBy: stage.clock.now() });
    await stage.lanes.perform(slot!);
    expect(await stage.now(refund!)).toMatchObject({ state: 'queued', attempts: 0 });
    await stage.pass(GAP);
    expect((await stage.now(refund!)).state).toBe('accepted');
  });
});

describe('a service that keeps equal amounts apart on all orders', () => {
  use('sqlite');
  beforeAll(() => void stage.service.sandbox.adjust('web', { refundGuard: 'site' }));

  it('is found out by a refund that it refuses and does not have, and then nothing is refused any more', async () => {
    const all = await refunds(2, { amount: 4_321 });
    await stage.shop.drain();
    await stage.pass(2 * SECOND);
    expect(await stage.now(all[1]!)).toMatchObject({ state: 'unknown', reason: 'SERVICE_1034' });
    for (let minute = 0; minute < 20; minute += 1) await stage.pass(MINUTE);
    expect(await statesOf(all)).toEqual(['accepted', 'accepted']);
    expect(await lanesService().find('web')).toMatchObject({ guardScope: 'group' });
    const more = await refunds(3, { amount: 4_321 });
    await sendAll(more, 30 * SECOND);
    expect((await Promise.all(more.map((each) => stage.now(each)))).map(({ attempts }) => attempts)).toEqual([1, 1, 1]);
    expect(await lanesService().resume('web', { by: 'ada', why: 'forget it' })).toMatchObject({ guardScope: 'order' });
  });

  it('is not believed in because of an amount that no other order has', async () => {
    stage.service.sandbox.adjust('web', { payoutBalance: 0, lowBalance: 'refused' });
    const [refund] = await refunds(1, { amount: 77 });
    await stage.shop.drain();
    expect(await stage.now(refund!)).toMatchObject({ state: 'unknown', reason: 'SERVICE_1034' });
    for (let minute = 0; minute < 20; minute += 1) await stage.pass(MINUTE);
    expect(await stage.now(refund!)).toMatchObject({ attempts: 2 });
    expect(await lanesService().find('web')).toMatchObject({ guardScope: 'order' });
  });
});

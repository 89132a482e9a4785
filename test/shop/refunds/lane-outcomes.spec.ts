import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { KeyRing } from '../../../src/shop/core/index.js';
import { canaryKey } from '../../support/canary.js';
import { TerminalGroups, TillbridgeWorkers, type TerminalGroup, type TerminalGroupOptions } from 'tillbridge';
import { PaymentOrderEntity } from '../../../src/shop/orders/index.js';
import { RefundLanesService } from '../../../src/shop/refunds/index.js';
import { RefundSender } from '../../../src/shop/refunds/sending/refund-sender.js';
import { RefundEntity, RefundLaneEntity } from '../../../src/shop/refund-records/index.js';
import { waitFor } from '../../support/wait-for.js';
import { FaultProxy, type FaultKind, type FaultStage } from '../../support/fault-proxy.js';
import { HeldService } from './support/held-service.js';
import { MINUTE, RefundStage, SECOND } from './support/refund-stage.js';

let stage: RefundStage;
let proxy: FaultProxy;
let orders = 0;

/** The least that an option may say, so that what never ends is over soon. */
const TIMEOUT_MS = 1_000;

beforeAll(async () => {
  const groupAt = async (url: string): Promise<Partial<TerminalGroupOptions>> => {
    proxy = await FaultProxy.start(url);
    return {
      baseUrl: proxy.url,
      timeoutMs: TIMEOUT_MS,
      calls: { circuitBreaker: 'off' },
    };
  };
  stage = await RefundStage.start('sqlite', {}, { groupAt });
});
beforeEach(async () => {
  stage.reported.isBroken = false;
  stage.reported.failure = new Error('the books are closed');
  await stage.clear();
});
afterAll(async () => {
  await stage.close();
  await proxy.close();
});

const queued = async (): Promise<RefundEntity> => {
  const orderId = `O-${(orders += 1)}`;
  await stage.paid(orderId, 10_000, 'lost');
  await stage.pass(2 * SECOND);
  return stage.refund(orderId);
};

/** Its order was read just now, so that the next call, and the next commit, is the sending. */
const alreadyRead = async (): Promise<RefundEntity> => {
  const refund = await queued();
  const { manager } = stage.shop.dataSource;
  await manager.update(RefundEntity, { id: refund.id }, { lastCleanReadAt: stage.clock.now() });
  return refund;
};

/** Sends it, and this goes wrong. */
async function sendInto(kind: FaultKind, at: FaultStage): Promise<RefundEntity> {
  const refund = await alreadyRead();
  const [slot] = await stage.lanes.rows.claim(1);
  proxy.script({ kind, stage: at });
  await stage.lanes.perform(slot!);
  expect(proxy.connections.at(-1)).toMatchObject({ fault: { kind }, hasStruck: true, requests: expect.any(Number) });
  return stage.now(refund);
}

const refundedOf = async ({ orderId }: RefundEntity): Promise<number> =>
  (await stage.service.sandbox.order(orderId)).amountRefunded;

describe('what becomes of a refund whose call goes wrong', () => {
  it.each([
    ['delay', 'response status', 'accepted', 1],
    ['black hole', 'headers', 'unknown', 0],
    ['half-close', 'body', 'unknown', 0],
    ['black hole', 'response status', 'unknown', 1],
    ['reset', 'response status', 'unknown', 1],
    ['5xx', 'response status', 'unknown', 1],
    ['429', 'headers', 'unknown', 0],
    ['truncated', 'response body', 'unknown', 1],
    ['garbage', 'response body', 'unknown', 1],
  ] as const)('%s at %s: it is %s, and in the end it is paid exactly once', async (kind, at, state, done) => {
    const refund = await sendInto(kind, at);
    expect(refund).toMatchObject({ state, attempts: 1 });
    expect(await refundedOf(refund)).toBe(done * refund.amount);
    for (let minute = 0; minute < 25 && (await stage.now(refund)).state !== 'accepted'; minute += 1)
      await stage.pass(MINUTE);
    const last = await stage.now(refund);
    expect(last).toMatchObject({ state: 'accepted', attempts: done === 1 ? 1 : 2 });
    expect(last.serviceRefundId).not.toBeNull();
    expect(await refundedOf(refund)).toBe(refund.amount);
    expect(stage.reportedFor(refund.orderId).inside).toEqual(['accepted 1000']);
  });

  it('is in doubt when its identifier is used already, for the one who used it may be itself', async () => {
    stage.service.sandbox.adjust('web', { refundOrderIdReuse: 'refused', refundGuard: 'off' });
    const refund = await alreadyRead();
    await stage.book(refund);
    await stage.shop.drain();
    expect(await stage.now(refund)).toMatchObject({ state: 'unknown', reason: 'SERVICE_1006' });
    await stage.pass(6 * SECOND);
    expect(await stage.now(refund)).toMatchObject({ state: 'accepted', attempts: 1 });
    expect(await refundedOf(refund)).toBe(refund.amount);
  });

  it('is in doubt when the service has an unknown error', async () => {
    const { id } = await alreadyRead();
    const { manager } = stage.shop.dataSource;
    await manager.update(RefundEntity, { id }, { description: 'sandbox:error=1000' });
    await stage.shop.drain();
    expect(await stage.now({ id })).toMatchObject({ state: 'unknown', reason: 'SERVICE_1000', attempts: 1 });
  });

  it('is queued again when nothing could be sent, and the lane rests for a moment', async () => {
    const refund = await queued();
    const [slot] = await stage.lanes.rows.claim(1);
    const unreachable = { ...slot!.group, baseUrl: 'http://127.0.0.1:1' };
    await stage.lanes.perform({ ...slot!, group: unreachable });
    expect(await stage.now(refund)).toMatchObject({
      state: 'queued',
      attempts: 0,
      failures: 1,
      reason: 'NETWORK',
      lastSentAt: null,
    });
    await stage.pass(4 * SECOND);
    expect((await stage.now(refund)).state).toBe('queued');
    await stage.pass(2 * SECOND);
    expect(await stage.now(refund)).toMatchObject({ state: 'accepted', attempts: 1, failures: 0 });
    expect(await stage.evidence(refund)).toEqual([
      'intent sending',
      'answer not-sent',
      'intent sending',
      'answer accepted',
    ]);
  });

  it('is queued again when the service refuses the settings of the group, and the lane rests until a person has seen to it', async () => {
    const refund = await queued();
    const [slot] = await stage.lanes.rows.claim(1);
    const wrong = [{ key: canaryKey('wrong'), fromMs: -Infinity, untilMs: Infinity }];
    await stage.lanes.perform({ ...slot!, group: { ...slot!.group, keys: new KeyRing(wrong, stage.clock) } });
    const back = { state: 'queued', attempts: 0, lastSentAt: null, reason: 'SERVICE_1032' };
    expect(await stage.now(refund)).toMatchObject(back);
    const lanes = stage.shop.app.get(RefundLanesService);
    expect(await lanes.find('web')).toMatchObject({ state: 'resting', pauseReason: 'SERVICE_1032' });
    await stage.pass(30 * SECOND);
    expect((await stage.now(refund)).state).toBe('queued');
    await lanes.resume('web', { by: 'ada', why: 'the key is mended' });
    await stage.pass(MINUTE);
    expect(await stage.now(refund)).toMatchObject({ state: 'accepted', attempts: 1 });
    expect(stage.shop.logs.lines.join('\n')).toContain('SERVICE_1032');
  });
});

describe('an answer that cannot be written down', () => {
  it('is kept as evidence, and the refund is found by a read, not sent again', async () => {
    const refund = await queued();
    stage.reported.isBroken = true;
    await stage.shop.drain();
    const known = { state: 'unknown', reason: 'untold', serviceRefundId: expect.any(String) };
    expect(await stage.now(refund)).toMatchObject(known);
    expect(await stage.evidence(refund)).toEqual(['intent sending', 'answer accepted']);
    const { manager } = stage.shop.dataSource;
    const { attention } = await manager.findOneByOrFail(PaymentOrderEntity, { orderId: refund.orderId });
    expect(attention).toBe('refund_untold');
    await stage.pass(MINUTE);
    stage.reported.isBroken = false;
    for (let reads = 0; reads < 10; reads += 1) await stage.pass(MINUTE);
    expect(await stage.now(refund)).toMatchObject({ state: 'accepted', attempts: 1 });
    expect(await refundedOf(refund)).toBe(refund.amount);
    expect(stage.reportedFor(refund.orderId).inside).toEqual(['accepted 1000']);
  });

  it('is stored though its handlers meet a lock at each try: the database is there', async () => {
    const refund = await queued();
    stage.reported.isBroken = true;
    stage.reported.failure = Object.assign(new Error('database is locked'), { code: 'SQLITE_BUSY' });
    await stage.shop.drain();
    expect([(await stage.now(refund)).state, (await stage.evidence(refund)).length]).toEqual(['unknown', 2]);
  });

  it('does not keep the lane from its next slot', async () => {
    const refund = await queued();
    stage.reported.isBroken = true;
    await stage.shop.drain();
    stage.reported.isBroken = false;
    const next = await queued();
    await stage.pass(SECOND + 1);
    expect([(await stage.now(refund)).state, (await stage.now(next)).state]).toEqual(['unknown', 'accepted']);
  });

  it('is never sent again, though its handlers fail forever and no read shows it: a person decides', async () => {
    const refund = await queued();
    stage.reported.isBroken = true;
    await stage.shop.drain();
    // The service shows none of its refunds any more.
    const { manager } = stage.shop.dataSource;
    await manager.update(RefundEntity, { id: refund.id }, { serviceRefundId: 'gone', tag: 'r-nobody' });
    await manager.update(RefundLaneEntity, { id: 'web' }, { tagsEchoed: 1 });
    for (let minute = 0; minute < 20; minute += 1) await stage.pass(MINUTE);
    expect(await stage.now(refund)).toMatchObject({ state: 'unknown', attempts: 1 });
    stage.reported.isBroken = false;
    for (let minute = 0; minute < 10; minute += 1) await stage.pass(MINUTE);
    expect(await stage.now(refund)).toMatchObject({ state: 'manual', reason: 'untold', attempts: 1 });
    expect(await refundedOf(refund)).toBe(refund.amount);
  });
});

describe('an answer that comes when the refund is sent once more', () => {
  it('says nothing of that sending, however clear it is', async () => {
    const refund = await queued();
    const [slot] = await stage.lanes.rows.claim(1);
    const service = await HeldService.start();
    const perform = stage.lanes.perform({ ...slot!, group: { ...slot!.group, baseUrl: service.url } });
    const answer = await service.asked;
    // Someone with another idea of the time has found it lost, absent, and sends it again.
    const again = { state: 'sending' as const, attempts: 2, fence: 6, lastSentAt: stage.clock.now() };
    await stage.shop.dataSource.manager.update(RefundEntity, { id: refund.id }, again);
    answer(400, { success: false, error_code: 1001, error_info: 'Invalid amount' });
    await perform;
    expect(await stage.now(refund)).toMatchObject(again);
    expect(await stage.evidence(refund)).toEqual(['intent sending', 'answer rejected']);
    await service.close();
  });
});

/** A machine that sleeps: its monotonic clock stops, and only the time of day has gone on when it wakes up. */
function sleep(ms: number): void {
  const own = Date.now;
  jest.spyOn(Date, 'now').mockImplementation(() => own() + ms);
}

describe('a process that is held up between its slot and the wire', () => {
  afterEach(() => void jest.restoreAllMocks());

  it.each([
    ['stands still', standStill],
    ['is on a machine that sleeps', sleep],
  ])('because it %s does not send, and has its next slot a second later', async (_title, holdUp) => {
    const refund = await alreadyRead();
    const [slot] = await stage.lanes.rows.claim(1);
    const pause = { isAhead: true };
    stage.shop.dataSource.subscribers.push({
      afterTransactionCommit: () => {
        if (pause.isAhead) holdUp(stage.group.refunds.sendWithinMs);
        pause.isAhead = false;
      },
    });
    await stage.lanes.perform(slot!);
    expect(await stage.now(refund)).toMatchObject({ state: 'queued', attempts: 0, lastSentAt: null });
    expect(await stage.evidence(refund)).toEqual(['intent sending', 'answer withheld']);
    expect((await stage.shop.app.get(RefundLanesService).find('web')).nextSlotAt).toBe(stage.clock.now() + SECOND + 1);
    expect(await stage.service.sandbox.order(refund.orderId)).toMatchObject({ amountRefunded: 0 });
    await stage.pass(SECOND + 1);
    expect(await stage.now(refund)).toMatchObject({ state: 'accepted', attempts: 1 });
  });
});

describe('what the lane says while an answer is waited for', () => {
  it('is that the next slot comes when the call has ended at the latest, and a second after', async () => {
    await queued();
    const [slot] = await stage.lanes.rows.claim(1);
    const seen: number[] = [];
    jest.spyOn(stage.shop.app.get(RefundSender), 'send').mockImplementationOnce(async () => {
      seen.push((await stage.shop.app.get(RefundLanesService).find('web')).nextSlotAt);
      throw new Error('the process ends');
    });
    await expect(stage.lanes.perform(slot!)).rejects.toThrow('the process ends');
    expect(seen).toEqual([stage.clock.now() + TIMEOUT_MS + SECOND + 1]);
    expect((await stage.shop.app.get(RefundLanesService).find('web')).nextSlotAt).toBe(seen[0]);
  });
});

it('ten answers are waited for at a time of each group, and of one that is yet to be found', () => {
  const { lanes, group } = stage;
  const all = jest.spyOn(stage.shop.app.get(TerminalGroups), 'all', 'get');
  const placesOf = (...groups: TerminalGroup[]): number => {
    all.mockReturnValueOnce(groups);
    return lanes.places;
  };
  expect([placesOf(), placesOf(group), placesOf(group, group)]).toEqual([10, 10, 20]);
  all.mockRestore();
});

it('no slot is taken while ten answers of the group are waited for, and the next one when one has come', async () => {
  const ends: (() => void)[] = [];
  const sender = stage.shop.app.get(RefundSender);
  const send = jest
    .spyOn(sender, 'send')
    .mockImplementation(() => new Promise((_resolve, reject) => ends.push(() => reject(new Error('ended')))));
  const sendings: Promise<void>[] = [];
  const free = { nextSlotAt: 0, dueAt: 0, leaseUntil: null, leaseToken: null };
  const freeLane = () => stage.shop.dataSource.manager.update(RefundLaneEntity, { id: 'web' }, free);
  for (let count = 1; count <= 11; count += 1)
    await stage.refund(`U-${count}`, { id: `under-way-${count}`, amount: count });
  for (let count = 1; count <= 10; count += 1) {
    const [slot] = await stage.lanes.rows.claim(1);
    if (slot) sendings.push(stage.lanes.perform(slot).catch(() => undefined));
    await waitFor(() => ends.length === count);
    await freeLane();
  }
  expect(await stage.lanes.rows.claim(1)).toEqual([]);
  ends.shift()!();
  await sendings.shift();
  expect(await stage.lanes.rows.claim(1)).toHaveLength(1);
  for (const end of ends) end();
  await Promise.all(sendings);
  send.mockRestore();
});

describe('an application that stops', () => {
  it('waits for the answer to what is on the wire, and takes no more slots', async () => {
    const refund = await queued();
    const left = await stage.refund(refund.orderId, { id: 'z-left', amount: 2_000 });
    const { faults } = stage.service.sandbox;
    const before = faults.state().injected.at(-1);
    faults.next('refund', 'delay', { delayMs: 600 });
    const workers = stage.shop.app.get(TillbridgeWorkers);
    workers.start();
    await waitFor(() => faults.state().injected.at(-1) !== before, { what: 'the refund to be on the wire' });
    await workers.beforeApplicationShutdown();
    expect((await stage.now(refund)).state).toBe('accepted');
    stage.clock.advance(MINUTE);
    expect((await stage.now(left)).state).toBe('queued');
  });
});

/** Nothing else happens in this process meanwhile. */
function standStill(ms: number): void {
  const until = performance.now() + ms;
  while (performance.now() < until);
}

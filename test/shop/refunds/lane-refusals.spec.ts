import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Money } from 'tillbridge';
import { RefundLanesService } from '../../../src/shop/refunds/index.js';
import { RefundEntity } from '../../../src/shop/refund-records/index.js';
import { KeyRing } from '../../../src/shop/core/index.js';
import { canaryKey } from '../../support/canary.js';
import { HeldService } from './support/held-service.js';
import { HOUR, MINUTE, RefundStage, SECOND } from './support/refund-stage.js';

let stage: RefundStage;
let orders = 0;

/** So many refunds besides those that are refused. */
const HEALTHY = 20;

beforeAll(async () => {
  stage = await RefundStage.start('sqlite', { refundGuard: 'off' });
});
beforeEach(() => stage.clear());
afterAll(() => stage.close());

/** A refund of an order whose refunds the service answers as told; the older its id, the sooner its turn. */
async function refundOf(description: string, host?: string): Promise<RefundEntity> {
  orders += 1;
  const orderId = `R-${String(orders).padStart(4, '0')}`;
  const { url, path } = stage.shop;
  await stage.shop.payments.group('web').orders.create({
    orderId,
    amount: Money.ofMinor(10_000, 'EUR'),
    description,
    notificationUrl: `${host ?? url}${path}/web`,
    redirectUrl: 'http://localhost:3000/return',
  });
  await stage.service.sandbox.pay(orderId);
  await stage.shop.payments.orders.sync(orderId, { by: 'test', why: 'it was paid' });
  return stage.refund(orderId, { id: `${orderId}-refund`, amount: 1_000 + orders });
}

async function many(count: number): Promise<RefundEntity[]> {
  const made: RefundEntity[] = [];
  while (made.length < count) made.push(await refundOf('mugs'));
  return made;
}

const statesOf = async (refunds: readonly RefundEntity[]): Promise<string[]> =>
  Promise.all(refunds.map(async (refund) => (await stage.now(refund)).state));

async function pass(ms: number, stepMs: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += stepMs) await stage.pass(stepMs);
}

describe('a refund that the service always refuses (scenario R6)', () => {
  it.each(['1002', '403'])(
    'answered %s, does not keep the others, is tried after growing gaps, and comes before a person',
    async (code) => {
      const bad = await refundOf(`sandbox:refund-error=${code}`);
      const healthy = await many(HEALTHY);
      await pass((HEALTHY + 2) * 2 * SECOND, 2 * SECOND);
      expect(await statesOf(healthy)).toEqual(healthy.map(() => 'accepted'));
      expect(await stage.now(bad)).toMatchObject({ state: 'queued', refusals: 1, attempts: 0, failures: 0 });
      expect(await stage.shop.app.get(RefundLanesService).find('web')).toMatchObject({ pausedUntil: null });
      await pass(7 * HOUR, 30 * MINUTE);
      expect(await stage.now(bad)).toMatchObject({ state: 'manual', reason: 'refused', refusals: 10, attempts: 0 });
    },
  );

  it('answered 1032, like a wrong key, lets others prove that the key is right', async () => {
    const bad: RefundEntity[] = [];
    while (bad.length < 3) bad.push(await refundOf('sandbox:refund-error=1032'));
    const [healthy] = await many(1);
    // Three probes at most: pauses of one, two and four minutes.
    await pass(8 * MINUTE, 30 * SECOND);
    expect(await statesOf([healthy!])).toEqual(['accepted']);
    const lane = await stage.shop.app.get(RefundLanesService).find('web');
    expect(lane.pausedUntil).toBeNull();
    for (const each of bad) expect((await stage.now(each)).refusals).toBeGreaterThan(0);
  });
});

describe('an account that is refused for a while', () => {
  it('is tried with another refund each time, after growing pauses, with one alert, and costs no refund anything', async () => {
    const refunds = await many(4);
    const wrong = new KeyRing([{ key: canaryKey('wrong'), fromMs: -Infinity, untilMs: Infinity }], stage.clock);
    const logged = stage.shop.logs.lines.length;
    const tried: string[] = [];
    const pauses: number[] = [];
    for (let probe = 0; probe < 4; probe += 1) {
      await stage.service.sandbox.runDue();
      const [slot] = await stage.lanes.rows.claim(1);
      tried.push(slot!.refund.id);
      await stage.lanes.perform({ ...slot!, group: { ...slot!.group, keys: wrong } });
      const { pausedUntil } = await stage.shop.app.get(RefundLanesService).find('web');
      pauses.push((pausedUntil! - stage.clock.now()) / MINUTE);
      stage.clock.advance(pausedUntil! - stage.clock.now());
    }
    expect(tried).toEqual(refunds.map(({ id }) => id));
    expect(pauses).toEqual([1, 2, 4, 8]);
    const untouched = { state: 'queued', attempts: 0, failures: 0, refusals: 0, notBefore: 0 };
    for (const refund of refunds) expect(await stage.now(refund)).toMatchObject(untouched);
    const alerts = stage.shop.logs.lines
      .slice(logged)
      .filter((line) => line.includes('needs') && line.includes('SERVICE_1032'));
    expect(alerts).toHaveLength(1);
    await pass(10 * MINUTE, 30 * SECOND);
    expect(await statesOf(refunds)).toEqual(refunds.map(() => 'accepted'));
  });
});

describe('a rejection of a later sending', () => {
  it('is looked at again, and the refund that an earlier sending brought about is found, told and booked', async () => {
    // Its notifications get lost.
    const refund = await refundOf('mugs', 'http://localhost:9');
    // Sent once, and absent from reads that were wrong: the service books it only when it has refused the second sending.
    const sentAt = stage.clock.now() - HOUR;
    const earlier = { attempts: 1, lastSentAt: sentAt, arrivedBy: sentAt };
    await stage.shop.dataSource.manager.update(RefundEntity, { id: refund.id }, earlier);
    const [slot] = await stage.lanes.rows.claim(1);
    const service = await HeldService.start();
    const perform = stage.lanes.perform({ ...slot!, group: { ...slot!.group, baseUrl: service.url } });
    const answer = await service.asked;
    answer(400, { success: false, error_code: 1001, error_info: 'Invalid amount' });
    await perform;
    await service.close();
    expect(await stage.now(refund)).toMatchObject({ state: 'rejected', attempts: 2 });
    await stage.book(refund);
    await pass(2 * HOUR, 30 * MINUTE);
    expect(await stage.now(refund)).toMatchObject({ state: 'accepted', reason: 'revived' });
    expect(stage.reportedFor(refund.orderId).inside).toEqual([
      expect.stringMatching(/^rejected/),
      expect.stringMatching(/^accepted/),
    ]);
  });
});

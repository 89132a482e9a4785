import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { ManualClock } from 'tillbridge/testing';
import { Decisions, type DecisionSubject } from '../../../src/shop/decisions/index.js';
import { startShop, type ShopHost } from '../../support/shop-host.js';
import { transcriptOf } from '../../support/transcript.js';

const NOON = Date.UTC(2026, 0, 15, 11);

describe('what is kept of what people decide', () => {
  const clock = new ManualClock(NOON);
  let shop: ShopHost;
  beforeAll(async () => {
    shop = await startShop({ options: { workers: 'off', clock } });
  });
  afterAll(() => shop.close());

  test('who and why, of each subject, in the order in which it was decided', async () => {
    const decisions = shop.app.get(Decisions, { strict: false });
    const refund = (subjectId: string | null, change: Partial<DecisionSubject> = {}): DecisionSubject => ({
      group: 'web',
      orderId: 'A',
      about: 'refund',
      subjectId,
      decision: 'cancelled',
      ...change,
    });
    const record = (why: string, subjects: readonly DecisionSubject[], by = 'ann') =>
      shop.dataSource.transaction((tx) => decisions.record(tx, { by, why }, subjects));
    const about = (subjectId: string | null) =>
      decisions.about(shop.dataSource.manager, { group: 'web', orderId: 'A', subjectId });
    const transcript = await transcriptOf(shop, clock, async (written) => {
      await written.step('nothing', () => record('no one', []));
      clock.set(NOON + 2_000);
      await written.step('the second decision', () => record('later', [refund('R1', { decision: 'paid' })]));
      clock.set(NOON + 1_000);
      const others = [refund('R2'), refund('R1', { group: 'desk' }), refund('R1', { orderId: 'B' })];
      await written.step('the first one, and others', () => record('sooner', [...others, refund('R1'), refund(null)]));
      await written.step('two at one time', () =>
        record('at once', [refund('R1', { decision: 'paused', subject: 'X' })]),
      );
      await written.step('more than is kept', () => record('y'.repeat(501), [refund('R3')], 'x'.repeat(121)));
      await written.step('as much as is kept', () => record('y'.repeat(500), [refund('R4')], 'x'.repeat(120)));
      await written.step('about one refund', () => about('R1'));
      await written.step('about the order itself', () => about(null));
      await written.step('about a long one', () => about('R3'));
      await written.rows('decision');
    });
    expect(transcript).toMatchSnapshot();
  });
});

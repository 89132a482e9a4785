import { describe, expect, it } from '@jest/globals';

import {
  DELIVERY_PLAN,
  DELIVERY_PLAN_SHORT,
  deliveryTargets,
  nextDelivery,
  type DeliveryPlan,
} from './delivery-plan.js';

/** Minutes of all sendings of a notification without an acknowledgement. */
function minutesOf(plan: DeliveryPlan): number[] {
  const minutes = [0];
  for (;;) {
    const lastAttemptAtMs = (minutes.at(-1) ?? 0) * 60_000;
    const next = nextDelivery(plan, { attemptsMade: minutes.length, lastAttemptAtMs });
    if (next === 'exhausted') return minutes;
    minutes.push(next.dueAtMs / 60_000);
  }
}

describe('the delivery plan', () => {
  it('resends three times, fifteen minutes apart', () => {
    expect(minutesOf(DELIVERY_PLAN)).toEqual([0, 15, 30, 45]);
  });

  it('in its short form repeats twice within fifteen minutes', () => {
    expect(minutesOf(DELIVERY_PLAN_SHORT)).toEqual([0, 7.5, 15]);
  });

  it('without resends ends after the first sending', () => {
    expect(minutesOf({ resends: 0, intervalMs: 1 })).toEqual([0]);
  });
});

describe('the targets of one sending', () => {
  const [orderUrl, siteUrl] = ['https://shop.example/order', 'https://shop.example/site'];

  it.each([
    [{ orderUrl, siteUrl }, ['order', 'site']],
    [{ orderUrl }, ['order']],
    [{ orderUrl: null, siteUrl }, ['site']],
    [{ orderUrl: '', siteUrl: null }, []],
    [{}, []],
  ])('for %p are %p', (urls, levels) => {
    expect(deliveryTargets(urls).map(({ level }) => level)).toEqual(levels);
  });

  it('carry their addresses', () => {
    expect(deliveryTargets({ orderUrl, siteUrl }).map(({ url }) => url)).toEqual([orderUrl, siteUrl]);
  });
});

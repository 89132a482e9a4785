import { describe, expect, it } from '@jest/globals';
import { METHOD_TABLE, methodExpiryMs } from '../../../src/sandbox/orders/index.js';
import { PollingOptions, settled } from '../../../src/shop/core/index.js';
import { expiresAt } from '../../../src/shop/poll-schedule/poll-schedule.js';

const OPENED_AT = 1_764_000_000_000;
const POLLING = settled(PollingOptions);

const windowOf = (method: string): number => {
  const facts = { openedAt: OPENED_AT, activeUntil: null, method, methodSince: OPENED_AT, underWay: false };
  return expiresAt(facts, POLLING) - OPENED_AT;
};

describe('how long an order is polled', () => {
  it('is as long as the service lets it be paid, whatever the payment method', () => {
    const short = METHOD_TABLE.filter(({ code }) => windowOf(code) < (methodExpiryMs(code) ?? 0));
    expect(short.map(({ code }) => code)).toEqual([]);
  });
});

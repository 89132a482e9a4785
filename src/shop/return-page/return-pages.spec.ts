import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { LogCapture } from '../../../test/support/log-capture.js';
import type { ErrorRedactor } from '../core/index.js';
import { orderUnknown, OrdersService, type PaymentOrder } from '../orders/index.js';
import { ReturnPages } from './return-pages.js';

/** Answers like a shop with one order, and records its calls. */
class Orders {
  readonly asked: unknown[] = [];
  standing: Pick<PaymentOrder, 'paid' | 'status'> = { paid: false, status: null };
  failure: Error | null = null;

  async settle(orderId: string, options: unknown): Promise<Pick<PaymentOrder, 'orderId' | 'paid' | 'status'>> {
    this.asked.push([orderId, options]);
    if (this.failure) throw this.failure;
    return { orderId: `shop-${orderId}`, ...this.standing };
  }
}

describe('how the order of a returning shopper stands', () => {
  let orders: Orders;
  let pages: ReturnPages;
  let logs: LogCapture;

  beforeEach(() => {
    logs = new LogCapture();
    Logger.overrideLogger(logs);
    orders = new Orders();
    const texts: Pick<ErrorRedactor, 'of'> = { of: (error) => `redacted: ${(error as Error).message}` };
    const service: OrdersService = Object.assign(Object.create(OrdersService.prototype), {
      settle: (orderId: string, options: unknown) => orders.settle(orderId, options),
    });
    pages = new ReturnPages(service, texts as ErrorRedactor);
  });

  afterEach(() => Logger.overrideLogger(false));

  const visit = (orderId: string, refreshes = 0, group?: string) => pages.answer({ orderId, refreshes, group });

  it.each([
    ['of one letter', 'A', true],
    ['as long as an id can be', 'A'.repeat(64), true],
    ['longer than that', 'A'.repeat(65), false],
    ['empty', '', false],
    ['with a NUL, which PostgreSQL takes in no text', 'A\0', false],
  ])('is asked for when its id is plausible: one %s', async (_what, orderId, isAsked) => {
    const { orderId: shown, state } = await visit(orderId);
    expect(orders.asked).toHaveLength(isAsked ? 1 : 0);
    expect([shown, state]).toEqual([orderId.slice(0, 64), 'being-confirmed']);
  });

  it.each([
    [{ paid: true, status: 'completed' }, 'paid'],
    [{ paid: true, status: 'refunded' }, 'paid'],
    [{ paid: false, status: 'declined' }, 'not-paid'],
    [{ paid: false, status: 'expired' }, 'not-paid'],
    [{ paid: false, status: 'cancelled' }, 'not-paid'],
    [{ paid: false, status: 'uncleared' }, 'being-confirmed'],
    [{ paid: false, status: null }, 'being-confirmed'],
  ] as const)('%j: %s', async (standing, state) => {
    orders.standing = standing;
    const isOver = state !== 'being-confirmed';
    expect(await visit('A-1')).toEqual({
      orderId: isOver ? 'shop-A-1' : 'A-1',
      state,
      refreshAfterSeconds: isOver ? null : 2,
    });
  });

  it('is asked for by the id at the service, in the group of the address if that names one', async () => {
    await visit('A-1');
    await visit('A-1', 0, 'web');
    const rules = { byServiceId: true, leastGapMs: 2_000 };
    expect(orders.asked).toEqual([
      ['A-1', rules],
      ['A-1', { ...rules, group: 'web' }],
    ]);
  });

  it('is read less and less often, for five minutes', async () => {
    const gaps = await Promise.all(Array.from({ length: 11 }, (_, refreshes) => visit('A-1', refreshes)));
    const seconds = gaps.map(({ refreshAfterSeconds }) => refreshAfterSeconds);
    expect(seconds).toEqual([2, 3, 5, 10, 10, 30, 60, 60, 120, null, null]);
  });

  it('is being confirmed while it is unknown; that is logged, without keys, unless there is no such order', async () => {
    orders.failure = orderUnknown({ group: 'web', orderId: 'A-1' });
    expect((await visit('A-1')).state).toBe('being-confirmed');
    expect(logs.lines).toEqual([]);
    orders.failure = new Error('no connection');
    expect((await visit('A-1')).state).toBe('being-confirmed');
    expect(logs.matching('redacted: no connection')).toHaveLength(1);
  });
});

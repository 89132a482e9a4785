import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { refundCartOf, type Refund } from 'tillbridge';
import { largeCart, MOST_LINES } from '../../support/large-cart.js';
import { describeOneEngine } from '../../support/engines.js';
import { eur, RefundClerk } from './support/refund-clerk.js';
import { MINUTE, RefundStage } from './support/refund-stage.js';

/** At rates that no table of percents has. */
const RATES = ['5.5', '8.1', '8.375', '13.5', '19', '25.5'] as const;

describeOneEngine('a pay-later refund whose cart is built from a read', (engine) => {
  let clerk: RefundClerk;
  let stage: RefundStage;
  beforeAll(async () => {
    stage = await RefundStage.start(engine);
    clerk = new RefundClerk(stage);
  });
  afterAll(() => stage.close());

  const paidLater = async (): Promise<string> => {
    const orderId = `K-${randomUUID().slice(0, 8)}`;
    const { url, path, payments } = stage.shop;
    await payments.group('web').orders.create({
      orderId,
      amount: eur(MOST_LINES * 2 * 121),
      description: 'Four hundred mugs',
      gateway: 'KLARNA',
      cart: largeCart({ quantity: 2, rates: RATES, letter: 'ü' }),
      notificationUrl: `${url}${path}/web`,
      redirectUrl: 'http://localhost:3000/return',
    });
    await stage.service.sandbox.pay(orderId);
    await payments.group('web').orders.ship(orderId, {});
    await stage.pass(MINUTE);
    await payments.orders.sync(orderId, { by: 'test', why: 'it was paid' });
    return orderId;
  };

  const give = async (orderId: string, lines: { index: number; quantity?: number }[]): Promise<Refund> => {
    const asked = refundCartOf(await stage.shop.payments.orders.fetch(orderId, { group: 'web' }), lines);
    if (!asked.ok) throw new Error(JSON.stringify(asked.faults));
    return clerk.ask({ orderId, amount: asked.amount, cart: asked.cart });
  };

  it('gives back one piece of a line, then all that is left of two hundred lines', async () => {
    const orderId = await paidLater();
    const first = await give(orderId, [{ index: 3, quantity: 1 }]);
    await clerk.sent(orderId);
    await stage.pass(6 * MINUTE);
    const rest = await give(
      orderId,
      Array.from({ length: MOST_LINES }, (_, index) => ({ index, quantity: index === 3 ? 1 : 2 })),
    );
    await clerk.sent(orderId);
    const rows = await clerk.rowsOf(orderId);
    expect([first.amount.amount, rest.amount.amount]).toEqual([121, MOST_LINES * 2 * 121 - 121]);
    expect(rows.map(({ state }) => state)).toEqual(['accepted', 'accepted']);
    expect(rows.map(({ cart }) => cart?.bought.lines.length)).toEqual([MOST_LINES, MOST_LINES]);
    expect((await clerk.atService(orderId)).toSorted((a, b) => a - b)).toEqual([121, MOST_LINES * 2 * 121 - 121]);
    expect((await clerk.refunds.remaining(orderId)).amount).toBe(0);
  });
});

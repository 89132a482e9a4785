import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { orderBody } from 'tillbridge/testing';
import { describeOneEngine } from '../support/engines.js';
import { MINUTE } from '../shop/refunds/support/refund-stage.js';
import { orderPath, wordsOf } from './support/clerk-forms.js';
import { DashboardStage } from './support/dashboard-stage.js';
import { payOther } from './support/order-scenes.js';

describeOneEngine('money that a bank took back, on the pages', (engine) => {
  let dashboard: DashboardStage;
  const take = async (orderId: string, amount: number, status: string): Promise<void> => {
    const { shop, clock } = dashboard.stage;
    await payOther(dashboard, orderId, 'EUR');
    clock.advance(MINUTE);
    const row = { transaction_id: `c-${orderId}`, type: 'chargeback', status: 'completed', amount, currency: 'EUR' };
    const fields = { status, related_transactions: [row] };
    const body = orderBody({ orderId, amount: 10_000, at: clock.now(), fields });
    await shop.notify({ orderId, body, at: clock.now() });
    await shop.drain();
  };
  const refundPage = async (orderId: string): Promise<string> => {
    const { items } = await dashboard.stage.shop.payments.refunds.list({ orderId });
    return wordsOf(await dashboard.html(`/refunds/${items[0]!.id}`));
  };

  beforeAll(async () => {
    dashboard = await DashboardStage.start({ engine });
    await take('C-1', 3_000, 'completed');
    await take('C-2', 10_000, 'chargedback');
  });
  afterAll(() => dashboard.close());

  it('is called a chargeback, and not a refund that is requested and paid out', async () => {
    for (const words of [
      await refundPage('C-1'),
      wordsOf(await dashboard.html('/refunds?order=C-1')).replace(/.* Requested /, ''),
    ]) {
      expect(words).toContain('Chargeback: the bank took it back.');
      expect(words).not.toMatch(/paid out|on its way|never sent|erased|waits to be sent/);
    }
    const words = await refundPage('C-1');
    expect(words).toContain('Chargeback of order C-1 charged back');
    expect(words).not.toContain('Requested');
  });

  it('is in the story of its order, also where it is only a part', async () => {
    expect(wordsOf(await dashboard.html(orderPath('C-1')))).toContain('The bank took €30.00 back');
  });

  it('was received, and is no order that is not paid yet', async () => {
    const words = wordsOf(await dashboard.html(orderPath('C-2')));
    expect(words).toContain('Received nothing any more: the bank took it back');
    expect(words).not.toContain('not paid yet');
  });
});

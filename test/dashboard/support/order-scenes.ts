import { Money } from 'tillbridge';
import { orderBody } from 'tillbridge/testing';
import { NotificationEntity } from '../../../src/shop/notifications/index.js';
import { OutboxEntity } from '../../../src/shop/effects/index.js';
import { AttemptEntity, PaymentOrderEntity, TransitionEntity } from '../../../src/shop/orders/index.js';
import { HOUR, MINUTE } from '../../shop/refunds/support/refund-stage.js';
import type { DashboardStage } from './dashboard-stage.js';

/** A description that would do something on a page that did not escape it, and one address that is no one's business. */
export const HOSTILE = '<script>document.title="owned"</script> for ann.jansen@example.org';

const actor = { by: 'ann', why: 'the customer has called' };

/** What support staff find on a day when much went wrong: orders in every state, notifications that could not be applied. */
export async function setOrderScenes(dashboard: DashboardStage): Promise<void> {
  const { stage } = dashboard;
  const { shop, clock } = stage;
  await stage.paid('S-1001');
  clock.advance(2 * HOUR);
  await shop.payments.group('web').orders.create({
    orderId: 'S-1002',
    amount: Money.of('12.50', 'EUR'),
    description: HOSTILE.replaceAll(/[<>]/g, ''),
    reference: '<b>PO-77</b>',
    redirectUrl: 'http://localhost:3000/return',
  });
  await shop.dataSource.manager.update(PaymentOrderEntity, { orderId: 'S-1002' }, { description: HOSTILE });
  await stage.paid('S-1003');
  await shop.payments.refunds.request({
    orderId: 'S-1003',
    amount: Money.of('2.50', 'EUR'),
    reason: 'Mug broken',
    key: 'k1',
    by: 'ben',
  });
  await stage.refund('S-1003', { state: 'manual', reason: 'unresolved', attempts: 1, amount: 1_000 });
  await stage.paid('S-1004');
  await shop.dataSource.manager.update(PaymentOrderEntity, { orderId: 'S-1004' }, { attention: 'paid_twice' });
  clock.advance(5 * MINUTE);
  await shop.payments.orders.sync('S-1004', actor);
  await failEffects(dashboard);
  await receiveNotifications(dashboard);
}

/** An order for which the page of an earlier attempt was paid, too. */
export async function payTwice({ stage }: DashboardStage, orderId: string): Promise<void> {
  const { shop, clock } = stage;
  const { manager } = shop.dataSource;
  await stage.paid(orderId);
  const first = await manager.findOneByOrFail(AttemptEntity, { orderId });
  const second = { ...first, number: 2, serviceOrderId: `${orderId}-2`, createdAt: clock.now() };
  await manager.insert(AttemptEntity, second);
  await manager.update(PaymentOrderEntity, { orderId }, { attempt: 2 });
  clock.advance(MINUTE);
  const fields = { payment_details: { type: 'VISA', last4: '1111' } };
  const body = orderBody({ orderId: second.serviceOrderId, amount: 10_000, at: clock.now(), fields });
  await shop.notify({ orderId: second.serviceOrderId, body, at: clock.now() });
  await shop.drain();
}

/** An order of 100.00 EUR for which money came in another currency. */
export async function payOther(
  { stage: { shop, clock } }: DashboardStage,
  id: string,
  currency: string,
): Promise<void> {
  await shop.payments.group('web').orders.create({
    orderId: id,
    amount: Money.of('100.00', 'EUR'),
    description: 'Two mugs',
    redirectUrl: 'http://localhost:3000/return',
  });
  clock.advance(MINUTE);
  const body = orderBody({ orderId: id, amount: 10_000, at: clock.now(), fields: { currency } });
  await shop.notify({ orderId: id, body, at: clock.now() });
  await shop.drain();
}

/** An order of 100.00 EUR whose price became 7,000 yen: both of its pages were paid. */
export async function payInTwoCurrencies({ stage: { shop, clock } }: DashboardStage, orderId: string): Promise<void> {
  const asked = [Money.of('100.00', 'EUR'), Money.of('7000', 'JPY')];
  const redirectUrl = 'http://localhost:3000/return';
  for (const amount of asked)
    await shop.payments.group('web').orders.create({ orderId, amount, description: 'Two mugs', redirectUrl });
  for (const [index, amount] of asked.entries()) {
    clock.advance(MINUTE);
    const of = { orderId: index === 0 ? orderId : `${orderId}-2`, transactionId: `70${index}`, at: clock.now() };
    await shop.notify({ ...of, body: orderBody({ ...amount.toJSON(), ...of }) });
    await shop.drain();
  }
}

/** A paid order of three articles. */
export const buyArticles = (dashboard: DashboardStage, orderId: string): Promise<void> =>
  buy(dashboard, { orderId, lines: [line('Teapot', 1, '20.00'), line('Cup', 2, '7.50'), line('Book', 1, '10.00')] });

/** An order of so many articles of 10.00 EUR, `Cup 1` and so on, that a lender has said yes to. */
export const buyManyArticles = (dashboard: DashboardStage, orderId: string, count: number): Promise<void> => {
  const lines = Array.from({ length: count }, (_, index) => line(`Cup ${index + 1}`, 1, '10.00'));
  return buy(dashboard, { orderId, lines, method: 'KLARNA' });
};

const line = (name: string, quantity: number, price: string) => ({
  name,
  merchantItemId: name.toUpperCase(),
  quantity,
  unitPriceIncludingTax: Money.of(price, 'EUR'),
  taxPercent: '21',
});

async function buy(
  { stage }: DashboardStage,
  { orderId, lines, method }: { orderId: string; lines: readonly ReturnType<typeof line>[]; method?: string },
): Promise<void> {
  const { shop, service } = stage;
  await shop.payments.group('web').orders.create({
    orderId,
    amount: Money.ofMinor(
      lines.reduce((sum, { quantity, unitPriceIncludingTax }) => sum + quantity * unitPriceIncludingTax.amount, 0),
      'EUR',
    ),
    description: 'Tea things',
    cart: { lines },
    redirectUrl: 'http://localhost:3000/return',
  });
  await service.sandbox.pay(orderId, { ...(method !== undefined && { method }) });
  await shop.payments.orders.sync(orderId, actor);
  await shop.drain();
}

async function failEffects({ stage: { shop, clock } }: DashboardStage): Promise<void> {
  const { manager } = shop.dataSource;
  const transition = await manager.findOneByOrFail(TransitionEntity, { orderId: 'S-1004', kind: 'completed' });
  const now = clock.now();
  for (const [index, effect] of ['Mailer.confirm', 'Loyalty.addPoints'].entries()) {
    await manager.insert(OutboxEntity, {
      id: `0190c0de-0000-7000-8000-00000000000${index}`,
      group: 'web',
      orderId: 'S-1004',
      transitionId: transition.id,
      version: transition.version,
      effect,
      state: 'dead',
      attempts: 12,
      dueAt: now,
      lastError: 'connect ECONNREFUSED mail.shop.example:25 for ann.jansen@example.org',
      createdAt: now,
      doneAt: now,
    });
  }
}

async function receiveNotifications({ stage: { shop, clock } }: DashboardStage): Promise<void> {
  for (const orderId of ['GONE-1', 'GONE-2', 'S-1001']) {
    const body = orderBody({ orderId, amount: 10_000, at: clock.now(), fields: { var1: 'secret of Ann' } });
    await shop.notify({ orderId, body, at: clock.now() });
  }
  // Long enough for those without an order to be given up.
  for (let minute = 0; minute < 12; minute += 1) {
    clock.advance(MINUTE);
    await shop.drain();
  }
  const { manager } = shop.dataSource;
  const lastError = 'the shelf fell down on ann.jansen@example.org';
  const broken = await manager.findOneByOrFail(NotificationEntity, { orderId: 'S-1001', state: 'done' });
  await manager.update(NotificationEntity, { id: broken.id }, { state: 'parked', attempts: 12, lastError });
  const forged = { auth: Buffer.from('1:2').toString('base64') };
  await shop.post('?transactionid=S-1001&timestamp=1', forged, '{}');
}

import type { OrderReport } from '../orders/orders.service.js';
import { announcedOrder, type Cast } from './cast.js';
import { countKind, isAcknowledged, isOutboxDone, notified } from './facts.js';
import { count, fact } from './narrator.js';
import type { Checkout } from './shopper.js';

const TEAPOT = 'stoneware-teapot';

/** A customer makes a second attempt, and then also pays on the old page. */
export async function aSecondAttempt(cast: Cast): Promise<void> {
  const { narrator, stage, shopper } = cast;
  narrator.say('\nA second attempt');
  const first = await announcedOrder(cast, TEAPOT);
  let second: Checkout = first;

  await narrator.step('Try again after leaving the page: the same order, a new attempt at the service', async () => {
    await shopper.finish(first, 'unfinished');
    await shopper.reportWhen(first.orderId, ({ state }) => state === 'Cancelled');
    second = await shopper.tryAgain(first.orderId);
    fact(second.paymentUrl !== first.paymentUrl, 'the page is that of the first attempt');
    return `${second.attemptId} instead of ${first.attemptId}`;
  });

  await narrator.step('the second page is paid: the order is paid, the stock is reserved once', async () => {
    await shopper.finish(second, 'paid');
    await shopper.reportWhen(first.orderId, (report) => report.paid && isOutboxDone(report));
    await reservedOnce(cast, first.orderId);
    return '';
  });

  await narrator.step(
    'a transfer to the old page arrives late: paid twice, the staff is told, nothing else',
    async () => {
      await stage.sandbox.pay(first.attemptId, { method: 'BANKTRANS' });
      isAcknowledged(await notified(stage, first.attemptId, 'paid'));
      // A report is not read at one moment: it may contain the mail although the order was read before.
      const isReported = ({ state, mails }: OrderReport): boolean => state === 'Paid twice' && mails.length > 1;
      const { mails } = await shopper.reportWhen(first.orderId, isReported);
      count('mails', mails.length, 2);
      await reservedOnce(cast, first.orderId);
      return `to ${mails[1]?.recipient}: "${mails[1]?.subject}"`;
    },
  );
}

async function reservedOnce({ shopper }: Cast, orderId: string): Promise<void> {
  const report = await shopper.report(orderId);
  count('reservations', report.reservations.length, 1);
  count('effects in a transaction', countKind(report, 'effect'), 1);
}

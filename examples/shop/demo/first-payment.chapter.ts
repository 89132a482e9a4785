import { PRODUCTS } from '../catalogue/products.js';
import { announcedOrder, type Cast } from './cast.js';
import { countKind, isOutboxDone, notified } from './facts.js';
import { count, fact } from './narrator.js';
import type { Checkout } from './shopper.js';

const NOTEBOOK = 'linen-notebook';
const NOTEBOOKS_AT_FIRST = PRODUCTS.find(({ slug }) => slug === NOTEBOOK)?.stock ?? 0;

/** The order, the payment page, the notification. */
export async function aPayment(cast: Cast): Promise<Checkout> {
  const { narrator, stage, shopper } = cast;
  narrator.say('\nA payment');
  let checkout: Checkout = { orderId: '', attemptId: '', paymentUrl: '' };

  await narrator.step('a shopper presses Pay: the order is created at the service', async () => {
    checkout = await announcedOrder(cast, NOTEBOOK);
    const { paid, amount } = await shopper.report(checkout.orderId);
    fact(!paid && amount === '12.50 EUR', `the order is for ${amount}, paid: ${paid}`);
    return `${checkout.orderId}, ${amount}, not paid yet`;
  });

  await narrator.step('the shopper pays on the payment page and is sent back to the shop', async () => {
    await shopper.finish(checkout, 'paid');
    return '';
  });

  await narrator.step('the notification arrives, is verified, stored and acknowledged', async () => {
    const { status, response } = await notified(stage, checkout.orderId, 'paid');
    fact(status === 200 && response === 'OK', `the answer was ${status} "${response}"`);
    const report = await shopper.report(checkout.orderId);
    count('notifications stored', countKind(report, 'notification'), 2);
    return `answered with ${status} "${response}"`;
  });

  return checkout;
}

/** What the shop does after the payment. */
export async function whatFollows({ narrator, stage, shopper }: Cast, { orderId }: Checkout): Promise<void> {
  await narrator.step('the order is paid, by that notification, and its page says so', async () => {
    const { status, timeline } = await shopper.reportWhen(orderId, (report) => report.paid);
    const change = timeline.find(({ kind, details }) => kind === 'transition' && details['kind'] === 'completed');
    const source = String(change?.details['source']);
    fact(status === 'completed' && source === 'notification', `status "${status}", learnt from ${source}`);
    const state = await shopper.readState(orderId);
    fact(state === 'Paid', `the page says "${state}"`);
    return '';
  });

  await narrator.step('the stock is reserved once', async () => {
    const { reservations } = await shopper.report(orderId);
    count('reservations', reservations.length, 1);
    const left = await stage.stockOf(NOTEBOOK);
    count('notebooks on the shelf', left, NOTEBOOKS_AT_FIRST - 1);
    return `${left} of ${NOTEBOOKS_AT_FIRST} notebooks are left on the shelf`;
  });

  await narrator.step('the confirmation mail is sent once', async () => {
    const { mails } = await shopper.reportWhen(orderId, isOutboxDone);
    count('mails', mails.length, 1);
    return `to ${mails[0]?.recipient}: "${mails[0]?.subject}"`;
  });
}

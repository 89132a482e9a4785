import { signedNotification } from 'tillbridge/testing';
import type { OrderReport } from '../orders/orders.service.js';
import { acknowledged, areApplied, countKind, isOutboxDone, sameRows } from './facts.js';
import { count, fact, type Narrator } from './narrator.js';
import { Shopper, type Checkout } from './shopper.js';
import type { Stage } from './stage.js';

const NOTEBOOK = 'linen-notebook';
const LANTERN = 'brass-lantern';

/** What every chapter has at hand. */
interface Cast {
  narrator: Narrator;
  stage: Stage;
  shopper: Shopper;
}

/**
 * The story of a first payment, and of what must not happen to it.
 *
 * @throws NotAsTold at the first step that did not happen as told
 */
export async function tellStory(narrator: Narrator, stage: Stage): Promise<void> {
  const cast: Cast = { narrator, stage, shopper: new Shopper(stage) };
  const checkout = await aPayment(cast);
  await theSameAgain(cast, checkout);
  await aForgery(cast, checkout);
  await notPaid(cast);
}

async function aPayment({ narrator, stage, shopper }: Cast): Promise<Checkout> {
  narrator.say('\nA payment');
  const stock = await stage.stockOf(NOTEBOOK);
  let checkout: Checkout = { orderId: '', paymentUrl: '' };

  await narrator.step('a shopper presses Pay: the order is created at the service', async () => {
    checkout = await shopper.pressPay(NOTEBOOK);
    const { paid, amount } = await shopper.report(checkout.orderId);
    fact(!paid && amount === '12.50 EUR', `the order is for ${amount}, paid: ${paid}`);
    return `${checkout.orderId}, ${amount}, not paid yet`;
  });

  await narrator.step('the shopper pays on the payment page and is sent back to the shop', async () => {
    await shopper.finish(checkout, 'paid');
    return '';
  });

  await narrator.step('the notification arrives, is verified, stored and acknowledged', async () => {
    const { status, response } = await acknowledged(stage, checkout.orderId, 1);
    fact(status === 200 && response === 'OK', `the answer was ${status} "${response}"`);
    const report = await shopper.report(checkout.orderId);
    count('notifications stored', countKind(report, 'notification'), 1);
    return `answered with ${status} "${response}"`;
  });

  await narrator.step('the order is paid, by that notification, and its page says so', async () => {
    const { status, timeline } = await shopper.reportWhen(checkout.orderId, (report) => report.paid);
    const change = timeline.find(({ kind, details }) => kind === 'transition' && details['kind'] === 'completed');
    const source = String(change?.details['source']);
    fact(status === 'completed' && source === 'notification', `status "${status}", learnt from ${source}`);
    const state = await shopper.readState(checkout.orderId);
    fact(state === 'Paid', `the page says "${state}"`);
    return '';
  });

  await narrator.step('the stock is reserved once', async () => {
    const { reservations } = await shopper.report(checkout.orderId);
    count('reservations', reservations.length, 1);
    count('pieces on the shelf', await stage.stockOf(NOTEBOOK), stock - 1);
    return `${stock - 1} of ${stock} notebooks left on the shelf`;
  });

  await narrator.step('the confirmation mail is sent once', async () => {
    const { mails } = await shopper.reportWhen(checkout.orderId, isOutboxDone);
    count('mails', mails.length, 1);
    return `to ${mails[0]?.recipient}: "${mails[0]?.subject}"`;
  });
  return checkout;
}

/** What an order has led to: must be the same before and after a repetition. */
const consequences = ({ status, reservations, mails, ...report }: OrderReport) =>
  JSON.stringify({ status, reservations, mails, transitions: countKind(report as OrderReport, 'transition') });

async function theSameAgain({ narrator, stage, shopper }: Cast, { orderId }: Checkout): Promise<void> {
  narrator.say('\nThe same notification again');
  const before = await shopper.report(orderId);
  const first = await acknowledged(stage, orderId, 1);

  await narrator.step('the same body with a new timestamp and signature: acknowledged', async () => {
    await stage.sandbox.resend(first.id);
    const again = await acknowledged(stage, orderId, 2);
    fact(again.body === first.body, 'the sandbox sent another body');
    fact(again.timestamp !== first.timestamp, 'the sandbox sent the same timestamp');
    return '';
  });

  await narrator.step('nothing is repeated: one change, one reservation, one mail', async () => {
    const after = await shopper.reportWhen(orderId, (report) => areApplied(report, 2) && isOutboxDone(report));
    fact(consequences(after) === consequences(before), `now there is ${consequences(after)}`);
    return '';
  });
}

async function aForgery({ narrator, stage, shopper }: Cast, { orderId }: Checkout): Promise<void> {
  narrator.say('\nA forged notification');
  const target = await shopper.pressPay(LANTERN);
  const before = await stage.countRows();

  await narrator.step('"the lantern is paid", signed with another key: refused', async () => {
    const genuine = (await acknowledged(stage, orderId, 1)).body ?? '';
    const body = genuine.replaceAll(orderId, target.orderId);
    const forged = signedNotification({ key: stage.forgersKey, orderId: target.orderId, body, at: Date.now() });
    const { headers } = forged;
    const answer = await fetch(stage.notificationUrl + forged.search, { method: 'POST', headers, body: forged.body });
    const seen = `the shop answered ${answer.status} "${await answer.text()}"`;
    fact(answer.status === 401, seen);
    return seen;
  });

  await narrator.step('nothing is stored, and the lantern is not paid', async () => {
    sameRows(before, await stage.countRows());
    const { paid } = await shopper.report(target.orderId);
    fact(!paid, 'the order is paid');
    return '';
  });
}

async function notPaid({ narrator, shopper, stage }: Cast): Promise<void> {
  narrator.say('\nPayments that come to nothing');
  const endings = [
    { outcome: 'declined', words: 'Declined – try again', title: 'a declined payment: the shopper may try again' },
    { outcome: 'unfinished', words: 'Cancelled', title: 'a payment left unfinished: the order is cancelled' },
  ] as const;
  for (const { outcome, words, title } of endings) {
    await narrator.step(`${title}; no stock is touched, no mail is sent`, async () => {
      const checkout = await shopper.pressPay(LANTERN);
      await shopper.finish(checkout, outcome);
      await acknowledged(stage, checkout.orderId, 1);
      const report = await shopper.reportWhen(checkout.orderId, ({ state }) => state === words);
      count('reservations', report.reservations.length, 0);
      count('mails', report.mails.length, 0);
      return '';
    });
  }
}

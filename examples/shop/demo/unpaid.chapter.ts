import type { Cast } from './cast.js';
import { notified } from './facts.js';
import { count } from './narrator.js';

const LANTERN = 'brass-lantern';

/** Payments that end unpaid. */
export async function notPaid({ narrator, shopper, stage }: Cast): Promise<void> {
  narrator.say('\nPayments that come to nothing');
  const endings = [
    { outcome: 'declined', words: 'Declined – try again', title: 'a declined payment: the shopper may try again' },
    { outcome: 'unfinished', words: 'Cancelled', title: 'a payment left unfinished: the order is cancelled' },
  ] as const;
  for (const { outcome, words, title } of endings) {
    await narrator.step(`${title}; no stock is touched, no mail is sent`, async () => {
      const checkout = await shopper.pressPay(LANTERN);
      await shopper.finish(checkout, outcome);
      await notified(stage, checkout.orderId, outcome);
      const report = await shopper.reportWhen(checkout.orderId, ({ state }) => state === words);
      count('reservations', report.reservations.length, 0);
      count('mails', report.mails.length, 0);
      return '';
    });
  }
}

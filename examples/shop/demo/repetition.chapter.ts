import type { OrderReport } from '../orders/orders.service.js';
import type { Cast } from './cast.js';
import { areApplied, countKind, isAcknowledged, isOutboxDone, notified } from './facts.js';
import { fact } from './narrator.js';
import type { Checkout } from './shopper.js';

/** The consequences of an order: they must be the same before and after a repetition. */
const consequences = ({ status, reservations, mails, ...report }: OrderReport) =>
  JSON.stringify({ status, reservations, mails, transitions: countKind(report as OrderReport, 'transition') });

/** The service sends a notification again. */
export async function theSameAgain({ narrator, stage, shopper }: Cast, { orderId }: Checkout): Promise<void> {
  narrator.say('\nThe same notification again');
  const before = await shopper.report(orderId);
  const first = await notified(stage, orderId, 'paid');

  await narrator.step('the same body with a new timestamp and signature: acknowledged', async () => {
    const again = isAcknowledged(await stage.sandbox.resend(first.id));
    fact(again.body === first.body, 'the sandbox sent another body');
    fact(again.headers['Auth'] !== first.headers['Auth'], 'the sandbox sent the same signature');
    return '';
  });

  await narrator.step('nothing is repeated: one change, one reservation, one mail', async () => {
    const received = countKind(before, 'notification') + 1;
    const after = await shopper.reportWhen(orderId, (report) => areApplied(report, received) && isOutboxDone(report));
    fact(consequences(after) === consequences(before), `now there is ${consequences(after)}`);
    return '';
  });
}

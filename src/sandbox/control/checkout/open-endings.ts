import type { PaymentOutcome } from '../../payments/index.js';
import type { Ending } from './endings.js';

/** The outcomes of a payment on an open page, for any method. */
export const OPEN_ENDINGS: readonly (Ending & { readonly outcome: PaymentOutcome })[] = [
  { outcome: 'paid', what: 'Paid', effect: 'Back to the shop, paid' },
  { outcome: 'declined', what: 'Decline', effect: 'The bank says no, try again' },
  { outcome: 'uncleared', what: 'Hold', effect: 'Paid, but the bank still checks it' },
  { outcome: 'expired', what: 'Let it expire', effect: 'The time to pay is over' },
  { outcome: 'begun', what: 'Leave it open', effect: 'The shopper goes back, and this try ends by itself' },
  { outcome: 'unfinished', what: 'Leave unfinished', effect: 'The shopper walks away' },
];

/** The outcomes that the form of an open page may request: those, and that of the shopper's cancel button. */
export const OPEN_OUTCOMES: readonly PaymentOutcome[] = [...OPEN_ENDINGS.map(({ outcome }) => outcome), 'cancelled'];

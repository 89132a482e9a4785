import type { PaymentOrder, RefundState } from 'tillbridge';

/** What is known before the service has said anything. */
const CREATION: Readonly<Record<PaymentOrder['createState'], string>> = {
  creating: 'The service is being asked for a payment page',
  created: 'Waits for the shopper',
  failed: 'The service refused the payment',
};

const STATUSES: Readonly<Record<string, string>> = {
  initialized: 'Waits for the shopper',
  uncleared: 'Paid, and waits for approval by the service',
  authorised: 'Reserved, and waits to be captured',
  reserved: 'Reserved',
  completed: 'Paid',
  declined: 'Declined; the shopper may try again',
  cancelled: 'Ended without a payment',
  expired: 'Expired without a payment',
  voided: 'Annulled after it was paid',
  shipped: 'Paid, and reported as shipped',
  refunded: 'Paid, and given back',
  partial_refunded: 'Paid, and given back in part',
  chargedback: 'Taken back by the bank',
};

/** The status of a payment in plain words. @param order - null when the service was never asked */
export function statusText(order: Pick<PaymentOrder, 'status' | 'createState'> | null): string {
  if (order === null) return 'The service was not asked yet';
  const { status, createState } = order;
  return status === null ? CREATION[createState] : (STATUSES[status] ?? status.replaceAll('_', ' '));
}

/** How a state of a refund is called, and what it means. */
export interface RefundLabel {
  readonly name: string;
  readonly text: string;
}

/** The states of refunds. */
export const REFUND_LABELS: Readonly<Record<RefundState, RefundLabel>> = {
  queued: { name: 'Waiting', text: 'It waits to be sent.' },
  sending: { name: 'Being sent', text: 'It is being sent to the service.' },
  accepted: { name: 'Accepted', text: 'The service has it; the money goes out with its next payout.' },
  settled: { name: 'Paid out', text: 'The money is on its way to the customer.' },
  rejected: { name: 'Refused', text: 'It was not carried out; the amount can be refunded again.' },
  unknown: { name: 'Not known yet', text: 'The service is asked whether it has it; until then it is not sent again.' },
  manual: {
    name: 'Needs a decision',
    text: 'A person has to say whether it was carried out; nothing is sent until then.',
  },
  cancelled: { name: 'Cancelled', text: 'It was cancelled before any money left.' },
};

const REASONS: Readonly<Record<string, string>> = {
  lost: 'The process that was sending it ended before the answer came.',
  exhausted: 'It was sent as often as allowed, and each time it did not arrive.',
  unresolved: 'Whether it was carried out could not be found out.',
  unsettled: 'The service accepted it, and was never seen to pay it out.',
  declined: 'The service or the bank declined it after it had been accepted.',
  void: 'It was cancelled at the service.',
  cancelled: 'It was cancelled here.',
  twice: 'The service shows two refunds where one was asked for.',
  'other-amount': 'The service shows it with another amount.',
  ambiguous: 'The service shows refunds that may be ours or someone else’s.',
  revived: 'The service carried it out after it had been given up here.',
  unsent: 'The service shows it, although it was never sent from here.',
  failing: 'Refunds do not get through to the service.',
  refused: 'The service refused it as often as it is tried.',
  untold: 'The service accepted it, and it could not be recorded here.',
  decided: 'A person decided.',
  TIMEOUT: 'No answer came in time.',
  NETWORK: 'The connection broke before an answer came.',
};

/** Why a refund is in its state, in plain words; null when there is nothing to say. */
export const refundReasonText = (reason: string | null): string | null =>
  reason === null ? null : (REASONS[reason] ?? `The service answered ${reason.replace(/^SERVICE_/, 'error ')}.`);

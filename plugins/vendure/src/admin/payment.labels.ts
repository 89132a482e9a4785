import { REFUND_LABELS, type PaymentOrder, type RefundLabel, type RefundState } from 'tillbridge';

/** Texts before the service has reported a status. */
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

/** The status of a payment in plain words. @param order - null if the service was never called */
export function statusText(order: Pick<PaymentOrder, 'status' | 'createState'> | null): string {
  if (order === null) return 'The service was not asked yet';
  const { status, createState } = order;
  return status === null ? CREATION[createState] : (STATUSES[status] ?? status.replaceAll('_', ' '));
}

const capitalised = (text: string): string => `${text[0]?.toUpperCase()}${text.slice(1)}`;

/** The name of a refund's state, and its meaning: the texts of the module. */
export function refundLabel(state: RefundState): RefundLabel {
  const { name, text } = REFUND_LABELS[state];
  return { name: capitalised(name), text: `It ${text}.` };
}

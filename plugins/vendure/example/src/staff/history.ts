import type { HistoryEntry } from '../api/staff-types';
import { money } from '../storefront/format';

type Data = HistoryEntry['data'];

/** What the plugin writes on an order, in words for staff. */
const EVENTS: Readonly<Record<string, string>> = {
  completed: 'The payment service: paid',
  authorised: 'The payment service: money reserved',
  declined: 'The payment service: declined',
  cancelled: 'The payment service: cancelled',
  expired: 'The payment service: the time to pay is over',
  uncleared: 'The payment service: paid, not cleared yet',
  paid_after_cancel: 'Paid after it was cancelled here',
  paid_twice: 'Paid twice',
  amount_mismatch: 'Another amount was paid than was asked for',
  order_changed: 'Paid, but the order was changed meanwhile',
  not_recorded: 'Paid, but Vendure refused to record it',
  chargedback: 'The shopper took the money back through the bank',
  voided: 'The payment service undid the payment',
  refunded_elsewhere: 'Money was given back outside the shop',
  refund_failed: 'A refund came back',
  refund_manual: 'A refund has to be checked by hand',
  rejected: 'The payment service refused a refund',
};

function plugin(data: Data): string {
  const event = String(data['event']);
  const amount = money(Number(data['amount']), String(data['currency']));
  const attention = data['needsAttention'] === true ? ' – please look into it' : '';
  return `${EVENTS[event] ?? event}: ${amount}${attention}`;
}

/** A state of Vendure's, written with spaces: "Payment settled". */
export const spaced = (state: string): string =>
  state.replace(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

const WORDS: Readonly<Record<string, (data: Data) => string>> = {
  ORDER_STATE_TRANSITION: ({ to }) => `Order: ${spaced(String(to))}`,
  ORDER_PAYMENT_TRANSITION: ({ to }) => `Payment: ${spaced(String(to))}`,
  ORDER_REFUND_TRANSITION: ({ to, reason }) => `Refund: ${spaced(String(to))}${reason ? `, ${String(reason)}` : ''}`,
  TILLBRIDGE: plugin,
};

/** A line of the history; undefined for what staff need not see. */
export const historyText = ({ type, data }: HistoryEntry): string | undefined => WORDS[type]?.(data);

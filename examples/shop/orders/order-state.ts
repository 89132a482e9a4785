import type { StateView } from '../pages/views.js';

/**
 * What the shopper may do next: use the payment page that is still open, make a new attempt, or nothing.
 * An open page is used again wherever there is one: two open pages could both be paid.
 */
export type Next = 'pay' | 'pay-again' | 'new-attempt' | null;

/** A state in plain words, and what follows from it. */
export interface OrderState extends StateView {
  next: Next;
}

/** As much of an order as its words depend on. */
interface KnownOrder {
  status: string | null;
  paymentUrl: string | null;
  paid: boolean;
  /** Why a person should look at it, e.g. another amount came than was asked for. */
  attention: string | null;
}

const NOT_STARTED: OrderState = {
  tone: 'quiet',
  title: 'Not started',
  text: 'The payment could not be started, so nothing was charged.',
  next: 'new-attempt',
};

const WAITING: OrderState = {
  tone: 'open',
  title: 'Waiting for payment',
  text: 'Nothing has been paid yet. The payment page is still open for you.',
  next: 'pay',
};

/** Also for everything the shop does not understand: as long as nobody knows, nothing has failed. */
const CONFIRMING: OrderState = {
  tone: 'waiting',
  title: 'Being confirmed',
  text: 'We are waiting for the result of your payment. You need not do anything, and need not pay again.',
  next: null,
};

const RESERVED: OrderState = {
  tone: 'waiting',
  title: 'Reserved',
  text: 'The amount is reserved for us. It is charged when your order leaves.',
  next: null,
};

const DECLINED: OrderState = {
  tone: 'bad',
  title: 'Declined – try again',
  text: 'The payment was declined and nothing was charged. You can try again, or pay in another way.',
  next: 'pay-again',
};

const CANCELLED: OrderState = {
  tone: 'quiet',
  title: 'Cancelled',
  text: 'The payment was not finished and nothing was charged.',
  next: 'new-attempt',
};

const PAID: OrderState = {
  tone: 'good',
  title: 'Paid',
  text: 'Thank you! Your order is set aside for you, and a confirmation is on its way.',
  next: null,
};

const STATES: Readonly<Record<string, OrderState>> = {
  uncleared: CONFIRMING,
  authorised: RESERVED,
  reserved: RESERVED,
  completed: PAID,
  shipped: { ...PAID, title: 'Paid and sent', text: 'Thank you! Your order is on its way to you.' },
  declined: DECLINED,
  cancelled: CANCELLED,
  void: CANCELLED,
  expired: { ...CANCELLED, title: 'Expired', text: 'The time to pay is over and nothing was charged.' },
  refunded: { tone: 'quiet', title: 'Refunded', text: 'The whole amount has been paid back to you.', next: null },
  partial_refunded: { ...PAID, title: 'Partly refunded', text: 'A part of the amount has been paid back to you.' },
  chargedback: { tone: 'quiet', title: 'Charged back', text: 'Your bank has taken the payment back.', next: null },
};

/**
 * Puts an order's state into words.
 *
 * @param returned has the shopper come back from the payment page? Then an undecided payment is being confirmed.
 */
export function orderState(order: KnownOrder | null, returned = false): OrderState {
  if (!order) return NOT_STARTED;
  if (order.attention !== null && !order.paid) return CONFIRMING;
  if (order.status === null || order.status === 'initialized') {
    if (returned) return CONFIRMING;
    return order.paymentUrl ? WAITING : NOT_STARTED;
  }
  return STATES[order.status] ?? CONFIRMING;
}

import type { StateView } from '../pages/views.js';

/** A state in plain words, and its next step. */
export interface OrderState extends StateView {
  /** The button that continues the payment; null if there is nothing to do. */
  next: 'Continue to payment' | 'Try again' | null;
}

/** The parts of an order that its text depends on. */
interface KnownOrder {
  status: string | null;
  paymentUrl: string | null;
  /** The `order_id` of its newest attempt. */
  serviceOrderId: string;
  paid: boolean;
  /** Why the order needs attention, for example because of a wrong amount. */
  attention: string | null;
}

const NOT_STARTED: OrderState = {
  tone: 'quiet',
  title: 'Not started',
  text: 'The payment could not be started, so nothing was charged.',
  next: 'Try again',
};

const WAITING: OrderState = {
  tone: 'open',
  title: 'Waiting for payment',
  text: 'Nothing has been paid yet. The payment page is still open for you.',
  next: 'Continue to payment',
};

/** Also for everything that the shop does not understand: an unknown outcome is not a failure. */
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
  next: 'Try again',
};

const CANCELLED: OrderState = {
  tone: 'quiet',
  title: 'Cancelled',
  text: 'The payment was not finished and nothing was charged.',
  next: 'Try again',
};

const PAID: OrderState = {
  tone: 'good',
  title: 'Paid',
  text: 'Thank you! Your order is set aside for you, and a confirmation is on its way.',
  next: null,
};

/** Paid, but not as it should be: the staff is notified, and decides. By the module's name of the event. */
const PAID_ODDLY: Readonly<Record<string, OrderState>> = {
  paid_twice: {
    tone: 'good',
    title: 'Paid twice',
    text: 'Your order is set aside for you. A second payment has come in for it: we will be in touch to pay it back.',
    next: null,
  },
  paid_after_cancel: {
    tone: 'waiting',
    title: 'Paid late',
    text: 'Your payment came in after the order had been given up. We will be in touch: you get your order, or your money.',
    next: null,
  },
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
 * The state of an order as text.
 *
 * @param returnedFrom `transactionid` with which the customer returned from the payment page: until more is known
 *   about that attempt, it is being confirmed
 */
export function orderState(order: KnownOrder | null, returnedFrom?: string): OrderState {
  if (!order) return NOT_STARTED;
  const { status, attention, paid } = order;
  if (attention !== null && !paid) return CONFIRMING;
  if (status === null || status === 'initialized') {
    if (returnedFrom === order.serviceOrderId) return CONFIRMING;
    return order.paymentUrl ? WAITING : NOT_STARTED;
  }
  const oddly = status === 'completed' && attention !== null ? PAID_ODDLY[attention] : undefined;
  return oddly ?? STATES[status] ?? CONFIRMING;
}

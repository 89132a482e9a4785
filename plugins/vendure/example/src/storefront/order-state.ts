import type { OrderSeen, PaymentStatusSeen } from '../api/shop-types';

/** How a state is coloured, and which sign stands beside it. */
export type Tone = 'good' | 'waiting' | 'bad' | 'quiet';

/** What a shopper reads about an order. */
export interface StateView {
  readonly tone: Tone;
  readonly title: string;
  readonly text: string;
  /** Where the shopper can go on paying, if anywhere. */
  readonly action?: 'continue' | 'retry';
}

const COUNTED: ReadonlySet<string> = new Set(['Pending', 'Settled']);

/** What went back to the shopper, or is on its way. */
export const refundsOf = (order: OrderSeen) =>
  order.payments.flatMap(({ refunds }) => refunds).filter(({ state }) => COUNTED.has(state));

const isGivenBack = (order: OrderSeen): boolean => {
  const paid = order.payments.filter(({ state }) => state === 'Settled').reduce((sum, { amount }) => sum + amount, 0);
  const back = refundsOf(order).filter(({ state }) => state === 'Settled');
  return paid > 0 && back.reduce((sum, { total }) => sum + total, 0) >= paid;
};

const STATES: Readonly<Record<PaymentStatusSeen['state'], StateView>> = {
  NONE: {
    tone: 'waiting',
    title: 'Not paid yet',
    text: 'The payment has not begun.',
    action: 'retry',
  },
  OPEN: {
    tone: 'waiting',
    title: 'Waiting for the payment',
    text: 'We do not know yet how it ended. This page updates by itself; you need not pay again.',
    action: 'continue',
  },
  AUTHORISED: {
    tone: 'good',
    title: 'Reserved',
    text: 'The money is reserved. It is taken when the parcel leaves.',
  },
  PAID: {
    tone: 'good',
    title: 'Paid',
    text: 'Thank you. We are wrapping it already.',
  },
  FAILED: {
    tone: 'bad',
    title: 'Not paid',
    text: 'The payment did not go through. Nothing was taken, and your order is still here.',
    action: 'retry',
  },
};

/** What to say about an order. Pure. */
export function stateOf(status: PaymentStatusSeen, order: OrderSeen): StateView {
  if (isGivenBack(order)) {
    return { tone: 'quiet', title: 'Refunded', text: 'You have your money back, all of it.' };
  }
  if (status.orderState === 'Cancelled') {
    return { tone: 'quiet', title: 'Cancelled', text: 'This order was cancelled.' };
  }
  if (status.state === 'PAID' && !status.isRecorded) {
    return { tone: 'waiting', title: 'Payment received', text: 'We are putting it down for your order.' };
  }
  return STATES[status.state];
}

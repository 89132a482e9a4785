import type { OrderStatus } from '../../protocol/index.js';
import type { AttentionReason } from '../../shop/core/index.js';
import type { PaymentStatus } from '../../shop/orders/index.js';
import type { StatusChoice } from './order-filter.js';

/** The name of an order's status; an unlisted raw status is shown as received. */
export interface StatusLabel {
  readonly name: string;
  /** After "still": `still paid`. */
  readonly still: string;
}

/** Texts of the page of one order, and of the tags that lists of orders also show. */
export const ORDER_LABELS = {
  statuses: {
    none: { name: 'No word yet', still: 'not paid' },
    initialized: { name: 'Started', still: 'not paid' },
    uncleared: { name: 'Clearing', still: 'waiting for clearing' },
    reserved: { name: 'Reserved', still: 'reserved' },
    authorised: { name: 'Authorised', still: 'authorised' },
    completed: { name: 'Paid', still: 'paid' },
    shipped: { name: 'Paid, shipped', still: 'paid' },
    declined: { name: 'Declined', still: 'declined' },
    cancelled: { name: 'Cancelled', still: 'cancelled' },
    void: { name: 'Cancelled', still: 'cancelled' },
    voided: { name: 'Annulled', still: 'annulled' },
    expired: { name: 'Expired', still: 'expired' },
    refunded: { name: 'Refunded', still: 'refunded' },
    partial_refunded: { name: 'Partly refunded', still: 'partly refunded' },
    chargedback: { name: 'Charged back', still: 'charged back' },
  } satisfies Readonly<Record<PaymentStatus | 'none', StatusLabel>>,
  /** Names for groups of statuses, to choose from. */
  choices: {
    unfinished: 'Unfinished',
    paid: 'Paid, also if refunded later',
    completed: 'Paid, nothing refunded',
  } satisfies Readonly<Record<Exclude<StatusChoice, PaymentStatus | 'none'> | 'completed', string>>,
  /** Meanings of statuses that only the shop has. */
  meanings: {
    none: 'The service has not reported a status yet.',
    authorised: 'The money is promised and waits to be captured.',
    voided: 'It was paid, and the payment was annulled.',
  } satisfies Readonly<Record<Exclude<PaymentStatus, OrderStatus> | 'none', string>>,
  attentions: {
    amount_mismatch: 'Wrong amount',
    expired_unconfirmed: 'Outcome unknown',
    paid_after_cancel: 'Paid after cancelling',
    paid_twice: 'Paid twice',
    payment_in_doubt: 'Payment in doubt',
    payment_unseen: 'Payment not seen',
    voided: 'Payment annulled',
    unreadable: 'Cannot be read',
  } satisfies Readonly<Record<AttentionReason, string>>,
  refundAttention: 'Refund needs attention',
  otherAttention: 'Needs attention',
  methods: {
    AMEX: 'American Express',
    APPLEPAY: 'Apple Pay',
    BANKTRANS: 'bank transfer',
    CREDITCARD: 'credit card',
    DIRDEB: 'direct debit',
    GOOGLEPAY: 'Google Pay',
    IDEAL: 'iDEAL',
    IDEALQR: 'iDEAL QR',
    KLARNA: 'Klarna',
    MAESTRO: 'Maestro',
    MASTERCARD: 'Mastercard',
    MISTERCASH: 'Bancontact',
    PAYAFTER: 'Pay After Delivery',
    PAYPAL: 'PayPal',
    TRUSTLY: 'Trustly',
    VISA: 'Visa',
  } satisfies Readonly<Record<string, string>>,
  sections: {
    refunds: 'Refunds',
    left: (amount: string) => `${amount} can still be refunded`,
    attempts: (count: number) => (count === 1 ? '1 payment attempt' : `${count} payment attempts`),
    attempt: (number: number) => `Attempt ${number}`,
    toDo: 'To do:',
  },
  facts: {
    method: 'Payment method',
    customer: 'Customer',
    asked: 'Asked',
    received: 'Received',
    refunded: 'Refunded',
    onItsWay: 'Refunds under way',
    remaining: 'Can still be refunded',
    surplus: 'Paid too much',
    unpaid: 'not paid yet',
    /** What happened to the received money, by the order's status. */
    gone: {
      chargedback: 'nothing any more: the bank took it back',
      voided: 'nothing any more: the payment was annulled',
    } as Readonly<Record<string, string>>,
    unknownCustomer: 'not kept here',
    account: (digits: string) => `account ${digits}`,
    group: 'Terminal group',
    reference: 'Reference',
    created: 'Created',
    paidAt: 'Paid',
    serviceStatus: 'Status at the service',
    transaction: 'Transaction at the service',
    lastRead: 'Last read from the service',
    erased: 'Personal data erased',
  },
  surplus: {
    title: (amount: string) => `The customer paid ${amount} too much`,
    part: (next: string) => `One refund gives back ${next}, the amount of one payment. The rest follows the same way.`,
    button: (amount: string) => `Refund ${amount}`,
    why: 'The customer paid too much',
    reason: 'Paid too much',
  },
  actions: {
    title: 'Actions',
    hint: 'Each is recorded with your name and your reason',
    acknowledge: {
      title: 'Mark as handled',
      button: 'Mark as handled',
      text: 'The order leaves the list of those that need attention. Nothing else changes. If it happens again, the order comes back.',
    },
    sync: {
      title: 'Read from the service now',
      button: 'Read now',
      text: 'Reads every payment attempt of this order. You can repeat it safely.',
    },
    refund: {
      title: 'Refund an amount',
      button: 'Refund',
      text: (left: string) =>
        `Up to ${left} can be refunded. You can cancel the refund as long as the money has not left.`,
      byArticles: (method: string) =>
        `${method} paid this order, and takes refunds by articles alone: an amount would be refused.`,
      amount: (currency: string) => `Amount in ${currency}, exactly`,
      most: (amount: string) => `at most ${amount}`,
      chosenCurrency: 'the currency below',
      currency: 'Currency',
      choose: 'Choose it',
      reason: 'Reason for the customer, who may read it (optional)',
      plainReason: 'Refund',
    },
    refundLines: {
      title: 'Refund articles',
      button: 'Refund the chosen articles',
      read: 'Show the articles',
      readText: 'The articles stand at the service. They are read when you ask for them.',
      text: 'Choose what is refunded. The amount includes tax, and is never more than what is left.',
      legend: 'Articles of this order',
      part: (first: number, last: number, count: number) =>
        `Articles ${first} to ${last} of ${count}. Refund what is ticked before you go to others:`,
      earlier: 'Earlier articles',
      next: 'Next articles',
      quantity: (name: string) => `Quantity of ${name}`,
      of: (bought: string, refunded: number) =>
        refunded === 0 ? `of ${bought}` : `of ${bought}, ${refunded} refunded already`,
      none: 'This order has no articles at the service. Refund an amount instead.',
    },
    erase: {
      title: 'Erase personal data',
      button: 'Erase permanently',
      text: 'Erases the description, the payment pages and the content of notifications. Amounts and statuses stay. This cannot be undone.',
      sure: 'I know that this cannot be undone',
    },
  },
  done: {
    sync: (status: string) => `The order was read from the service. It is ${status}.`,
    syncNoStatus: 'The order was read from the service. There is no status yet.',
    acknowledge: 'The order is marked as handled.',
    acknowledgeNext:
      'That is marked as handled. There is something else that this order needs attention for: see above.',
    refund: (amount: string) => `A refund of ${amount} is on record. It is sent in turn.`,
    erased: (notifications: number) =>
      `The description and the content of ${notifications === 1 ? '1 notification' : `${notifications} notifications`} were erased.`,
    kept: {
      notifications: (count: number) =>
        count === 1 ? '1 notification that is still needed' : `${count} notifications that are still needed`,
      refunds: (count: number) =>
        count === 1 ? '1 refund that may still be sent' : `${count} refunds that may still be sent`,
      pages: 'the payment pages, as the order may still be paid',
      all: (things: string) => `Kept for now: ${things}. Erase again later.`,
    },
  },
  refused: {
    changed: [
      'Nothing was done: something else has come up since you opened the page.',
      'See to what the page says now, and send it again.',
    ],
    unsure: ['Nothing was done: it was not confirmed.', 'Tick the box, and send it again.'],
    amount: (example: string, currency: string) =>
      [
        'Nothing was done: the amount cannot be read, or is not above zero.',
        `Write it such as ${example}, in ${currency}.`,
      ] as const,
    meanwhile: (amount: string, by: string | null) =>
      [
        by === null
          ? `Nothing was done: since you opened the page, a refund of ${amount} of this order has been added.`
          : `Nothing was done: since you opened the page, ${by} has requested a refund of ${amount} of this order.`,
        'If yours is another one, send it again.',
      ] as const,
    surplus: ['Nothing was done: the surplus has changed.', 'Look at the amounts on this page, and try again.'],
    lines: ['Nothing was done: no article was chosen.', 'Tick what is refunded.'],
    unfitLines: [
      'Nothing was done: these articles cannot be refunded together.',
      'Check the quantities, or refund an amount.',
    ],
  } as const,
};

import { runbook } from '../../shop/core/index.js';
import type { LocalErrorCode } from '../../protocol/index.js';

/** Texts of the common frame, and of refusals. */
export const FRAME_LABELS = {
  /** After the name of the package. */
  name: 'payments',
  sections: {
    orders: 'Orders',
    refunds: 'Refunds',
    batches: 'Batches',
    notifications: 'Notifications',
    audit: 'Audit',
    settings: 'Settings',
  },
  footer: 'Tillbridge · what is done here is recorded with who did it and why',
  clock: 'When this page was made',
  /** Whether the page updates itself; and what is said of a form that is filled in again. */
  live: {
    open: 'Live',
    connecting: 'Connecting…',
    ended: 'Not live: reload the page',
    kept: 'You sent this form, and got no answer, perhaps since your login had ended. What you typed is here again. Nothing is sent by itself: see whether it was done, then send it.',
  },
  toOrders: 'To the orders',
  outOfDate: {
    title: 'This form is out of date',
    text: 'Nothing was changed. The form was made for someone else, or before the shop was started again: please go back, reload, and try again.',
  },
  failed: {
    title: 'This page could not be shown',
    text: 'Something failed that the shop did not expect, as when its database does not answer. Those who run the shop find the cause in its log, and what to do in the runbook (docs/runbook.md).',
    action: {
      title: 'Something failed',
      text: 'It is not known whether this was done: look before you repeat it.',
    },
    handler: {
      title: "The shop's own work for it failed",
      text: (handler: string) =>
        `This could not be recorded, because what the shop itself does for such a change (${handler}) fails. Tell those who run the shop: they find the cause in its log, and what to do in the runbook (${runbook('handler-fails')}).`,
    },
  },
  missing: {
    titles: {
      action: 'No such action',
      batch: 'No such batch',
      lane: 'No such lane',
      notification: 'No such notification',
      order: 'No such order',
      refund: 'No such refund',
      state: 'No such state',
      'terminal group': 'No such terminal group',
    },
    text: 'It may have been erased, or the address was not copied as a whole.',
  },
  why: 'Why? It is recorded with your name.',
  whyMissing: ['Nothing was done: a reason is missing.', 'Give a reason. It is recorded with your name.'] as const,
  zone: {
    shown: (zone: string) => `Times are those of ${zone}.`,
    title: 'Time zone',
    text: 'All times of the dashboard are shown in this zone, in this browser.',
    field: 'Time zone',
    shop: (zone: string) => `As the shop: ${zone}`,
    button: 'Use this time zone',
    unknown: 'There is no such time zone. Nothing was changed.',
  },
  errors: {
    /** The service's answer, by its meaning. */
    service: (meaning: string) => `The service refused it: ${meaning}.`,
    /** A call without an answer, by the code of its error. */
    unanswered: {
      TIMEOUT: 'The service did not answer in time.',
      NETWORK: 'The service could not be reached.',
      BAD_RESPONSE: 'The service gave no answer that can be read.',
      CIRCUIT_OPEN: 'The service was not asked.',
      API_BUDGET_EXHAUSTED: 'The service was not asked.',
      SHUTTING_DOWN: 'The shop is being stopped.',
    } satisfies Readonly<Partial<Record<LocalErrorCode, string>>>,
    /** Used if there is no better advice. */
    advice: 'Try again later. If it happens again, ask those who run the shop.',
    /** Advice by the code of the error; the error's own advice is for the shop's developers. */
    advices: {
      REFUND_EXCEEDS_REMAINING: 'Nothing was sent. Refund no more than what is left.',
      REFUND_KEY_CONFLICT: 'Nothing was sent. Reload the page, and look at the refunds of the order.',
      REFUND_NOT_MANUAL: 'Nothing was changed.',
      REFUND_NOT_PAID: 'Nothing was sent. Read the order from the service, if you know that it was paid.',
      REFUND_OTHER_CURRENCY: 'Nothing was sent. Use the currency in which the order was paid.',
      REFUND_OTHER_MODE: 'Nothing was sent. Refund it where it was paid.',
      REFUND_INVALID: 'Nothing was sent. Correct what is named, and send it again.',
      REFUND_TOO_LATE: 'The customer gets the money. If that is wrong, ask the customer to pay again.',
      REFUND_NOT_CANCELLABLE: 'Wait until its outcome is known.',
      REFUND_CANCEL_UNKNOWN: 'Look again in a few minutes. You may also cancel it again.',
      ORDER_UNKNOWN: 'Check the order number.',
      TIMEOUT: 'Try again in a minute.',
      NETWORK: 'Try again in a minute.',
      CIRCUIT_OPEN: 'The service does not answer at the moment. Try again in a few minutes.',
      API_BUDGET_EXHAUSTED: 'Too much is read at the moment. Try again in a minute.',
      SERVICE_BUSY: 'Try again in a minute.',
      SERVICE_UNAVAILABLE: 'The service does not answer at the moment. Try again in a few minutes.',
    } satisfies Readonly<Partial<Record<LocalErrorCode, string>>>,
  },
};

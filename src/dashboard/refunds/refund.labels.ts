import type { CallPhase } from '../../shop/client/index.js';
import { REFUND_LABELS } from '../../shop/refund-records/index.js';

/** Texts of the page of one refund, and of the tags that lists of refunds also show. */
export const REFUND_PAGE_LABELS = {
  states: REFUND_LABELS,
  /** A state as a sentence. */
  it: (text: string) => `It ${text}.`,
  title: (amount: string) => `Refund of ${amount}`,
  /** For a chargeback, which is not a refund: the bank took the money back. */
  chargeback: {
    title: (amount: string) => `Chargeback of ${amount}`,
    heading: (order: string) => `Chargeback of order ${order}`,
    taken: { name: 'charged back', text: 'Chargeback: the bank took it back.' },
    returned: { name: 'returned', text: 'Chargeback: the bank took it back, and returned it later.' },
    seen: 'Seen',
    notSent: 'It is seen in what the service says of the order.',
  },
  siblings: 'Other refunds of this order',
  summary: { part: 'What became of it', title: (order: string) => `Refund of order ${order}` },
  cancel: {
    title: 'Cancel it',
    button: 'Cancel the refund',
    queued: 'It has not been sent: it is cancelled here, and the customer gets nothing. It can be asked for again.',
    accepted: 'The service has it: it is asked to cancel it, which it does as long as the money has not left.',
  },
  facts: {
    order: 'Order',
    group: 'Terminal group',
    requested: 'Requested',
    by: (user: string) => `by ${user}`,
    where: 'Where',
    elsewhere: "Made elsewhere, as in the service's own dashboard, and seen there",
    reason: 'Reason, as the customer may read it',
    erased: 'erased',
    planned: 'Planned for',
    held: 'paused with its group or batch',
    sent: (attempts: number) => (attempts === 1 ? 'Sent, once' : `Sent, ${attempts} times; the last time`),
    batch: 'Batch',
    itsBatch: 'its batch',
    tag: 'What the service knows it by',
    number: "The service's own number",
  },
  known: {
    title: 'What is known',
    hint: 'Only ever added to; oldest first',
    notSent: 'Nothing yet: it has not been sent.',
    none: 'Nothing was written down.',
  },
  evidence: {
    attempt: (attempt: number) => `sending ${attempt}`,
    took: (ms: number) => `took ${ms} ms`,
    /** How far a sending had come when it failed. */
    phases: {
      queue: 'before it was sent, while waiting in the queue',
      resolve: "before it was sent, while the service's address was looked up",
      connect: 'before it was sent, while connecting',
      tls: 'before it was sent, while connecting',
      request: 'while it was being sent',
      'response-status': 'while waiting for the answer',
      'response-body': 'in the middle of the answer',
      answer: 'with a whole answer',
    } satisfies Readonly<Record<CallPhase, string>>,
  },
  done: {
    cancel: 'The refund is cancelled: no money leaves.',
    paid: 'Written down: the service has it. It is followed until the money has left, and not sent again.',
    'not-paid': 'Written down: the service does not have it. It is sent again when its turn comes.',
  },
  undecided: {
    message: 'Nothing was decided: neither of the two verdicts was chosen.',
    advice: 'Choose whether the service has the refund, and say how you know.',
  },
};

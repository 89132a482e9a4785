import { faultList, notText, refusal } from '../core/index.js';
import type { Fault, Money, PaymentError } from '../../protocol/index.js';
import type { RefundEntity } from '../refund-records/index.js';

/** The facts of an error about refunds of an order. */
interface OrderFacts {
  readonly group: string;
  readonly orderId: string;
}

/** One key stands for one refund. The error does not name the other refund: the caller may not be allowed to know that order. */
export const keyConflict = ({ group, orderId }: OrderFacts): PaymentError =>
  refusal({
    code: 'REFUND_KEY_CONFLICT',
    message: `The key of this refund of order ${orderId} stands for another refund: of another order or amount.`,
    group,
    orderId,
  });

/** The amount exceeds what is left. @param left - the most that one refund can give back */
export const exceedsRemaining = (order: OrderFacts, left: Money): PaymentError =>
  refusal({
    code: 'REFUND_EXCEEDS_REMAINING',
    message: `Of order ${order.orderId} at most ${left.toString()} can be refunded now; the rest is promised or done.`,
    group: order.group,
    orderId: order.orderId,
    faults: [{ path: 'amount', message: `must be at most ${left.toString()}`, code: 1034 }],
  });

/** There is no payment that could be refunded. */
export const notPaid = ({ group, orderId }: OrderFacts): PaymentError =>
  refusal({
    code: 'REFUND_NOT_PAID',
    message: `Order ${orderId} has no payment that could be refunded.`,
    advice:
      'It is not paid, not captured, or the bank has taken the money back. Cancel what is not paid: orders.cancel, orders.cancelReservation.',
    group,
    orderId,
  });

/** Money is refunded in the currency of the payment. */
export const otherCurrency = ({ group, orderId }: OrderFacts, paid: string): PaymentError =>
  refusal({
    code: 'REFUND_OTHER_CURRENCY',
    message: `Order ${orderId} was paid in ${paid}; a refund is in the same currency.`,
    advice: `Nothing was sent. Give the amount in ${paid}.`,
    group,
    orderId,
  });

/** The order is in a copy of another environment's database. */
export const otherMode = ({ group, orderId }: OrderFacts): PaymentError =>
  refusal({
    code: 'REFUND_OTHER_MODE',
    message: `Order ${orderId} was created in another mode than its terminal group has now (live, test, sandbox).`,
    group,
    orderId,
  });

/** The request has not the shape of one. Which order is meant is not known. */
export const refundInvalid = (fault: Fault, group?: string): PaymentError =>
  refusal({
    code: 'REFUND_INVALID',
    message: `The refund was not stored, and nothing is sent:${faultList([fault], 'refund')}`,
    httpStatus: 500,
    group,
    faults: [fault],
  });

/** No such refund, or not in this terminal group. */
export const refundUnknown = (id: unknown, group?: string): PaymentError =>
  refusal({
    code: 'REFUND_UNKNOWN',
    message: `There is no refund ${typeof id === 'string' ? id.slice(0, 120) : 'of this id'}${group ? ` in terminal group ${group}` : ''}${typeof id === 'string' ? '' : `: id ${notText(id)}`}.`,
    httpStatus: 404,
    advice: 'Check the id: payments.refunds.list tells those of an order.',
    group,
  });

/** The refund can no longer be cancelled. @param why - a sentence */
export const tooLate = ({ group, orderId, id }: RefundEntity, why: string): PaymentError =>
  refusal({
    code: 'REFUND_TOO_LATE',
    message: `Refund ${id} of order ${orderId} cannot be cancelled any more: ${why}`,
    group,
    orderId,
  });

/** The refund cannot be cancelled in its present state. @param why - a sentence */
export const notCancellable = ({ group, orderId, id }: RefundEntity, why: string): PaymentError =>
  refusal({
    code: 'REFUND_NOT_CANCELLABLE',
    message: `Refund ${id} of order ${orderId} cannot be cancelled now: ${why}`,
    group,
    orderId,
  });

/** The service was asked to cancel it, and it is unknown whether it did. */
export const cancelUnknown = ({ group, orderId, id }: RefundEntity, cause: unknown): PaymentError =>
  refusal({
    code: 'REFUND_CANCEL_UNKNOWN',
    message: `The service was asked to cancel refund ${id} of order ${orderId}; whether it did is not known yet.`,
    kind: 'unknown',
    retry: 'backoff',
    group,
    orderId,
    cause,
  });

/** What to do when another person has decided meanwhile that it is sent again. */
const SENT_AGAIN: Readonly<Partial<Record<RefundEntity['state'], string>>> = {
  queued: 'It is queued to be sent again. If the service has it already, cancel this refund now.',
  sending: 'It is being sent again. If the service has it already, cancel this refund as soon as it is accepted.',
};

/** Only a `manual` refund can be decided on. */
export const notManual = ({ group, orderId, id, state }: RefundEntity): PaymentError => {
  const message = `Refund ${id} of order ${orderId} does not wait for a decision: it is ${state}.`;
  const again = SENT_AGAIN[state];
  return refusal({
    code: 'REFUND_NOT_MANUAL',
    message: again === undefined ? message : `${message} ${again}`,
    group,
    orderId,
  });
};

import { PaymentError } from '../../protocol/index.js';

/** The facts an error about an order carries. */
interface OrderFacts {
  readonly group?: string;
  readonly orderId: string;
}

/** Same order id, other amount, currency or mode (live, test): one of the two is wrong, and guessing which could cost money. */
export const orderConflict = ({ group, orderId }: OrderFacts): PaymentError =>
  new PaymentError({
    code: 'ORDER_CONFLICT',
    message: `Order ${orderId} exists already with another amount or currency, or in another mode.`,
    kind: 'request',
    execution: 'not-executed',
    retry: 'new-attempt',
    httpStatus: 409,
    advice: `Use an order id of its own for the changed order, for example ${orderId}-2.`,
    group,
    orderId,
  });

/** The order has been paid; paying again would charge the shopper twice. */
export const orderPaid = ({ group, orderId }: OrderFacts): PaymentError =>
  new PaymentError({
    code: 'ORDER_ALREADY_PAID',
    message: `Order ${orderId} has already been paid.`,
    kind: 'already-done',
    execution: 'not-executed',
    retry: 'no',
    httpStatus: 409,
    advice: 'Show the shopper the order instead of a payment page.',
    group,
    orderId,
  });

/** The order ended without payment; its payment page is closed. */
export const orderClosed = ({ group, orderId }: OrderFacts, status: string): PaymentError =>
  new PaymentError({
    code: 'ORDER_CLOSED',
    message: `Order ${orderId} has ended (${status}) and its payment page is closed.`,
    kind: 'already-done',
    execution: 'not-executed',
    retry: 'new-attempt',
    httpStatus: 409,
    advice: `Create a new attempt under an order id of its own, for example ${orderId}-2.`,
    group,
    orderId,
  });

/** No such order in the shop's tables. */
export const orderUnknown = ({ group, orderId }: OrderFacts): PaymentError =>
  new PaymentError({
    code: 'ORDER_UNKNOWN',
    message: `There is no order ${orderId}${group ? ` in terminal group ${group}` : ''}.`,
    kind: 'request',
    execution: 'not-executed',
    retry: 'no',
    httpStatus: 404,
    advice: 'Create it first, or check the id; ids are compared exactly, letter case included.',
    group,
    orderId,
  });

/** The id stands for an order in several groups, and only the caller can know which is meant. */
export const orderAmbiguous = (orderId: string, groups: readonly string[]): PaymentError =>
  new PaymentError({
    code: 'ORDER_AMBIGUOUS',
    message: `Order ${orderId} exists in several terminal groups: ${groups.join(', ')}.`,
    kind: 'request',
    execution: 'not-executed',
    retry: 'no',
    httpStatus: 409,
    advice: 'Name the group: payments.group(name).orders, or the option { group }.',
    orderId,
  });

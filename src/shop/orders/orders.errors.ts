import { notText, refusal } from '../core/index.js';
import { MAX_ORDER_ID_LENGTH, PaymentError } from '../../protocol/index.js';
import { isName } from '../../support/index.js';

/** The facts of an error about an order. */
interface OrderFacts {
  readonly group?: string;
  readonly orderId: string;
}

const about = ({ group, orderId }: OrderFacts, error: Parameters<typeof refusal>[0]): PaymentError =>
  refusal({ ...error, group, orderId });

/** The order under this id is not the requested one. A guess which of the two is wrong could cost money. */
export const orderConflict = (order: OrderFacts): PaymentError =>
  about(order, {
    code: 'ORDER_CONFLICT',
    message: `Order ${order.orderId} exists already: with another amount or currency at the service, or here in another mode.`,
    advice:
      'Does another system use the same site, or is this a copy of another environment? Use an order id of its own.',
  });

/** Under the id of this order the service has one that was made long before: what is asked of it would happen to that one. */
export const orderOfAnother = (order: OrderFacts, serviceOrderId: string): PaymentError =>
  about(order, {
    code: 'ORDER_CONFLICT',
    message: `What the service has under ${serviceOrderId} was made long before order ${order.orderId}, and is another customer's. Nothing was asked of it.`,
    advice:
      'The service has no payment of this order that could be ended. Create the order again to pay it: it goes on under an id of its own.',
  });

/** The order has been paid; paying again would charge the shopper twice. */
export const orderPaid = (order: OrderFacts): PaymentError =>
  about(order, {
    code: 'ORDER_ALREADY_PAID',
    message: `Order ${order.orderId} has already been paid.`,
    kind: 'already-done',
  });

/** Money is on its way for the order: with a second page the customer would pay twice (scenario D8). */
export const orderPending = (order: OrderFacts): PaymentError =>
  about(order, {
    code: 'ORDER_PAYMENT_PENDING',
    message: `A payment of order ${order.orderId} is still pending. No other payment can be started until it ends.`,
    retry: 'backoff',
  });

/** Another caller was sending the order all the time. */
export const orderBusy = (order: OrderFacts): PaymentError =>
  about(order, {
    code: 'ORDER_BUSY',
    message: `Another process is creating or capturing order ${order.orderId} and has not finished in time.`,
    kind: 'temporary',
  });

/** The service has the order twice, and no answer with a payment page has arrived: this very call has sent it. */
export const orderPageLost = (order: OrderFacts): PaymentError =>
  about(order, {
    code: 'ORDER_PAGE_LOST',
    message: `The answers about order ${order.orderId} were lost twice: the service has the order, and no page to pay it is known.`,
    kind: 'temporary',
  });

/** The state that the capture was based on has changed: it may have been made already. @param why - a part of a sentence */
export const captureChanged = (order: OrderFacts, why: string): PaymentError =>
  about(order, {
    code: 'CAPTURE_CHANGED',
    message: `Nothing of order ${order.orderId} was captured by this request: ${why}.`,
  });

/** A transaction is open around the call: its rollback would not undo the order at the service. */
export const orderInTransaction = (order: OrderFacts): PaymentError =>
  about(order, {
    code: 'ORDER_IN_TRANSACTION',
    message: `Order ${order.orderId} cannot be created inside a transaction: its rollback would not undo the order at the service, and its locks would wait for the network.`,
    kind: 'configuration',
  });

/** With prefix and attempt number the id is longer than the service accepts. @param length - in characters */
export const orderIdTooLong = (order: OrderFacts, length: number): PaymentError =>
  about(order, {
    code: 'ORDER_ID_TOO_LONG',
    message: `Order ${order.orderId} would have an id of ${length} characters at the service, with orderIdPrefix and the number of the attempt; it takes ${MAX_ORDER_ID_LENGTH}.`,
    httpStatus: 400,
  });

/** Why no order can have an id, as the end of a sentence. */
function idFault(orderId: unknown): string {
  if (typeof orderId !== 'string') return `: orderId ${notText(orderId)}`;
  return orderId === '' ? ': orderId is empty' : '';
}

/** No such order in the shop's tables. */
export const orderUnknown = ({
  orderId,
  ...order
}: {
  readonly orderId: unknown;
  readonly group?: string;
}): PaymentError =>
  about(
    { ...order, orderId: isName(orderId) ? orderId : '?' },
    {
      code: 'ORDER_UNKNOWN',
      message: `There is no order ${isName(orderId) && orderId !== '' ? orderId : 'of this id'}${order.group ? ` in terminal group ${order.group}` : ''}${idFault(orderId)}.`,
      httpStatus: 404,
      advice: 'Create it first, or check the id; ids are compared exactly, letter case included.',
    },
  );

/** Several groups have an order with this id, and only the caller knows which one is meant. */
export const orderAmbiguous = (orderId: string, groups: readonly string[]): PaymentError =>
  refusal({
    code: 'ORDER_AMBIGUOUS',
    message: `Order ${orderId} exists in several terminal groups: ${groups.join(', ')}.`,
    advice: 'Name the group: payments.group(name).orders, or the option { group }.',
    orderId,
  });

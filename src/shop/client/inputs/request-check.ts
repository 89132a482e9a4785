import {
  createOrderRequest,
  Money,
  refundRequest,
  type BuiltRequest,
  type CancelOrderInput,
  type CancelReservationInput,
  type CreateOrderInput,
  type Fault,
  type RefundInput,
  type ServiceRequest,
} from '../../../protocol/index.js';
import { checkFields, type TerminalGroup } from '../../core/index.js';
import { CreateOrderDto } from './create-order.dto.js';
import { accountRules, checkedInput, invalidInput, type InputSubject } from './input-check.js';
import { CancelOrderDto, CancelReservationDto } from './order-change.dto.js';
import { RefundDto } from './refund.dto.js';

/** A valid order and its request. Later changes by the caller do not affect them. */
export interface CheckedOrder<T extends CreateOrderInput = CreateOrderInput> {
  readonly input: T;
  readonly request: ServiceRequest;
}

/**
 * Checks an order against the rules of the service (spec §2.5, §7, §8), and builds its request.
 *
 * @param shape - the class that checks it, where it has fields that are not for the service
 * @throws PaymentError `ORDER_INVALID` listing every fault
 * @example
 * ```ts
 * const { input, request } = checkedOrder(group, { orderId: 'S1', amount: Money.of('12.50', 'EUR'), description: 'Mugs' });
 * ```
 */
export function checkedOrder(group: TerminalGroup, given: CreateOrderInput): CheckedOrder;
export function checkedOrder<T extends CreateOrderInput>(
  group: TerminalGroup,
  given: T,
  shape: new () => T,
): CheckedOrder<T>;
export function checkedOrder(
  group: TerminalGroup,
  given: CreateOrderInput,
  shape: new () => CreateOrderInput = CreateOrderDto,
): CheckedOrder {
  const { value, faults } = checkFields(shape, given, { context: accountRules(group) });
  const subject = { group, code: 'ORDER_INVALID', what: 'order', orderId: value?.orderId };
  return checkedRequest(value, { faults, subject, build: createOrderRequest });
}

/**
 * The request of a refund, checked against the rules of the service (spec §8, protocol §2.6).
 *
 * @param orderId - as the service knows it
 * @throws PaymentError `REFUND_INVALID` listing every fault
 */
export function checkedRefund(group: TerminalGroup, orderId: string, input: RefundInput): ServiceRequest {
  const subject = { group, code: 'REFUND_INVALID', what: 'refund', orderId };
  const { value, faults } = checkFields(RefundDto, input, { context: accountRules(group) });
  return checkedRequest(value, { faults, subject, build: (refund) => refundRequest(orderId, refund) }).request;
}

/** Checks the input of a cancellation. @throws PaymentError `CANCEL_INVALID` listing every fault */
export const checkedCancellation = (group: TerminalGroup, orderId: string, input: CancelOrderInput): CancelOrderInput =>
  checkedInput(CancelOrderDto, input, { group, code: 'CANCEL_INVALID', what: 'cancellation', orderId });

/** Checks the input of the end of a reservation. @throws PaymentError `CANCEL_RESERVATION_INVALID` listing every fault */
export const checkedReservationEnd = (
  group: TerminalGroup,
  orderId: string,
  input: CancelReservationInput,
): CancelReservationInput => {
  const what = 'cancellation of the reservation';
  return checkedInput(CancelReservationDto, input, { group, code: 'CANCEL_RESERVATION_INVALID', what, orderId });
};

interface RequestCheck<T> {
  readonly faults: readonly Fault[];
  readonly subject: InputSubject;
  readonly build: (input: T) => BuiltRequest;
}

/** Builds the request of an input with faults, too, so that the faults of its cart are listed with the others. */
function checkedRequest<T extends { amount: Money }>(
  input: T | undefined,
  { faults, subject, build }: RequestCheck<T>,
): { input: T; request: ServiceRequest } {
  const built = input && Money.isMoney(input.amount) ? build(input) : { ok: false as const, faults: [] };
  const all = built.ok ? faults : [...faults, ...built.faults.filter(({ path }) => !isListed(faults, path))];
  if (!input || !built.ok || all.length > 0) throw invalidInput(subject, all);
  return { input, request: built.request };
}

const isListed = (faults: readonly Fault[], path: string): boolean => faults.some((fault) => fault.path === path);

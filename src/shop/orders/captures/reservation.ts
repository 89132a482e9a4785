import { isOrderId, type CaptureInput, type Order } from '../../../protocol/index.js';
import { capturedInParts } from '../merge/merge.money.js';
import { paymentStatusOf, type KnownCapture } from '../merge/payment-status.js';

/** What is still reserved of an order as it was read, in minor units: what can be captured. Pure. */
export function openOf(order: Order, asked: KnownCapture): number {
  if (paymentStatusOf(order, asked) !== 'authorised') return 0;
  return order.payment_details.capture_remain ?? Math.max(0, (order.amount ?? 0) - capturedInParts(order));
}

/**
 * The identifier under which a part is captured, made of what was open before: of two requests that were sent in view of the same
 * open amount the service takes one, also where a copy that lags was read, or the first was on its way for long. Pure.
 *
 * @returns the caller's own; undefined for all of an order, which is captured once by itself, and where none can be made
 */
export function partIdOf(
  { amount, payment_details }: Order,
  capture: CaptureInput,
  serviceOrderId: string,
): string | undefined {
  const remain = payment_details.capture_remain;
  const isPart = remain !== null && capture.amount.amount <= remain && capture.amount.amount !== amount;
  const made = `${serviceOrderId}-C${remain}`;
  return capture.newOrderId ?? (isPart && isOrderId(made) ? made : undefined);
}

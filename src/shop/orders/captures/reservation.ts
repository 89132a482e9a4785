import { isOrderId, type CaptureInput, type Order } from '../../../protocol/index.js';
import { capturedInParts } from '../merge/merge.money.js';
import { paymentStatusOf, type KnownCapture } from '../merge/payment-status.js';

/** What is still reserved of an order that was read, in minor units: the amount that can be captured. Pure. */
export function openOf(order: Order, asked: KnownCapture): number {
  if (paymentStatusOf(order, asked) !== 'authorised') return 0;
  return order.payment_details.capture_remain ?? Math.max(0, (order.amount ?? 0) - capturedInParts(order));
}

/**
 * The id under which a part is captured, made from the amount that was open before. If two requests saw the same open amount,
 * the service accepts only one, also after a read of a lagging copy or a request that was long on its way. Pure.
 *
 * @returns the caller's own id; undefined for a full capture, which is possible only once, and where no id can be made
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

import { areApplied, notified } from './facts.js';
import type { Narrator } from './narrator.js';
import type { Checkout, Shopper } from './shopper.js';
import type { Stage } from './stage.js';

/** What every chapter uses. */
export interface Cast {
  narrator: Narrator;
  stage: Stage;
  shopper: Shopper;
}

/** Presses *Pay*, and waits until the shop has processed the service's first notification of the new order. */
export async function announcedOrder({ stage, shopper }: Cast, product: string): Promise<Checkout> {
  const checkout = await shopper.pressPay(product);
  await notified(stage, checkout.orderId, 'created');
  await shopper.reportWhen(checkout.orderId, (report) => areApplied(report, 1));
  return checkout;
}

import { AsyncLocalStorage } from 'node:async_hooks';

/** A payment as the module knows it: what Vendure's payment is made of. */
export interface KnownPayment {
  readonly group: string;
  readonly paymentOrderId: string;
  /** As Vendure keeps amounts. */
  readonly amount: number;
  /** Vendure's payments have none: it takes each for one in the currency of the order as it is now. */
  readonly currency: string;
  readonly state: 'Authorized' | 'Settled';
  readonly transactionId: string;
  readonly paymentMethod: string | null;
}

/** What Vendure's services are being called for, beyond what their inputs can say. No request can set it. */
export type Intent =
  | { readonly kind: 'payment'; readonly payment: KnownPayment }
  /** The service has done it already: nothing is left to be asked of it. */
  | { readonly kind: 'done-at-service' };

const intents = new AsyncLocalStorage<Intent>();

/** Runs the work for an intent. */
export const withIntent = <T>(intent: Intent, work: () => Promise<T>): Promise<T> => intents.run(intent, work);

/** The payment that is being recorded; undefined in every call that comes from a request. */
export function paymentInHand(): KnownPayment | undefined {
  const intent = intents.getStore();
  return intent?.kind === 'payment' ? intent.payment : undefined;
}

/** Whether what is being done here was done at the service before. */
export const isDoneAtService = (): boolean => intents.getStore()?.kind === 'done-at-service';

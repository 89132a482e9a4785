import { AsyncLocalStorage } from 'node:async_hooks';

/** A payment as the module knows it, from which Vendure's payment is made. */
export interface KnownPayment {
  readonly group: string;
  readonly paymentOrderId: string;
  /** In Vendure's form. */
  readonly amount: number;
  /** Vendure's payments have no currency: it assumes the current currency of the order. */
  readonly currency: string;
  readonly state: 'Authorized' | 'Settled';
  readonly transactionId: string;
  readonly paymentMethod: string | null;
}

/** The purpose of a call of Vendure's services, beyond their inputs. No request can set it. */
export type Intent =
  | { readonly kind: 'payment'; readonly payment: KnownPayment }
  /** The service has done it already: no call to the service is needed. */
  | { readonly kind: 'done-at-service' };

const intents = new AsyncLocalStorage<Intent>();

/** Runs the work with an intent. */
export const withIntent = <T>(intent: Intent, work: () => Promise<T>): Promise<T> => intents.run(intent, work);

/** The payment that is being recorded; undefined in every call from a request. */
export function paymentInHand(): KnownPayment | undefined {
  const intent = intents.getStore();
  return intent?.kind === 'payment' ? intent.payment : undefined;
}

/** Whether the service has already done what is being done here. */
export const isDoneAtService = (): boolean => intents.getStore()?.kind === 'done-at-service';

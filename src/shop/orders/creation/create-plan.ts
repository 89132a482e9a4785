import type { AttemptEntity } from '../entities/attempt.entity.js';
import type { PaymentOrderEntity } from '../entities/payment-order.entity.js';
import { claimsMoney, GIVEN_UP, type PaymentStatus } from '../merge/payment-status.js';

/** The parts of a create that decide whether an attempt fits. Amount in minor units. */
export interface Wanted {
  readonly amount: number;
  readonly currency: string;
  readonly mode: string;
  readonly requestFingerprint: string;
}

/**
 * The next step of a create.
 * - `reuse`: the open payment page is returned; `read`: accepted without a page, the service tells its state.
 * - `resume`: it is unknown whether it was sent; read, then send. `replace`: a new attempt is needed.
 * - `wait`: another caller is sending it now.
 * - `paid`, `pending`, `conflict`: refused.
 */
export type CreateStep = 'reuse' | 'read' | 'resume' | 'replace' | 'wait' | 'paid' | 'pending' | 'conflict';

/** Steps that only one caller at a time may take with an attempt. */
export const EXCLUSIVE_STEPS: ReadonlySet<CreateStep> = new Set(['resume', 'replace', 'read']);

/** Whether the open attempt stays. Then the order may get another reference; a new attempt brings its own. */
export const isCarriedOn = (step: CreateStep): boolean => step === 'reuse' || step === 'read' || step === 'resume';

/** Whether the attempt's page no longer leads to a payment. After a decline the service refuses the id (protocol §3.3). */
export const hasPageEnded = (status: PaymentStatus | null): boolean =>
  status !== null && (GIVEN_UP.has(status) || status === 'declined');

const asksTheSame = (attempt: AttemptEntity, wanted: Wanted): boolean =>
  attempt.amount === wanted.amount &&
  attempt.currency === wanted.currency &&
  attempt.requestFingerprint === wanted.requestFingerprint;

/**
 * The next step of a create for an order that exists already. Pure; the order's row is locked meanwhile.
 *
 * @param attempt - the newest of the order
 * @param token - of the caller's claim
 * @param now - epoch milliseconds
 */
export function planCreate(
  order: Pick<PaymentOrderEntity, 'mode' | 'paidAt' | 'status'>,
  attempt: AttemptEntity,
  { wanted, token, now }: { readonly wanted: Wanted; readonly token: string; readonly now: number },
): CreateStep {
  if (order.mode !== wanted.mode) return 'conflict';
  if (order.paidAt !== null) return 'paid';
  // The caller's own claim may stand already: the answer of the transaction that took it was lost.
  if ((attempt.senderUntil ?? 0) > now && attempt.senderToken !== token) return 'wait';
  if (asksTheSame(attempt, wanted) && !hasPageEnded(order.status)) return continued(attempt);
  // Money is on its way for this order: with a second page the customer would pay twice (scenario D8).
  return order.status !== null && claimsMoney(order.status) ? 'pending' : 'replace';
}

function continued({ createState, paymentUrl, letGoAt }: AttemptEntity): CreateStep {
  if (createState !== 'created') return 'resume';
  // The shop has cancelled it: its page is dead before a notification says so.
  if (letGoAt !== null) return 'replace';
  return paymentUrl === null ? 'read' : 'reuse';
}

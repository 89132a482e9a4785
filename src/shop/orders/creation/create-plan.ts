import type { AttemptEntity } from '../entities/attempt.entity.js';
import type { PaymentOrderEntity } from '../entities/payment-order.entity.js';
import { claimsMoney, GIVEN_UP, type PaymentStatus } from '../merge/payment-status.js';

/** What is asked for, as far as it decides whether an attempt will do. Amount in minor units. */
export interface Wanted {
  readonly amount: number;
  readonly currency: string;
  readonly mode: string;
  readonly requestFingerprint: string;
}

/**
 * The next step of a create.
 * - `reuse`: the open payment page is answered; `read`: accepted without a page, the service tells how it stands.
 * - `resume`: sent or not, nobody knows; read, then send. `replace`: a new attempt is needed.
 * - `wait`: somebody else is sending it just now.
 * - `paid`, `pending`, `conflict`: refused.
 */
export type CreateStep = 'reuse' | 'read' | 'resume' | 'replace' | 'wait' | 'paid' | 'pending' | 'conflict';

/** Steps for which the caller must be the only one at work on the attempt. */
export const EXCLUSIVE_STEPS: ReadonlySet<CreateStep> = new Set(['resume', 'replace', 'read']);

/** Does the open attempt stay? Its order may be called otherwise then; a new attempt brings its own name along. */
export const isCarriedOn = (step: CreateStep): boolean => step === 'reuse' || step === 'read' || step === 'resume';

/** Does the attempt's page no longer lead to a payment? After a decline the service refuses the id (protocol §3.3). */
export const hasEnded = (status: PaymentStatus | null): boolean =>
  status !== null && (GIVEN_UP.has(status) || status === 'declined');

const asksTheSame = (attempt: AttemptEntity, wanted: Wanted): boolean =>
  attempt.amount === wanted.amount &&
  attempt.currency === wanted.currency &&
  attempt.requestFingerprint === wanted.requestFingerprint;

/**
 * What a create does about an order that stands already. Pure; the order's row is locked meanwhile.
 *
 * @param attempt - the order's newest
 * @param now - epoch milliseconds
 */
export function planCreate(
  order: Pick<PaymentOrderEntity, 'mode' | 'paidAt' | 'status'>,
  attempt: AttemptEntity,
  { wanted, now }: { readonly wanted: Wanted; readonly now: number },
): CreateStep {
  if (order.mode !== wanted.mode) return 'conflict';
  if (order.paidAt !== null) return 'paid';
  if ((attempt.senderUntil ?? 0) > now) return 'wait';
  if (asksTheSame(attempt, wanted) && !hasEnded(order.status)) return continued(attempt);
  // Money is under way for this order: a second page would take it twice (scenario D8).
  return order.status !== null && claimsMoney(order.status) ? 'pending' : 'replace';
}

function continued({ createState, paymentUrl }: AttemptEntity): CreateStep {
  if (createState !== 'created') return 'resume';
  return paymentUrl === null ? 'read' : 'reuse';
}

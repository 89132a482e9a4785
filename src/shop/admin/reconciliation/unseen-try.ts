import { DAY_MS } from '../../../support/index.js';
import type { AttemptEntity } from '../../orders/index.js';
import type { FoundDifference } from './list-comparison.js';

/** How the reason of an observation begins that reports unexplained money; the transaction id follows. */
export const UNSEEN = 'payment-unseen';
/** Of an id, longer than any that the service gives. */
const MOST_ID = 40;

/** A try whose money the list shows and the shop does not know. */
export interface UnseenTry {
  readonly attempt: AttemptEntity;
  readonly transactionId: string;
}

/** The reason of an observation that reports the money of a transaction. */
export const unseenReason = (transactionId: string): string => `${UNSEEN} ${transactionId.slice(0, MOST_ID)}`;

/**
 * The try to read by its own transaction id, of a difference that a read by the order's id has left. A transaction that is
 * much older than the attempt is another customer's, whose order had the same number. Pure.
 *
 * @returns null when there is none
 */
export function unseenTryOf({ kind, transactionId, createdAt, subject }: FoundDifference): UnseenTry | null {
  if (kind !== 'paid-there' || transactionId === null || !subject) return null;
  const { attempt } = subject;
  return createdAt !== null && createdAt < attempt.createdAt - DAY_MS ? null : { attempt, transactionId };
}

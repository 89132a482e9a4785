import {
  normaliseStatus,
  parseServiceTime,
  type OrderStanding,
  type RelatedTransaction,
} from '../../../protocol/index.js';
import { typeOf } from '../../refund-records/index.js';
import type { AttemptEntity } from '../entities/attempt.entity.js';
import type { PaymentOrderEntity } from '../entities/payment-order.entity.js';
import { partIn } from './merge.money.js';
import type { TransactionFacts } from './merge.types.js';
import { hasFailed } from './payment-status.js';

/** The refunded amount that is known of an order at the service, minor units, and the words that came with it. */
type KnownSum = Partial<Pick<TransactionFacts, 'word' | 'financialStatus' | 'isDerived' | 'modifiedAt'>> & {
  readonly amount: number;
};

/** The observed order's attempt, or the part of it that was observed. */
interface SumOwner {
  readonly attempt: Pick<AttemptEntity, 'number'>;
  readonly isPart: boolean;
}

/** The refunded amount that is known of an observed order; null when nothing is known of it. */
export function knownSumOf(
  { transactions, received }: Pick<PaymentOrderEntity, 'transactions' | 'received'>,
  { attempt, isPart }: SumOwner,
  order: OrderStanding,
): KnownSum | null {
  const id = isPart ? null : order.transaction_id;
  const other = isPart
    ? partIn(received, attempt, order)
    : received?.find((each) => each.attempt === attempt.number && each.id === id && each.kind === 'other');
  if (other) return { amount: other.reported, modifiedAt: other.modifiedAt };
  const known = transactions?.find((each) => each.attempt === attempt.number && each.id === id);
  return known ? { ...known.facts, amount: known.facts.amountRefunded } : null;
}

/** Whether the answer has a refunded amount that can be read. */
const isReported = ({ omitsAmountRefunded, unreadable }: OrderStanding): boolean =>
  !omitsAmountRefunded && !unreadable.includes('amount_refunded');

const isRefundWord = (word: string | null | undefined): boolean =>
  ['refunded', 'partial_refunded'].includes(normaliseStatus(word ?? null));

/** Whether the order was called refunded, and no longer is. */
const isCalledBack = ({ word, financialStatus }: KnownSum, { status, financial_status }: OrderStanding): boolean =>
  [word, financialStatus].some(isRefundWord) && ![status, financial_status].some(isRefundWord);

/** Types of money that goes back; old rows of refunds name none. */
const GIVEN_BACK: ReadonlySet<string | null> = new Set(['refund', 'chargeback', null]);

/** What the rows show to have come to nothing, or to have come back, since the sum was known. */
function undoneIn({ related_transactions }: OrderStanding, since: number | null, timeZone: string): number {
  const isSince = (modified: string | null): boolean => (parseServiceTime(modified, timeZone) ?? 0) > (since ?? 0);
  const isUndone = (row: RelatedTransaction): boolean =>
    hasFailed(row) ? GIVEN_BACK.has(typeOf(row)) : typeOf(row) === 'reverse_chargeback';
  return related_transactions
    .filter((row) => isUndone(row) && isSince(row.modified))
    .reduce((sum, row) => sum + (row.amount ?? 0), 0);
}

/**
 * An observed order in which a refunded amount that cannot be read, or is left out, is the known one: otherwise one such
 * answer would make all of it refundable again. Less of it is known where the answer itself shows why: the order is no longer
 * called refunded, or rows came to nothing since. What was itself derived from statuses and rows is derived anew. Pure.
 */
export function withKnownSum<O extends OrderStanding>(order: O, known: KnownSum | null, timeZone: string): O {
  if (isReported(order)) return order;
  const isOmitted = order.omitsAmountRefunded;
  const isOver = known === null || (isOmitted && (known.isDerived === true || isCalledBack(known, order)));
  const kept = isOver ? 0 : known.amount - undoneIn(order, known.modifiedAt ?? null, timeZone);
  return kept > 0 && kept >= order.amount_refunded
    ? { ...order, amount_refunded: kept, omitsAmountRefunded: false }
    : { ...order, omitsAmountRefunded: true };
}

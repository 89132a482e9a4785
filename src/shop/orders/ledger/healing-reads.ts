import { MINUTE_MS } from '../../../support/index.js';
import type { PaymentOrderEntity } from '../entities/payment-order.entity.js';
import { impliesPaid } from '../merge/payment-status.js';

/** How long after the time of such a state it is read again. After the last read it is final (design §7). */
const HEALING_MS: readonly number[] = [MINUTE_MS, 10 * MINUTE_MS, 60 * MINUTE_MS, 24 * 60 * MINUTE_MS];

/**
 * When an order that is paid, but has an unpaid status, is read again. Pure.
 *
 * @param since - when that state was stored, epoch milliseconds
 * @param readAt - when it was last read
 * @returns epoch milliseconds; null when it has been read often enough
 */
export function healingReadAt(since: number, readAt: number): number | null {
  return HEALING_MS.map((gap) => since + gap).find((at) => at > readAt) ?? null;
}

type Row = Pick<PaymentOrderEntity, 'paidAt' | 'status' | 'transactions' | 'updatedAt'>;

/**
 * Since when a paid attempt has an unpaid status: a copy of the service that lags behind may have reported it, and no
 * notification corrects it. Pure.
 *
 * @param attempt - its number
 * @returns epoch milliseconds; null when its order is not paid, or has a paid status
 */
export function inDoubtSince({ paidAt, status, transactions, updatedAt }: Row, attempt: number): number | null {
  if (paidAt === null || status === null || impliesPaid(status)) return null;
  const doubtful = (transactions ?? []).filter((each) => each.attempt === attempt && each.paid);
  return doubtful.length > 0 ? Math.max(...doubtful.map(({ recordedAt }) => recordedAt ?? updatedAt)) : null;
}

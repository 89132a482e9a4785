import { readListedTransaction, type ListedTransaction } from '../../src/protocol/index.js';
import { AttemptEntity } from '../../src/shop/orders/entities/attempt.entity.js';
import { PaymentOrderEntity } from '../../src/shop/orders/entities/payment-order.entity.js';
import type { ListedSubject } from '../../src/shop/orders/merge/listed-difference.js';
import type { KnownTransaction } from '../../src/shop/orders/merge/merge.types.js';

/** A paid item of the list, of order A. */
export const item = (change: Partial<ListedTransaction> = {}): ListedTransaction => ({
  ...readListedTransaction({ transaction_id: 17, order_id: 'A', type: 'payment', amount: 1_250, currency: 'EUR' }),
  status: 'completed',
  ...change,
});

/** What is known of its transaction. */
export const transaction = (
  status: KnownTransaction['facts']['status'],
  id: string | null = '17',
): KnownTransaction => ({
  attempt: 1,
  id,
  facts: { status, financialStatus: status, amountRefunded: 0, modifiedAt: 1, fingerprint: '' },
  paid: status === 'completed' || status === 'refunded' || status === 'chargedback',
  held: null,
});

/** Order A with its known transactions, to be compared with an item. */
export function subject(
  known: KnownTransaction[],
  change: Partial<PaymentOrderEntity> = {},
  capture: AttemptEntity['capture'] = null,
): ListedSubject {
  const terms = { amount: 1_250, currency: 'EUR' };
  const paidAt = known.some(({ paid }) => paid) ? 1 : null;
  const status = known.at(-1)?.facts.status ?? null;
  const order = Object.assign(new PaymentOrderEntity(), { ...terms, attempt: 1, status, paidAt, amountRefunded: 0 });
  Object.assign(order, { transactions: known, ...change });
  return { order, attempt: Object.assign(new AttemptEntity(), { ...terms, number: 1, capture }) };
}

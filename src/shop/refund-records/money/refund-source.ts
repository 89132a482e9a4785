import { balanceIn, leftIn } from './money-book.js';
import type { PaidAttempt } from '../matching/observed-order.js';
import { checkRefundAmount, type RefundableCase, type AmountRefusal } from './refund-amount-rule.js';
import type { RefundState } from '../protocol/refund-protocol.types.js';

/** The facts of a stored refund that count against what was paid. Amount in minor units. */
export interface CountedRefund {
  readonly serviceOrderId: string;
  readonly amount: number;
  readonly state: RefundState;
  /** When it was last sent, epoch milliseconds; absent or null when it was not. */
  readonly lastSentAt?: number | null;
}

/** An amount in minor units, or all that is left of a payment. */
export type WantedRefund = { readonly amount: number; readonly currency: string } | 'remaining';

/** The payment of a refund, or why none can give as much. `left`: the most that one payment can give. */
export type RefundSource =
  | { readonly ok: true; readonly source: PaidAttempt; readonly amount: number }
  | { readonly ok: false; readonly reason: AmountRefusal; readonly left: number; readonly currency: string };

/** External refunds and chargebacks have the same states as own ones. */
const refundsOf = ({ serviceOrderId }: PaidAttempt, refunds: readonly CountedRefund[]): CountedRefund[] =>
  refunds.filter((each) => each.serviceOrderId === serviceOrderId);

/** What an order shipped in parts has given back beyond its rest: a refund before the shipment may be of any part. */
function overdrawn(partOf: string | undefined, { sources, refunds }: SourcesCase): number {
  const whole = sources.find(({ serviceOrderId }) => serviceOrderId === partOf);
  if (!whole) return 0;
  return Math.max(0, -balanceIn({ ...whole, paid: whole.amount, rows: refundsOf(whole, refunds) }));
}

/** The payments of an order, and every refund of it. */
interface SourcesCase {
  readonly sources: readonly PaidAttempt[];
  readonly refunds: readonly CountedRefund[];
}

const caseOf = (source: PaidAttempt, money: SourcesCase): RefundableCase => ({
  ...source,
  paid: source.amount - overdrawn(source.partOf, money),
  rows: refundsOf(source, money.refunds),
});

/**
 * Chooses the payment of a refund. For an order that was paid more than once the surplus comes first, so that the payment in
 * best standing stays whole as long as possible; one refund is taken from one payment.
 *
 * @param sources - the payments, best standing first
 * @param refunds - every refund of the order, made by anyone
 */
export function chooseSource(
  wanted: WantedRefund,
  sources: readonly PaidAttempt[],
  refunds: readonly CountedRefund[],
): RefundSource {
  const [chief] = sources;
  if (!chief) return { ok: false, reason: 'not-paid', left: 0, currency: '' };
  const currency = wanted === 'remaining' ? null : wanted.currency;
  const fitting = sources.filter((source) => currency === null || source.currency === currency).toReversed();
  if (fitting.length === 0) return { ok: false, reason: 'other-currency', left: 0, currency: chief.currency };
  const left = fitting.map((source) => leftIn(caseOf(source, { sources, refunds })));
  for (const [index, source] of fitting.entries()) {
    const asked = wanted === 'remaining' ? { amount: left[index], currency: source.currency } : wanted;
    const verdict = checkRefundAmount(asked, caseOf(source, { sources, refunds }));
    if (verdict.ok) return { ok: true, source, amount: verdict.amount };
    if (verdict.reason === 'invalid-amount' && wanted !== 'remaining') return refused(verdict.reason, left, source);
  }
  return refused('exceeds-remaining', left, fitting[0]!);
}

const refused = (reason: AmountRefusal, left: readonly number[], { currency }: PaidAttempt): RefundSource => ({
  ok: false,
  reason,
  left: Math.max(...left),
  currency,
});

/** What is left of each payment, in minor units, best standing first. */
export const leftOfEach = (
  sources: readonly PaidAttempt[],
  refunds: readonly CountedRefund[],
): { readonly left: number; readonly currency: string }[] =>
  sources.map((source) => ({ left: leftIn(caseOf(source, { sources, refunds })), currency: source.currency }));

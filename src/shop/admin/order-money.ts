import { Money } from '../../protocol/index.js';
import { leftOfEach, type PaidAttempt, type RefundEntity, type RefundState } from '../refund-records/index.js';

/** The money of one order, as customer support needs it. */
export interface OrderMoney {
  /** The amount that the shop now asks for. */
  readonly asked: Money;
  /** What was received and not charged back; one amount for each currency, empty while nothing was received. */
  readonly received: readonly Money[];
  /** What was given back, by this package or elsewhere, in the currency of the first payment. */
  readonly refunded: Money;
  /** What is promised to the customer and not yet accepted by the service. */
  readonly onItsWay: Money;
  /** What can still be given back. */
  readonly remaining: Money;
  /** What was received beyond the price of the order and not given back; null when there is no surplus. */
  readonly surplus: OrderSurplus | null;
}

/** Money that a customer paid beyond the price. */
export interface OrderSurplus {
  /** The whole surplus. */
  readonly amount: Money;
  /** The part that one refund can give back: one refund is taken from one payment. */
  readonly next: Money;
  /** Key of that refund. It is the same for all who see the same surplus, so that the surplus is given back once. */
  readonly key: string;
}

/** The facts from which the money of an order is calculated. */
export interface OrderMoneyFacts {
  readonly orderId: string;
  readonly asked: Money;
  /** The customer's tip at a till; it is not a surplus. */
  readonly tip: number;
  /** The payments that stand, best standing first. */
  readonly sources: readonly PaidAttempt[];
  /** Every refund of the order. */
  readonly refunds: readonly Pick<RefundEntity, 'serviceOrderId' | 'amount' | 'currency' | 'state' | 'key'>[];
}

const ON_ITS_WAY: ReadonlySet<RefundState> = new Set(['queued', 'sending', 'unknown', 'manual']);

const sumOf = (amounts: readonly number[]): number => amounts.reduce((sum, each) => sum + each, 0);

/**
 * The money of one order: asked, received, refunded, and left. Pure.
 *
 * The surplus is what is left beyond the price. A part that was refunded for another reason counts as given back, so never
 * more than the surplus is returned.
 */
export function orderMoney(facts: OrderMoneyFacts): OrderMoney {
  const { asked, sources, refunds } = facts;
  const currency = sources[0]?.currency ?? asked.currency;
  const isSame = (each: { readonly currency: string }): boolean => each.currency === currency;
  const left = leftOfEach(sources, refunds).filter(isSame);
  const remaining = sumOf(left.map((each) => each.left));
  const waiting = refunds.filter((each) => isSame(each) && ON_ITS_WAY.has(each.state));
  const onItsWay = sumOf(waiting.map(({ amount }) => amount));
  const came = sumOf(sources.filter(isSame).map(({ amount }) => amount));
  const money = (amount: number): Money => Money.ofMinor(Math.max(0, amount), currency);
  return {
    asked,
    received: receivedOf(sources),
    refunded: money(came - remaining - onItsWay),
    onItsWay: money(onItsWay),
    remaining: money(remaining),
    surplus: surplusOf(facts, { currency, remaining, most: Math.max(0, ...left.map((each) => each.left)) }),
  };
}

function receivedOf(sources: readonly PaidAttempt[]): Money[] {
  const currencies = [...new Set(sources.map(({ currency }) => currency))];
  return currencies.map((currency) =>
    Money.ofMinor(sumOf(sources.filter((each) => each.currency === currency).map(({ amount }) => amount)), currency),
  );
}

function surplusOf(
  { orderId, asked, tip, refunds }: OrderMoneyFacts,
  { currency, remaining, most }: { currency: string; remaining: number; most: number },
): OrderSurplus | null {
  const total = remaining - asked.amount - tip;
  if (currency !== asked.currency || total <= 0) return null;
  // If one of them was refused, the next one is another refund.
  const before = refunds.filter(({ key }) => key.startsWith(keyOf(orderId, '')));
  return {
    amount: Money.ofMinor(total, currency),
    next: Money.ofMinor(Math.min(total, most), currency),
    key: keyOf(orderId, String(before.length)),
  };
}

const keyOf = (orderId: string, number: string): string => `surplus-${orderId}-${number}`;

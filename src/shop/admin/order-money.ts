import { Money } from '../../protocol/index.js';
import { leftOfEach, type PaidAttempt, type RefundEntity, type RefundState } from '../refund-records/index.js';

/** The money of one order, as a support desk asks for it. */
export interface OrderMoney {
  /** What the shop asks for now. */
  readonly asked: Money;
  /** What came in and was not taken back by the bank; one amount for each currency, empty while nothing came. */
  readonly received: readonly Money[];
  /** What was given back, here or elsewhere, in the currency of the first payment. */
  readonly refunded: Money;
  /** What is promised to the customer and has not been accepted by the service yet. */
  readonly onItsWay: Money;
  /** What can still be given back. */
  readonly remaining: Money;
  /** What came in and is more than the order costs, and has not been given back; null when nothing is too much. */
  readonly surplus: OrderSurplus | null;
}

/** Money that a customer paid too much. */
export interface OrderSurplus {
  /** All of it. */
  readonly amount: Money;
  /** What one refund can give back of it: one refund is taken from one payment. */
  readonly next: Money;
  /** Key of that refund: the same for everyone who sees the same surplus, so that it is given back once. */
  readonly key: string;
}

/** What the money of an order is worked out of. */
export interface OrderMoneyFacts {
  readonly orderId: string;
  readonly asked: Money;
  /** What the customer gave on top at a till; it is not too much. */
  readonly tip: number;
  /** The payments that stand, best standing first. */
  readonly sources: readonly PaidAttempt[];
  /** Every refund of the order. */
  readonly refunds: readonly Pick<RefundEntity, 'serviceOrderId' | 'amount' | 'currency' | 'state' | 'key'>[];
}

const ON_ITS_WAY: ReadonlySet<RefundState> = new Set(['queued', 'sending', 'unknown', 'manual']);

const sumOf = (amounts: readonly number[]): number => amounts.reduce((sum, each) => sum + each, 0);

/**
 * What was asked for, came in, was given back and is left of one order. Pure.
 *
 * What is too much is what is left beyond the price: a part that was given back for another reason counts as given back,
 * so never more than the surplus is returned.
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
  // Once one of them was refused, the next is another refund.
  const before = refunds.filter(({ key }) => key.startsWith(keyOf(orderId, '')));
  return {
    amount: Money.ofMinor(total, currency),
    next: Money.ofMinor(Math.min(total, most), currency),
    key: keyOf(orderId, String(before.length)),
  };
}

const keyOf = (orderId: string, number: string): string => `surplus-${orderId}-${number}`;

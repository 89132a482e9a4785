import { Money } from '../../protocol/index.js';
import { leftOfEach, type PaidAttempt, type RefundEntity, type RefundState } from '../refund-records/index.js';

/** Where received money of one currency is. */
export interface OrderMoneyIn {
  /** What was given back, by this package or elsewhere. */
  readonly refunded: Money;
  /** What is promised to the customer and not yet accepted by the service. */
  readonly onItsWay: Money;
  /** What can still be given back. */
  readonly remaining: Money;
}

/** The money of one order, as customer support needs it; {@link OrderMoneyIn} the currency of the first payment. */
export interface OrderMoney extends OrderMoneyIn {
  /** The amount that the shop now asks for. */
  readonly asked: Money;
  /** What was received and not charged back; one amount for each currency, empty while nothing was received. */
  readonly received: readonly Money[];
  /** The same for each other currency in which money came. */
  readonly others: readonly OrderMoneyIn[];
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
  const [currency = asked.currency, ...others] = new Set(sources.map((source) => source.currency));
  const left = leftOfEach(sources, refunds).filter((each) => each.currency === currency);
  const chief = moneyIn(currency, facts);
  return {
    asked,
    received: sources.length === 0 ? [] : [currency, ...others].map((each) => cameIn(each, facts)),
    ...chief,
    others: others.map((each) => moneyIn(each, facts)),
    surplus: surplusOf(facts, {
      currency,
      remaining: chief.remaining.amount,
      most: Math.max(0, ...left.map((each) => each.left)),
    }),
  };
}

type PaidAndReturned = Pick<OrderMoneyFacts, 'sources' | 'refunds'>;

const cameIn = (currency: string, { sources }: Pick<PaidAndReturned, 'sources'>): Money =>
  Money.ofMinor(sumOf(sources.filter((each) => each.currency === currency).map(({ amount }) => amount)), currency);

function moneyIn(currency: string, { sources, refunds }: PaidAndReturned): OrderMoneyIn {
  const isSame = (each: { readonly currency: string }): boolean => each.currency === currency;
  const remaining = sumOf(
    leftOfEach(sources, refunds)
      .filter(isSame)
      .map(({ left }) => left),
  );
  const waiting = refunds.filter((each) => isSame(each) && ON_ITS_WAY.has(each.state));
  const onItsWay = sumOf(waiting.map(({ amount }) => amount));
  const came = cameIn(currency, { sources }).amount;
  const money = (amount: number): Money => Money.ofMinor(Math.max(0, amount), currency);
  return { refunded: money(came - remaining - onItsWay), onItsWay: money(onItsWay), remaining: money(remaining) };
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

import { currencyExponent, Money } from '../protocol/index.js';

/**
 * An amount as text for the customer, such as `€12.50`.
 *
 * @param amount minor units.
 */
export function moneyText(amount: number, currency: string): string {
  const digits = currencyExponent(currency) ?? 2;
  const format = new Intl.NumberFormat('en', {
    style: 'currency',
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  const symbol = format.formatToParts(0).find(({ type }) => type === 'currency')?.value ?? currency;
  // The digits come from exact text: the formatter alone would round what a number cannot hold.
  const [whole = '0', fraction] = Money.ofMinor(amount, currency).toDecimal().split('.');
  const grouped = new Intl.NumberFormat('en').format(BigInt(whole));
  const gap = /\p{L}$/u.test(symbol) ? '\u00A0' : '';
  return `${symbol}${gap}${grouped}${fraction === undefined ? '' : `.${fraction}`}`;
}

/** The same for a money object. */
export const amountText = ({ amount, currency }: Pick<Money, 'amount' | 'currency'>): string =>
  moneyText(amount, currency);

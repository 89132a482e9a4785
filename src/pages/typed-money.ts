import { currencyExponent, Money, MoneyError } from '../protocol/index.js';

/** Between thousands, and never before a fraction. */
const GAP = /[\s'’]/g;
const PLAIN = /^(\d+)(?:([.,])(\d+))?$/;
const GROUPED = /^(\d{1,3}(?:(['.,])\d{3})(?:\2\d{3})*)(?:([.,])(\d+))?$/;
const THOUSAND = /^[1-9]\d{0,2},\d{3}$/;

/**
 * An amount as a person types it, with a point or a comma before its fraction, and with or without thousands: `1250.00`,
 * `1.250,00`, `1 250`. `1,250` is not read: in one country it is a thousand times what it is in another. `1.250` is read
 * only where the currency has three decimals. The sign or the code of the currency may stand before or behind: `€ 12,50`.
 *
 * @returns null if it is not exactly an amount of the currency
 */
export function readTypedMoney(text: string, currency: string): Money | null {
  const decimal = decimalOf(withoutCurrency(text.trim(), currency).replace(GAP, "'"));
  if (decimal === null) return null;
  try {
    return Money.of(decimal, currency);
  } catch (error) {
    if (error instanceof MoneyError) return null;
    throw error;
  }
}

/** Another currency stays, and is not read: an amount of it is another amount. */
function withoutCurrency(text: string, currency: string): string {
  if (currencyExponent(currency) === undefined) return text;
  const written = text.toUpperCase();
  for (const name of [currency, signOf(currency)]) {
    if (written.startsWith(name)) return text.slice(name.length).trim();
    if (written.endsWith(name)) return text.slice(0, -name.length).trim();
  }
  return text;
}

const signOf = (currency: string): string =>
  new Intl.NumberFormat('en', { style: 'currency', currency, currencyDisplay: 'narrowSymbol' })
    .formatToParts(0)
    .find(({ type }) => type === 'currency')
    ?.value.toUpperCase() ?? currency;

/** With a point before the fraction, and nothing between thousands. */
function decimalOf(text: string): string | null {
  if (THOUSAND.test(text)) return null;
  const [, plain, , decimals] = PLAIN.exec(text) ?? [];
  if (plain !== undefined) return joined(plain, decimals);
  const [, grouped, between, point, fraction] = GROUPED.exec(text) ?? [];
  if (grouped === undefined || between === undefined || between === point) return null;
  return joined(grouped.replaceAll(between, ''), fraction);
}

const joined = (whole: string, fraction: string | undefined): string =>
  fraction === undefined ? whole : `${whole}.${fraction}`;

/** An amount of a currency that shows how amounts are typed: `12.50` for EUR, `1250` for JPY, `1.250` for KWD. */
export const exampleAmount = (currency: string): string => Money.ofMinor(1_250, currency).toDecimal();

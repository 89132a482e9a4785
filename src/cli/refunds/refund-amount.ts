import { isCurrency, Money } from '../../protocol/index.js';
import { usageError } from '../cli-error.js';

/**
 * Reads an amount that a person typed.
 *
 * @param text - a decimal with a point, `12.50`
 * @param code - ISO 4217, in capitals or small letters
 * @throws CliError for wrong usage if it is not an amount of that currency
 */
export function typedMoney(text: string, code: string): Money {
  const currency = code.toUpperCase();
  if (!isCurrency(currency)) throw usageError(`"${code}" is no currency.`, 'Give a code of ISO 4217, such as EUR.');
  try {
    if (AMOUNT.test(text)) return Money.of(text, currency);
  } catch {
    throw noMoney(text, currency);
  }
  throw noMoney(text, currency);
}

const AMOUNT = /^\d{1,15}(?:\.\d{1,4})?$/;

const noMoney = (text: string, currency: string): Error =>
  usageError(
    `"${text}" is no amount of ${currency}.`,
    `Give an amount such as ${Money.ofMinor(1_250, currency).toDecimal()}, and --currency where needed.`,
  );

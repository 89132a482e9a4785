import { isCurrency, Money } from '../../protocol/index.js';
import { usageError } from '../cli-error.js';

/**
 * Reads an amount that a person typed.
 *
 * @param text - a decimal with a point, `12.50`
 * @param currency - ISO 4217
 * @throws CliError for wrong usage if it is not an amount of that currency
 */
export function readMoney(text: string, currency: string): Money {
  if (!/^\d{1,15}(?:\.\d{1,4})?$/.test(text) || !isCurrency(currency)) throw noMoney(text, currency);
  try {
    return Money.of(text, currency);
  } catch {
    throw noMoney(text, currency);
  }
}

const noMoney = (text: string, currency: string): Error =>
  usageError(
    `"${text}" is no amount of ${currency}.`,
    'Give a decimal with a point, such as 12.50, and --currency where needed.',
  );

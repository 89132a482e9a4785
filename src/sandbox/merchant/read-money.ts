import { Money, MoneyError } from '../../protocol/index.js';
import { SandboxError, type SandboxErrorCode } from '../core/index.js';

/** What an amount is in, and how it is refused. */
export interface MoneyField {
  readonly currency: string;
  readonly code: SandboxErrorCode;
}

/**
 * Reads an amount as people write it: with a comma as well as a point.
 *
 * @throws SandboxError with the code of the field
 * @example
 * readMoney('5,99', { currency: 'EUR', code: 'REFUND_IMPOSSIBLE' }).amount; // 599
 */
export function readMoney(text: string, { currency, code }: MoneyField): Money {
  try {
    return Money.of(text.trim().replace(',', '.'), currency);
  } catch (error) {
    if (!(error instanceof MoneyError)) throw error;
    const advice = 'Write it in whole units, e.g. 12.50.';
    throw new SandboxError(code, `"${text}" is no amount of ${currency}. ${advice}`, { advice });
  }
}

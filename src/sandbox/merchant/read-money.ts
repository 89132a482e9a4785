import { exampleAmount, readTypedMoney } from '../../pages/typed-money.js';
import type { Money } from '../../protocol/index.js';
import { SandboxError, type SandboxErrorCode } from '../core/index.js';

/** The currency of an amount, and the error code for an invalid one. */
export interface MoneyField {
  readonly currency: string;
  readonly code: SandboxErrorCode;
}

/**
 * Reads an amount as people write it: with a comma or a point.
 *
 * @throws SandboxError with the code of the field
 * @example
 * typedAmount('5,99', { currency: 'EUR', code: 'REFUND_IMPOSSIBLE' }).amount; // 599
 */
export function typedAmount(text: string, { currency, code }: MoneyField): Money {
  const money = readTypedMoney(text, currency);
  if (money !== null) return money;
  const advice = `Write it in whole units, e.g. ${exampleAmount(currency)}.`;
  throw new SandboxError(code, `"${text}" is no amount of ${currency}. ${advice}`, { advice });
}

import { Money } from './money.js';

/**
 * Makes money of this copy of the package from a value that may be money. Each field is read once, so later answers of
 * a subclass, a getter or a proxy do not count. Never throws.
 *
 * @returns `null` if the value is not money
 */
export function copyMoney(value: unknown): Money | null {
  try {
    if (!Money.isMoney(value)) return null;
    const { amount, currency } = value;
    return Money.ofMinor(amount, currency);
  } catch {
    return null;
  }
}

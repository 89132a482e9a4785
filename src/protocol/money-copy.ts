import { Money } from './money.js';

/**
 * Money of this copy of the package, made anew from what claims to be money: each field is read once, and nothing that
 * a subclass, a getter or a proxy would answer later counts. Never throws.
 *
 * @returns `null` for what is no money
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

import { ONE, plus, times, ZERO, type ExactDecimal } from './exact-decimal.js';

/** What the sum of a cart depends on, of one line. */
export interface PricedLine {
  /** Major units, without tax; negative for a discount. */
  readonly unitPrice: ExactDecimal;
  readonly quantity: ExactDecimal;
  /** A fraction: 0.21. */
  readonly taxRate: ExactDecimal;
}

/**
 * What lines of a cart cost together, tax included, in major units: Σ price × quantity × (1 + rate), nothing rounded.
 *
 * The one arithmetic of both sides: the shop builds carts by it, the sandbox checks them by it (spec §7, 1027).
 */
export function totalOf(lines: readonly PricedLine[]): ExactDecimal {
  return lines.reduce((total, line) => plus(total, lineTotal(line)), ZERO);
}

/** What one line costs, tax included, in major units; nothing is rounded. */
export function lineTotal({ unitPrice, quantity, taxRate }: PricedLine): ExactDecimal {
  return times(times(unitPrice, quantity), plus(ONE, taxRate));
}

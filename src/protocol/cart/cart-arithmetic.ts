import { ONE, plus, times, ZERO, type ExactDecimal } from './exact-decimal.js';

/** The parts of a line that decide the sum of a cart. */
export interface PricedLine {
  /** Major units, without tax; negative for a discount. */
  readonly unitPrice: ExactDecimal;
  readonly quantity: ExactDecimal;
  /** A fraction, such as 0.21. */
  readonly taxRate: ExactDecimal;
}

/**
 * The cost of lines of a cart, tax included, in major units: Σ price × quantity × (1 + rate), without rounding.
 *
 * Both sides use this arithmetic: the shop builds carts with it, the sandbox checks them with it (spec §7, 1027).
 */
export function totalOf(lines: readonly PricedLine[]): ExactDecimal {
  return lines.reduce((total, line) => plus(total, lineTotal(line)), ZERO);
}

/** The cost of one line, tax included, in major units, without rounding. */
export function lineTotal({ unitPrice, quantity, taxRate }: PricedLine): ExactDecimal {
  return times(times(unitPrice, quantity), plus(ONE, taxRate));
}

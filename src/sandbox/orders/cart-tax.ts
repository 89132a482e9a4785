import { readDecimal, ZERO, type ExactDecimal } from '../../protocol/cart/exact-decimal.js';
import { isObject, isGiven, objectAt, textAt } from './json-fields.js';
import type { CartContent } from './cart.types.js';
import type { JsonObject } from './create-order.types.js';

/** The tax of one line of a cart: a rate (0.21), `none` when nothing says any, `unknown` for a table that is missing. */
export type LineTax = ExactDecimal | 'none' | 'unknown';

// `#.##`: one digit before the point and two after it, none of them required (spec §7, 1028).
const RATE = /^\d?(\.\d{1,2})?$/;

/** Whether a rate is formatted as the specification wants it, e.g. `0.21`. */
export function isTaxRate(value: unknown): boolean {
  const text = typeof value === 'number' ? String(value) : value;
  return typeof text === 'string' && text !== '' && RATE.test(text);
}

/** Every rate of the tax tables, as it came: the default's, and those of the rules of all alternatives. */
export function tableRates(taxTables: JsonObject): unknown[] {
  const own = objectAt(taxTables, 'default');
  const rates = isGiven(own, 'rate') ? [own['rate']] : [];
  return [...rates, ...alternatives(taxTables).flatMap((table) => rulesOf(table).map((rule) => rule['rate']))];
}

/** The tax of a line: by its table, else by its own `tax_rate`, else by the default table. */
export function lineTax(line: JsonObject, { taxTables }: CartContent): LineTax {
  const selector = textAt(line, 'tax_table_selector');
  if (selector === 'none') return ZERO;
  const own = objectAt(taxTables, 'default');
  if (selector !== null && selector !== 'default') return alternativeTax(alternatives(taxTables), selector);
  if (isGiven(own, 'rate')) return readDecimal(own['rate']) ?? 'unknown';
  return isGiven(line, 'tax_rate') ? (readDecimal(line['tax_rate']) ?? 'unknown') : 'none';
}

function alternativeTax(tables: readonly JsonObject[], selector: string): LineTax {
  const table = tables.find((each) => textAt(each, 'name') === selector);
  const [rule] = table === undefined ? [] : rulesOf(table);
  return rule === undefined ? 'unknown' : (readDecimal(rule['rate']) ?? 'unknown');
}

function alternatives(taxTables: JsonObject): JsonObject[] {
  return objectsIn(taxTables['alternate']);
}

function rulesOf(table: JsonObject): JsonObject[] {
  return objectsIn(table['rules']);
}

function objectsIn(value: unknown): JsonObject[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

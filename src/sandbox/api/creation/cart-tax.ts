import { isSame, readDecimal, ZERO, type ExactDecimal } from '../../../protocol/cart/exact-decimal.js';
import { isFields, CART_TAX_RATES } from '../../../protocol/index.js';
import { hasMember, objectAt, textAt } from '../json-fields.js';
import type { CartContent } from '../../orders/index.js';
import type { JsonObject } from './create-order.types.js';

/** The tax of one line of a cart: a rate (0.21), `none` if nothing gives one, `unknown` if its rate is invalid. */
export type LineTax = ExactDecimal | 'none' | 'unknown';

// The specification's `#.##` is read as a decimal number with a point (spec §7, 1028), with up to six decimals.
const RATE = /^\d?(\.\d{1,6})?$/;
const PER_CENT = 2;
const CHECKED: readonly ExactDecimal[] = CART_TAX_RATES.map((rate) => ({ digits: BigInt(rate), scale: PER_CENT }));
const NAMED_RATE = /^0?\.\d+$/;
const NAMED_PER_CENT = /^(\d+) ?%$/;

/** Whether a rate is a fraction in the service's form: the number or the text `0.21`, `0.055`, `.08375`, `0`. */
export function isTaxRate(value: unknown): boolean {
  const text = typeof value === 'number' ? String(value) : value;
  return typeof text === 'string' && text !== '' && RATE.test(text);
}

/** Every rate of the tax tables, unchanged: the default's, and those of the rules of all alternatives. */
export function tableRates(taxTables: JsonObject): unknown[] {
  const own = objectAt(taxTables, 'default');
  const rates = hasMember(own, 'rate') ? [own['rate']] : [];
  return [...rates, ...alternatives(taxTables).flatMap((table) => rulesOf(table).map((rule) => rule['rate']))];
}

/** The tax of a line: from its table, else from its own `tax_rate`, else from the default table. */
export function lineTax(line: JsonObject, { taxTables }: CartContent): LineTax {
  const selector = textAt(line, 'tax_table_selector');
  if (selector === 'none') return ZERO;
  const own = objectAt(taxTables, 'default');
  if (selector !== null && selector !== 'default') return alternativeTax(alternatives(taxTables), selector);
  if (hasMember(own, 'rate')) return readDecimal(own['rate']) ?? 'unknown';
  return hasMember(line, 'tax_rate') ? (readDecimal(line['tax_rate']) ?? 'unknown') : 'none';
}

/**
 * The rate that the table of a line should have, if the service recalculates such tables: 9 or 21 per cent, by its name
 * (`21%`, `0.21`) or else by its rate (spec §7, 1029). Tables of any other rate are not recalculated.
 */
export function claimedTax(line: JsonObject, cart: CartContent): ExactDecimal | null {
  const tax = lineTax(line, cart);
  if (typeof tax === 'string') return null;
  const selector = textAt(line, 'tax_table_selector');
  const table = alternatives(cart.taxTables).find((each) => textAt(each, 'name') === selector);
  const named = table === undefined ? null : rateInName(textAt(table, 'name') ?? '');
  return CHECKED.find((rate) => isSame(rate, named ?? tax)) ?? null;
}

function rateInName(name: string): ExactDecimal | null {
  const [, perCent] = NAMED_PER_CENT.exec(name) ?? [];
  if (perCent !== undefined) return { digits: BigInt(perCent), scale: PER_CENT };
  return NAMED_RATE.test(name) ? readDecimal(name) : null;
}

/** A missing table, or one without a rule, means no tax: plugins write `0` then. */
function alternativeTax(tables: readonly JsonObject[], selector: string): LineTax {
  const table = tables.find((each) => textAt(each, 'name') === selector);
  const [rule] = table === undefined ? [] : rulesOf(table);
  return rule === undefined ? ZERO : (readDecimal(rule['rate']) ?? 'unknown');
}

function alternatives(taxTables: JsonObject): JsonObject[] {
  return objectsIn(taxTables['alternate']);
}

function rulesOf(table: JsonObject): JsonObject[] {
  return objectsIn(table['rules']);
}

function objectsIn(value: unknown): JsonObject[] {
  return Array.isArray(value) ? value.filter(isFields) : [];
}

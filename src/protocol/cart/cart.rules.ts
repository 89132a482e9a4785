import { isCurrency } from '../currencies.js';
import type { Fault } from '../fault.js';
import { Money } from '../money.js';
import { isWellFormed } from '../text-rules.js';
import { isFields } from '../is-fields.js';

type Fields = Readonly<Record<string, unknown>>;
type Check = (value: unknown, fields: Fields) => string | undefined;

interface Rule {
  readonly field: string;
  readonly code?: number;
  readonly check: Check;
}

const UNIT_PRICE = /^-?\d{1,15}(?:\.\d{1,10})?$/;
const QUANTITY = /^(?=.*[1-9])\d{1,6}(?:\.\d{1,6})?$/;
const MAX_QUANTITY = 999_999;
const WEIGHT = /^\d{1,9}(?:\.\d{1,6})?$/;
// Four decimals of a percentage are six of a fraction.
const TAX_PERCENT = /^(?:\d{1,2}(?:\.\d{1,4})?|100(?:\.0{1,4})?)$/;

const isAbsent = (value: unknown): boolean => value === undefined || value === null;
const matches = (value: unknown, pattern: RegExp): boolean => typeof value === 'string' && pattern.test(value);
const isText = (value: unknown): boolean => typeof value === 'string' && value.trim() !== '' && isWellFormed(value);

/** Makes a check that reports its message if a value is not good. */
const expecting =
  (message: string, isGood: (value: unknown) => boolean): Check =>
  (value) =>
    isGood(value) ? undefined : message;

const optional =
  (check: Check): Check =>
  (value, fields) =>
    isAbsent(value) ? undefined : check(value, fields);

const checkText = expecting('must be well-formed text, not empty', isText);

const checkOnePrice: Check = (value, { unitPriceIncludingTax }) =>
  isAbsent(value) === isAbsent(unitPriceIncludingTax)
    ? 'must be given, or unitPriceIncludingTax in its place, not both'
    : undefined;

const checkOneCurrency: Check = (value, { unitPriceIncludingTax: price }) =>
  Money.isMoney(price) && price.currency !== value ? 'is not that of unitPriceIncludingTax; leave it out' : undefined;

const isQuantity = (value: unknown): boolean =>
  Number.isInteger(value) ? Number(value) >= 1 && Number(value) <= MAX_QUANTITY : matches(value, QUANTITY);

const isWeight = (value: unknown): boolean =>
  isFields(value) && isText(value['unit']) && matches(value['value'], WEIGHT);

const PRICE_RULES: readonly Rule[] = [
  { field: 'name', code: 1016, check: checkText },
  {
    field: 'description',
    check: optional(expecting('must be well-formed text', (value) => typeof value === 'string' && isWellFormed(value))),
  },
  { field: 'unitPrice', code: 1031, check: checkOnePrice },
  {
    field: 'unitPrice',
    code: 1031,
    check: optional(expecting('must be decimal text of at most 10 decimals', (value) => matches(value, UNIT_PRICE))),
  },
  {
    field: 'unitPriceIncludingTax',
    code: 1031,
    check: optional(expecting('must be money', Money.isMoney)),
  },
  {
    field: 'currency',
    code: 1030,
    check: optional(
      expecting('must be an ISO 4217 code in capitals', (value) => typeof value === 'string' && isCurrency(value)),
    ),
  },
  { field: 'currency', code: 1025, check: optional(checkOneCurrency) },
  { field: 'taxPercent', code: 1027, check: expecting("is missing; say '0' where no tax is due", (v) => !isAbsent(v)) },
  {
    field: 'taxPercent',
    code: 1028,
    check: optional(
      expecting("must be per cent as text of at most 4 decimals, such as '21' or '5.5'", (value) =>
        matches(value, TAX_PERCENT),
      ),
    ),
  },
];

const LINE_RULES: readonly Rule[] = [
  ...PRICE_RULES,
  { field: 'merchantItemId', code: 1016, check: checkText },
  {
    field: 'quantity',
    code: 1016,
    check: expecting(`must be more than 0 and at most ${MAX_QUANTITY}, whole or decimal text`, isQuantity),
  },
  { field: 'weight', check: optional(expecting('must be { unit, value }, the value as decimal text', isWeight)) },
];

const ROUNDING_RULES: readonly Rule[] = [
  { field: 'name', check: checkText },
  { field: 'merchantItemId', check: checkText },
];

/** Checks every part of a copied cart; the sum is checked elsewhere. Never throws. */
export function checkCart(cart: unknown, maxLines: number): Fault[] {
  if (!isFields(cart)) return [{ path: 'cart', message: 'must be an object' }];
  const { lines, shipping, rounding, validate } = cart;
  const isGoodSwitch = isAbsent(validate) || typeof validate === 'boolean';
  return [
    ...checkLines(lines, maxLines),
    ...(isAbsent(shipping) ? [] : applyRules(shipping, 'cart.shipping', PRICE_RULES)),
    ...(isAbsent(rounding) ? [] : applyRules(rounding, 'cart.rounding', ROUNDING_RULES)),
    ...(isGoodSwitch ? [] : [{ path: 'cart.validate', message: 'must be true or false' }]),
  ];
}

function checkLines(lines: unknown, maxLines: number): Fault[] {
  const isGood = Array.isArray(lines) && lines.length >= 1 && lines.length <= maxLines;
  if (!isGood) return [{ path: 'cart.lines', message: `must be a list of 1 to ${maxLines} lines`, code: 1016 }];
  // Unlike flatMap, this includes the missing entries of a sparse list.
  return Array.from(lines, (line: unknown, index) => applyRules(line, `cart.lines[${index}]`, LINE_RULES)).flat();
}

function applyRules(source: unknown, path: string, rules: readonly Rule[]): Fault[] {
  if (!isFields(source)) return [{ path, message: 'must be an object', code: 1016 }];
  return rules.flatMap(({ field, code, check }) => {
    const message = check(source[field], source);
    if (message === undefined) return [];
    return [code === undefined ? { path: `${path}.${field}`, message } : { path: `${path}.${field}`, message, code }];
  });
}

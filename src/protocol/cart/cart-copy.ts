import type { Fault } from '../fault.js';
import { copyMoney } from '../money-copy.js';
import { fieldPath, unknownFieldFaults } from '../unknown-fields.js';
import { isFields } from '../is-fields.js';

/** Most lines of one cart, besides shipping and rounding (scenario M1). */
export const MAX_CART_LINES = 200;
/** Most lines of a cart that was read back: delivery and rounding are two of them. */
export const MAX_READ_CART_LINES = MAX_CART_LINES + 2;

/** A copy of a cart that cannot change any more, and the faults found while copying. The copy is still to be checked. */
export interface CopiedCart {
  readonly cart: unknown;
  readonly faults: Fault[];
}

interface Place {
  readonly path: string;
  readonly maxLines: number;
  readonly faults: Fault[];
}

type Reading = (value: unknown, place: Place) => unknown;
type Shape = Readonly<Record<string, Reading>>;

/** Replaces a value that should be money and is not. */
const NO_MONEY: unknown = Object.freeze({});

const asIs: Reading = (value) => value;
const money: Reading = (value) => (value === undefined || value === null ? value : (copyMoney(value) ?? NO_MONEY));
const object =
  (shape: Shape): Reading =>
  (value, place) =>
    isFields(value) ? copyFields(value, shape, place) : value;

const PRICE: Shape = {
  name: asIs,
  description: asIs,
  taxPercent: asIs,
  unitPrice: asIs,
  currency: asIs,
  unitPriceIncludingTax: money,
};
const LINE: Shape = {
  ...PRICE,
  merchantItemId: asIs,
  quantity: asIs,
  weight: object({ unit: asIs, value: asIs }),
};
const CART: Shape = {
  lines: readLines,
  shipping: object(PRICE),
  rounding: object({ name: asIs, merchantItemId: asIs }),
  validate: asIs,
};

/**
 * Copies a cart and reads each field once, so that the checked cart is the one that is added up and sent. An unknown
 * field is a fault (decision 009). Never throws.
 *
 * @param maxLines - a longer list counts as absent
 * @returns `null` if a getter or a proxy throws
 */
export function copyCart(input: unknown, maxLines: number): CopiedCart | null {
  const faults: Fault[] = [];
  try {
    return { cart: object(CART)(input, { path: 'cart', maxLines, faults }), faults };
  } catch {
    return null;
  }
}

function copyFields(source: Readonly<Record<string, unknown>>, shape: Shape, place: Place): object {
  const { path, faults } = place;
  const unknown = Object.keys(source).filter((name) => !Object.hasOwn(shape, name));
  faults.push(...unknownFieldFaults(unknown, path));
  return Object.fromEntries(
    Object.entries(shape).map(([name, read]) => [name, read(source[name], { ...place, path: fieldPath(path, name) })]),
  );
}

/** A list that is too long counts as absent. The list's own iterator is not used: it might never end. */
function readLines(value: unknown, place: Place): unknown {
  if (!Array.isArray(value)) return value;
  const length = Number(value.length);
  if (length > place.maxLines) return [];
  const readLine = object(LINE);
  return Array.from({ length }, (_, index) => readLine(value[index], { ...place, path: `${place.path}[${index}]` }));
}

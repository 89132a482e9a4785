import { parseUrl } from './absolute-url.js';
import { decimalText, readDecimal } from './cart/exact-decimal.js';
import type { Fault } from './fault.js';
import { isFields } from './is-fields.js';

type Fields = Readonly<Record<string, unknown>>;

const DECIMAL = /^-?\d+(?:\.\d+)?$/;
const WEB: ReadonlySet<string> = new Set(['http:', 'https:']);
const YES: ReadonlySet<unknown> = new Set([true, 1, '1', 'true']);
const INTEGER = /^\d{1,15}$/;
const INDEX = /^\d+$/;

const isListWithGap = (value: unknown): value is Fields =>
  isFields(value) && Object.keys(value).length > 0 && Object.keys(value).every((key) => INDEX.test(key));

/**
 * Reads known fields of an object of unknown form, tolerantly (protocol §5.10): numbers or strings as they come, `null`
 * if absent. A value of the wrong form adds a fault with its path. Never throws on a JSON value.
 *
 * It reads only own fields that are named by the caller, so a `__proto__` or other extra field has no effect.
 *
 * @example
 * const faults: Fault[] = [];
 * const reader = new FieldReader({ order_id: 77 }, '', faults);
 * reader.id('order_id'); // '77'
 */
export class FieldReader {
  private readonly fields: Fields;

  /**
   * @param source - the object, or the value in its place
   * @param path - its place in the whole input; empty for the input itself
   * @param faults - collects the faults
   */
  constructor(
    source: unknown,
    private readonly path: string,
    private readonly faults: Fault[],
  ) {
    this.fields = isFields(source) ? source : {};
    // An empty PHP array counts as an empty object, and null as an absent one.
    const isAbsent = source === undefined || source === null || (Array.isArray(source) && source.length === 0);
    if (!isFields(source) && !isAbsent) this.faults.push({ path, message: 'is not an object' });
  }

  /** The value unchanged; `null` if absent. */
  raw(name: string): unknown {
    return Object.hasOwn(this.fields, name) ? (this.fields[name] ?? null) : null;
  }

  /** Text, or a number as text. */
  text(name: string): string | null {
    const value = this.raw(name);
    if (value === null || typeof value === 'string') return value;
    return Number.isFinite(value) ? String(value) : this.fault(name, 'is not text');
  }

  /** An absolute http(s) address. A shop sends its customers there: another scheme would run as a script in its own pages. */
  webAddress(name: string): string | null {
    const text = this.text(name);
    if (text === null || text === '') return null;
    return WEB.has(parseUrl(text)?.protocol ?? '') ? text : this.fault(name, 'is not an address of the web');
  }

  /** Several texts at once. */
  texts<K extends string>(names: readonly K[]): Record<K, string | null> {
    const found: Partial<Record<K, string | null>> = {};
    for (const name of names) found[name] = this.text(name);
    return found as Record<K, string | null>;
  }

  /** An identifier as text with all its digits; null for empty text, and for 0, which PHP writes for a missing one. */
  id(name: string): string | null {
    const value = this.raw(name);
    if (value === null || value === 0 || typeof value === 'string') return value || null;
    // A number that has lost digits would be the identifier of another order.
    return Number.isSafeInteger(value)
      ? String(value)
      : this.fault(name, 'is not an identifier that can be kept exactly');
  }

  /** Integer minor units, not negative. */
  amount(name: string): number | null {
    const value = this.integer(name);
    return value !== null && value < 0 ? this.fault(name, 'is negative') : value;
  }

  /** A safe integer, or one as text. */
  integer(name: string): number | null {
    const value = this.raw(name);
    if (value === null || value === '') return null;
    const number = typeof value === 'string' && INTEGER.test(value) ? Number(value) : value;
    return typeof number === 'number' && Number.isSafeInteger(number)
      ? number + 0
      : this.fault(name, 'is not an integer');
  }

  /** A decimal number as text, such as `0.45`; not for calculations. */
  decimal(name: string): string | null {
    const text = this.text(name);
    return text === null || text === '' || DECIMAL.test(text)
      ? text || null
      : this.fault(name, 'is not a decimal number');
  }

  /** A decimal number in any notation of JSON or PHP, as plain text without trailing zeros: `0.0000001`. */
  exactDecimal(name: string): string | null {
    const text = this.text(name);
    if (text === null || text === '') return null;
    const decimal = readDecimal(text);
    return decimal === null ? this.fault(name, 'is not a decimal number') : decimalText(decimal);
  }

  /** Year and month of a card, `YYMM`. A number may have lost its leading zero. */
  cardExpiry(name: string): string | null {
    const text = this.text(name);
    return text && text.padStart(4, '0');
  }

  /** True for every spelling of a PHP service (protocol §5.10); false for all else. */
  flag(name: string): boolean {
    return YES.has(this.raw(name));
  }

  /** A reader of the object in a field. */
  object(name: string): FieldReader {
    return new FieldReader(this.raw(name), this.pathOf(name), this.faults);
  }

  /** A reader for each element of the list in a field; empty if absent. PHP writes a list with gaps as an object. */
  list(name: string): FieldReader[] {
    const value = this.raw(name);
    if (value === null || value === '') return [];
    const elements = isListWithGap(value) ? Object.entries(value) : Array.isArray(value) ? [...value.entries()] : null;
    if (elements === null) this.fault(name, 'is not a list');
    return (elements ?? []).map(
      ([index, element]) => new FieldReader(element, `${this.pathOf(name)}[${index}]`, this.faults),
    );
  }

  /**
   * The same as {@link list}, but a single element may come without a list. A value that cannot be read counts as one
   * element: it must not be taken for an empty list.
   */
  listOrOne(name: string): FieldReader[] {
    const value = this.raw(name);
    const isEmpty = value === null || value === '' || (isFields(value) && Object.keys(value).length === 0);
    const isList = isEmpty || Array.isArray(value) || isListWithGap(value);
    return isList ? this.list(name) : [this.object(name)];
  }

  private pathOf(name: string): string {
    return this.path === '' ? name : `${this.path}.${name}`;
  }

  private fault(name: string, message: string): null {
    this.faults.push({ path: this.pathOf(name), message });
    return null;
  }
}

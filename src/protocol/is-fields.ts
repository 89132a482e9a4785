/**
 * Whether a value may be read field by field: an object, and no list.
 *
 * @example
 * isFields({ order_id: 77 }); // true
 * isFields([77]); // false
 */
export const isFields = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

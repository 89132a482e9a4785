/**
 * Whether a value can be read field by field: an object, and not a list.
 *
 * @example
 * isFields({ order_id: 77 }); // true
 * isFields([77]); // false
 */
export const isFields = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

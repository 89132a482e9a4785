/**
 * Reads a table by a word that may be unknown, because another release stored it or a caller sent it. Undefined if the
 * table has no such row; inherited properties (`constructor`) are not rows.
 *
 * @example
 * valueAt({ paid: 'Paid' }, 'paid'); // 'Paid'
 * valueAt({ paid: 'Paid' }, 'constructor'); // undefined
 */
export const valueAt = <Value>(table: Readonly<Record<string, Value>>, word: string): Value | undefined =>
  Object.hasOwn(table, word) ? table[word] : undefined;

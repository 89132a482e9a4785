/**
 * The value of a table under a word that may be any: one that was stored by another release, or sent by someone.
 * Undefined where the table has no such row; what every object inherits (`constructor`) is no row.
 *
 * @example
 * valueAt({ paid: 'Paid' }, 'paid'); // 'Paid'
 * valueAt({ paid: 'Paid' }, 'constructor'); // undefined
 */
export const valueAt = <Value>(table: Readonly<Record<string, Value>>, word: string): Value | undefined =>
  Object.hasOwn(table, word) ? table[word] : undefined;

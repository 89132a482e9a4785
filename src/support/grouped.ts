/**
 * Lists of items by a key, in their order.
 *
 * @example
 * grouped(['ab', 'c', 'de'], ({ length }) => length); // Map { 2 => ['ab', 'de'], 1 => ['c'] }
 */
export function grouped<T, K>(items: Iterable<T>, keyOf: (item: T) => K): Map<K, T[]> {
  const lists = new Map<K, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    const list = lists.get(key);
    if (list) list.push(item);
    else lists.set(key, [item]);
  }
  return lists;
}

/** @returns {Map<unknown, object[]>} the rows of each key, in the order in which they came */
export function groupBy(rows, keyOf) {
  const groups = new Map();
  for (const row of rows) groups.set(keyOf(row), [...(groups.get(keyOf(row)) ?? []), row]);
  return groups;
}

/** How many letters of a word of this length may be missing, extra or wrong. */
const mostFaults = (name: string): number => Math.max(1, Math.floor(name.length / 3));

/**
 * The known name that a misspelt one probably means. Upper and lower case count as equal.
 *
 * @returns null if no known name is near
 * @example
 * nearestName('timezone', ['workers', 'timeZone']); // 'timeZone'
 */
export function nearestName(name: string, known: readonly string[]): string | null {
  const written = name.toLowerCase();
  const distances = known.map((each) => ({ each, faults: distance(written, each.toLowerCase()) }));
  const [best] = distances.toSorted((one, other) => one.faults - other.faults);
  return best && best.faults <= mostFaults(name) ? best.each : null;
}

/** How many letters must be inserted, removed or changed to turn one word into the other (Levenshtein). */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [index, letter] of [...one].entries()) {
    const next = [index + 1];
    for (let at = 0; at < other.length; at += 1) {
      const change = row[at]! + (letter === other[at] ? 0 : 1);
      next.push(Math.min(change, row[at + 1]! + 1, next[at]! + 1));
    }
    row = next;
  }
  return row[other.length]!;
}

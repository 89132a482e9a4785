/** How many letters may be missing, too many or wrong in a word of this length. */
const mostFaults = (name: string): number => Math.max(1, Math.floor(name.length / 3));

/**
 * The known name that someone who wrote another one has probably meant, capital letters not counted.
 *
 * @returns null where none is near
 * @example
 * nearestName('timezone', ['workers', 'timeZone']); // 'timeZone'
 */
export function nearestName(name: string, known: readonly string[]): string | null {
  const written = name.toLowerCase();
  const distances = known.map((each) => ({ each, faults: distance(written, each.toLowerCase()) }));
  const [best] = distances.toSorted((one, other) => one.faults - other.faults);
  return best && best.faults <= mostFaults(name) ? best.each : null;
}

/** Letters to be put in, left out or changed to make one word of the other (Levenshtein). */
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

/** More often than this a schedule is not tried: what is left then is short enough. */
const MOST_TRIES = 150;

/**
 * Leaves out, one after the other, all parts that a failing schedule can do without, for as long as it fails in the same way.
 *
 * @param parts - what it is made of, by name
 * @param fails - whether it still fails without some of them
 * @returns the parts that it can do without
 */
export async function shrink(
  parts: readonly string[],
  fails: (without: ReadonlySet<string>) => Promise<boolean>,
): Promise<ReadonlySet<string>> {
  const without = new Set<string>();
  for (let tries = 0, left = -1; left !== without.size && tries < MOST_TRIES;) {
    left = without.size;
    // What came late depends on what came early: the end goes first.
    for (const part of parts.filter((each) => !without.has(each)).reverse()) {
      tries += 1;
      if (tries < MOST_TRIES && (await fails(new Set([...without, part])))) without.add(part);
    }
  }
  return without;
}

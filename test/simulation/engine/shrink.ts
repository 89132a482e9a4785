/** More often than this a schedule is not tried: what is left then is short enough. */
const MOST_TRIES = 150;

/** Consecutive parts, at most so many together; what came late depends on what came early, so the end goes first. */
function groupsOf(parts: readonly string[], size: number): string[][] {
  const groups: string[][] = [];
  for (let end = parts.length; end > 0; end -= size) groups.push(parts.slice(Math.max(0, end - size), end));
  return groups;
}

/**
 * Leaves out all parts that a failing schedule can do without, for as long as it fails in the same way: many together where that
 * does, for most schedules need few of theirs, and in the end one after the other.
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
  let tries = 0;
  /** @returns whether anything of so many parts at a time was left out */
  const leaveOut = async (size: number): Promise<boolean> => {
    const before = without.size;
    const rest = parts.filter((each) => !without.has(each));
    for (const group of groupsOf(rest, size)) {
      tries += 1;
      if (tries < MOST_TRIES && (await fails(new Set([...without, ...group]))))
        group.forEach((each) => without.add(each));
    }
    return without.size > before;
  };
  for (let size = parts.length; size > 1; size = Math.ceil(size / 2)) await leaveOut(size);
  while (await leaveOut(1));
  return without;
}

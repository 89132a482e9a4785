/** A line that may be left out, unless there are more of its kind. */
interface Line {
  /** Whether the money of a payment came or went by it. */
  readonly isPayment: boolean;
}

/** A line that is shown. */
export type ShownLine<L extends Line> = L & {
  /** The number of lines that were left out after it. */
  readonly leftOut: number;
};

const MOST_LINES = 12;
/** Of the lines of payments, these are shown however old they are: ten refunds hid when and how the order was paid. */
const MOST_PAYMENTS = 5;

/**
 * A dozen lines: the first, those of payments, and the newest. Pure.
 *
 * @param lines - oldest first
 * @returns oldest first
 */
export function shownLines<L extends Line>(lines: readonly L[]): ShownLine<L>[] {
  const places = [...lines.keys()];
  const payments = places.filter((place) => lines[place]!.isPayment).slice(-MOST_PAYMENTS);
  const byWeight = new Set([...places.slice(0, 1), ...payments, ...places.toReversed()]);
  const kept = [...byWeight].slice(0, MOST_LINES).toSorted((one, other) => one - other);
  return kept.map((place, index) => ({ ...lines[place]!, leftOut: (kept[index + 1] ?? lines.length) - place - 1 }));
}

/** Negative if the first text comes before the second, by code units: the same order in every language. */
export const compareText = (one: string, other: string): number => (one < other ? -1 : Number(one > other));

/** Rows in the order in which they were written: an id begins with the time, followed by a counter. */
export const asWritten = <Row extends { readonly id: string }>(rows: readonly Row[]): Row[] =>
  rows.toSorted((a, b) => compareText(a.id, b.id));

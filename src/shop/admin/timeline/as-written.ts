/** Rows in the order in which they were written: an id begins with the time, and counts within it. */
export const asWritten = <Row extends { readonly id: string }>(rows: readonly Row[]): Row[] =>
  rows.toSorted((a, b) => (a.id < b.id ? -1 : 1));

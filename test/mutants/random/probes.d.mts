/** The text with a mark at each place; run with TILLBRIDGE_REACHED naming a file, it writes there which of them were run. */
export function withProbes(
  file: string,
  source: string,
  places: readonly { readonly id: number; readonly start: number; readonly end: number }[],
): string;

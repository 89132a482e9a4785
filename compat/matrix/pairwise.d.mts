export type MatrixRow = Record<string, string>;

export function pairsOf(row: MatrixRow): string[];

export function pairwise(
  axes: Record<string, readonly string[]>,
  options?: { excluded?: readonly { pair: MatrixRow }[]; groupOf?: (row: MatrixRow) => string },
): MatrixRow[];

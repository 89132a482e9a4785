/** Colours a text. */
export type Paint = (text: string) => string;

/** How a command writes for people: with colours and lines on a terminal, without them in a pipe. */
export interface TextStyle {
  readonly good: Paint;
  readonly warn: Paint;
  readonly bad: Paint;
  readonly dim: Paint;
  readonly bold: Paint;
  /** A table; in a pipe, one row per line with tabs between cells, for `cut` and `awk`. */
  table(head: readonly string[], rows: readonly (readonly string[])[]): string;
}

const plainly: Paint = (text) => text;

/** The style for a pipe or file. */
export const PLAIN: TextStyle = {
  good: plainly,
  warn: plainly,
  bad: plainly,
  dim: plainly,
  bold: plainly,
  table: (head, rows) => [head, ...rows].map((row) => row.join('\t')).join('\n'),
};

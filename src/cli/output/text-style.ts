/** The colours there are, by what they say. */
export type Paint = (text: string) => string;

/** How a command writes for people: with colour and lines on a terminal, without both where it is piped. */
export interface TextStyle {
  readonly good: Paint;
  readonly warn: Paint;
  readonly bad: Paint;
  readonly dim: Paint;
  readonly bold: Paint;
  /** A table; where it is piped, one row a line with its cells apart by tabs, for `cut` and `awk`. */
  table(head: readonly string[], rows: readonly (readonly string[])[]): string;
}

// What comes from strangers must not move the cursor or colour the terminal of the reader.
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** Text from elsewhere (order ids, reasons, answers), fit for a terminal: nothing in it is a control character. */
export const printable = (text: string): string => text.replace(UNPRINTABLE, '\uFFFD');

const plainly: Paint = (text) => text;

/** The style of a pipe or file. */
export const PLAIN: TextStyle = {
  good: plainly,
  warn: plainly,
  bad: plainly,
  dim: plainly,
  bold: plainly,
  table: (head, rows) => [head, ...rows].map((row) => row.join('\t')).join('\n'),
};

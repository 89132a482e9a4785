import Table from 'cli-table3';
import { styleText } from 'node:util';

/** The colours there are, by what they say. */
type Paint = (text: string) => string;

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

const paint =
  (format: Parameters<typeof styleText>[0]): Paint =>
  (text) =>
    styleText(format, text, { validateStream: false });

const plainly: Paint = (text) => text;

// What comes from strangers must not move the cursor or colour the terminal of the reader.
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** Text from elsewhere (order ids, reasons, answers), fit for a terminal: nothing in it is a control character. */
export const printable = (text: string): string => text.replace(UNPRINTABLE, '\uFFFD');

type Rows = readonly (readonly string[])[];

function drawn(head: readonly string[], rows: Rows): string {
  const table = new Table({ head: head.map(paint('bold')), style: { head: [], border: [], compact: true } });
  table.push(...rows.map((row) => [...row]));
  return table.toString();
}

const listed = (head: readonly string[], rows: Rows): string => [head, ...rows].map((row) => row.join('\t')).join('\n');

/** The style of a terminal (`true`), or of a pipe or file. */
export function textStyle(isTerminal: boolean): TextStyle {
  if (!isTerminal) return { good: plainly, warn: plainly, bad: plainly, dim: plainly, bold: plainly, table: listed };
  return {
    good: paint('green'),
    warn: paint('yellow'),
    bad: paint('red'),
    dim: paint('dim'),
    bold: paint('bold'),
    table: drawn,
  };
}

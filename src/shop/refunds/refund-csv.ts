import { parse } from 'csv-parse/sync';
import { Money, type Fault } from '../../protocol/index.js';
import type { RefundBatchRow } from './refund-batch.types.js';

/** A row, and how messages name it. */
export interface NamedRow {
  /** `line 4`, `rows[3]`. */
  readonly name: string;
  readonly row: RefundBatchRow;
}

/** What was read out of a file: the rows that could be read, and what is wrong with the others. */
export interface CsvReading {
  readonly rows: readonly NamedRow[];
  /** None: all of it could be read. */
  readonly faults: readonly Fault[];
}

const COLUMNS = ['orderid', 'amount', 'currency', 'reason', 'key'] as const;
type Column = (typeof COLUMNS)[number];
/** As they are written in a header. */
const TITLES: Readonly<Record<Column, string>> = {
  orderid: 'order id',
  amount: 'amount',
  currency: 'currency',
  reason: 'reason',
  key: 'key',
};
/** The largest file, in bytes: far more than the most rows need. */
const MAX_BYTES = 10_000_000;
/** Digits, and a point before the smaller units: a comma means thousands to some, and cents to others. */
const DECIMAL = /^\d{1,15}(\.\d{1,6})?$/;

type Cells = Record<Column, string>;
interface Line {
  readonly record: readonly string[];
  /** On which it ends. */
  readonly line: number;
}

/**
 * Reads refunds out of CSV: a header, then one refund a line, separated by commas or semicolons. Columns may come in any
 * order; letter case, spaces and underscores of their names do not matter. Amounts are decimals with a point, read
 * exactly. Changes nothing and never throws for what is in the file.
 *
 * @returns the rows with the line on which each ends, and every fault with its line
 * @example
 * readRefundCsv('order id,amount,currency,reason,key\nS10042,5.00,EUR,Mug broken,return-88');
 */
export function readRefundCsv(file: string | Uint8Array): CsvReading {
  const size = typeof file === 'string' ? Buffer.byteLength(file) : file.byteLength;
  if (size > MAX_BYTES) return failed('', `must be at most ${MAX_BYTES} bytes`);
  const text = typeof file === 'string' ? file : decoded(file);
  if (text === null) return failed('', 'must be text in UTF-8');
  const lines = linesOf(text);
  if (!Array.isArray(lines)) return failed('', `is no CSV: ${lines.broken}`);
  const [header, ...body] = lines;
  if (!header) return failed('', 'is empty: it needs a header and a line for each refund');
  const places = placesOf(header.record);
  if (!Array.isArray(places)) return failed('line 1', places.missing);
  return readLines(body, places);
}

const failed = (path: string, message: string): CsvReading => ({ rows: [], faults: [{ path, message }] });

function decoded(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

function linesOf(text: string): Line[] | { broken: string } {
  const lines: Line[] = [];
  const note = (record: string[], { lines: line }: { readonly lines: number }): null => {
    lines.push({ record, line });
    return null;
  };
  const settings = { bom: true, skip_empty_lines: true, relax_column_count: true, trim: true, on_record: note };
  try {
    parse(text, { ...settings, delimiter: delimiterOf(text) });
    return lines;
  } catch (error) {
    return { broken: (error as Error).message };
  }
}

/** Whichever the header has more of: none of its names has either in it. */
function delimiterOf(text: string): ',' | ';' {
  const [header = ''] = text.split(/\r?\n/, 1);
  return header.split(';').length > header.split(',').length ? ';' : ',';
}

/** Where each column is. */
function placesOf(header: readonly string[]): number[] | { missing: string } {
  const names = header.map((name) => name.toLowerCase().replaceAll(/[\s_-]/g, ''));
  const wrong = COLUMNS.filter((column) => names.filter((name) => name === column).length !== 1);
  if (wrong.length === 0) return COLUMNS.map((column) => names.indexOf(column));
  return { missing: `needs each of the columns once: ${wrong.map((column) => TITLES[column]).join(', ')}` };
}

function readLines(lines: readonly Line[], places: readonly number[]): CsvReading {
  const rows: NamedRow[] = [];
  const faults: Fault[] = [];
  for (const { record, line } of lines) {
    const name = `line ${line}`;
    const cells = Object.fromEntries(COLUMNS.map((column, at) => [column, record[places[at]!] ?? ''])) as Cells;
    const amount = amountOf(cells);
    if (amount instanceof Money) {
      rows.push({ name, row: { orderId: cells.orderid, amount, reason: cells.reason, key: cells.key } });
    } else faults.push({ path: `${name}, ${amount.column}`, message: amount.message });
  }
  return { rows, faults };
}

function amountOf({ amount, currency }: Cells): Money | { column: string; message: string } {
  if (!DECIMAL.test(amount)) return { column: 'amount', message: 'must be a decimal with a point, such as 12.50' };
  try {
    return Money.of(amount, currency.toUpperCase());
  } catch (error) {
    const { code, message } = error as { code?: unknown; message: string };
    if (code !== 'MONEY_INVALID') throw error;
    return { column: 'amount', message: `is no amount of this currency: ${message}` };
  }
}

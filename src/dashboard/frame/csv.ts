import { stringify } from 'csv-stringify/sync';

/** What stands in one cell; null for nothing. */
export type CsvValue = string | number | null;

/** What each column is called, and how it is read from a row. */
export type CsvColumns<R> = Readonly<Record<string, (row: R) => CsvValue>>;

/**
 * Spreadsheets take a cell for a formula that begins so, some also after white space or in other widths of the characters;
 * and one that separates by semicolons or tabs begins a cell behind each of them, with or without quotation marks (x22, x27).
 */
const FORMULA = /(^|[;\t\r\n])([\x22\x27\s]*)(?=[=+\-@|%\uFF1D\uFF0B\uFF0D\uFF20])/g;
const BLANK_START = /^[\t\r\n]/;

/** A text that no spreadsheet runs: an apostrophe stands before what would be a formula. */
export function plainCell(text: string): string {
  const plain = text.replace(FORMULA, (_, before: string, space: string) => `${before}${space}'`);
  return BLANK_START.test(plain) ? `'${plain}` : plain;
}

/** Spreadsheets read a file as UTF-8 only when it begins so. */
const BYTE_ORDER_MARK = '\uFEFF';

/** The head of a file: its byte order mark, and the names of its columns. */
export const csvHead = (columns: CsvColumns<never>): string => BYTE_ORDER_MARK + csvLines([Object.keys(columns)]);

/** Rows as lines of CSV (RFC 4180). */
export function csvRows<R>(columns: CsvColumns<R>, rows: readonly R[]): string {
  const reads = Object.values(columns);
  return csvLines(rows.map((row) => reads.map((read) => cellOf(read(row)))));
}

const cellOf = (value: CsvValue): CsvValue => (typeof value === 'string' ? plainCell(value) : value);

const csvLines = (rows: readonly (readonly CsvValue[])[]): string =>
  stringify(
    rows.map((row) => [...row]),
    { record_delimiter: 'windows' },
  );

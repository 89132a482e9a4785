import { stringify } from 'csv-stringify/sync';
import { plainCell } from '../../support/index.js';

/** The value of a cell; null for an empty one. */
export type CsvValue = string | number | null;

/** The names of the columns, and how each is read from a row. */
export type CsvColumns<R> = Readonly<Record<string, (row: R) => CsvValue>>;

/** Spreadsheets read a file as UTF-8 only if it begins with this. */
const BYTE_ORDER_MARK = '\uFEFF';

/** The beginning of a file: its byte order mark, and the names of its columns. */
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

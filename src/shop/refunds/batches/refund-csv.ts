import { isUtf8 } from 'node:buffer';
import { Money, type Fault } from '../../../protocol/index.js';
import { CsvFault, readCsv, type CsvRecord } from './csv-records.js';
import type { RefundBatchRow } from './refund-batch.types.js';

/** A row, and its name in messages. */
export interface NamedRow {
  /** `line 4`, `rows[3]`. */
  readonly name: string;
  readonly row: RefundBatchRow;
}

/** The content of a file: the rows that could be read, and the faults of the others. */
export interface CsvReading {
  readonly rows: readonly NamedRow[];
  /** Empty: all rows could be read. */
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
/** As many as a lane sends in more than five hours. */
export const MOST_ROWS = 20_000;
/** The largest file, in bytes: far more than the most rows need. */
const MAX_BYTES = 10_000_000;
/** Digits, and a point before the smaller units: a comma is ambiguous (thousands or cents). */
const DECIMAL = /^\d{1,15}(\.\d{1,6})?$/;

/** In the sequence of the columns. */
type Cells = [orderId: string, amount: string, currency: string, reason: string, key: string];

/**
 * Reads refunds from CSV: a header, then one refund a line, separated by commas or semicolons. Columns may come in any
 * sequence; letter case, spaces and underscores of their names do not matter. Amounts are decimals with a point, read
 * exactly. Changes nothing, never throws because of the file, and lets other work run in the event loop meanwhile.
 *
 * @returns the rows with the line on which each ends, and every fault with its line
 * @example
 * await readRefundCsv('order id,amount,currency,reason,key\nS10042,5.00,EUR,Mug broken,return-88');
 */
export async function readRefundCsv(file: string | Uint8Array): Promise<CsvReading> {
  const bytes = typeof file === 'string' ? Buffer.from(file) : file;
  if (bytes.byteLength > MAX_BYTES) return failed('', `must be at most ${MAX_BYTES} bytes`);
  if (!isUtf8(bytes)) return failed('', 'must be text in UTF-8');
  const reading = new RefundRows();
  try {
    await readCsv(bytes, (record) => reading.take(record));
  } catch (error) {
    if (error instanceof CsvFault) return failed(error.path, error.message);
    throw error;
  }
  return reading.isEmpty ? failed('', 'is empty: it needs a header and a line for each refund') : reading;
}

const failed = (path: string, message: string): CsvReading => ({ rows: [], faults: [{ path, message }] });

/** What has been read so far. */
class RefundRows implements CsvReading {
  readonly rows: NamedRow[] = [];
  readonly faults: Fault[] = [];
  /** The place of each column; null before the header. */
  private places: readonly number[] | null = null;

  get isEmpty(): boolean {
    return this.places === null;
  }

  /** @throws CsvFault where further reading is useless */
  take({ cells: record, line }: CsvRecord): void {
    if (this.places === null) {
      this.places = placesOf(record, line);
      return;
    }
    const name = `line ${line}`;
    if (this.rows.length + this.faults.length === MOST_ROWS)
      throw new CsvFault(name, `is one more than ${MOST_ROWS} refunds: send them in several batches`);
    const [orderId, amount, currency, reason, key] = this.places.map((at) => record[at] ?? '') as Cells;
    const money = amountOf(amount, currency);
    if (money instanceof Money) this.rows.push({ name, row: { orderId, amount: money, reason, key } });
    else this.faults.push({ path: `${name}, ${money.column}`, message: money.message });
  }
}

/** The place of each column. @throws CsvFault when one is missing, or there more than once */
function placesOf(header: readonly string[], line: number): number[] {
  const names = header.map((name) => name.toLowerCase().replaceAll(/[\s_-]/g, ''));
  const wrong = COLUMNS.filter((column) => names.filter((name) => name === column).length !== 1);
  if (wrong.length === 0) return COLUMNS.map((column) => names.indexOf(column));
  const missing = wrong.map((column) => TITLES[column]).join(', ');
  throw new CsvFault(`line ${line}`, `needs each of the columns once: ${missing}`);
}

function amountOf(amount: string, currency: string): Money | { column: string; message: string } {
  if (!DECIMAL.test(amount)) return { column: 'amount', message: 'must be a decimal with a point, such as 12.50' };
  try {
    return Money.of(amount, currency.toUpperCase());
  } catch (error) {
    const { code, message } = error as { code?: unknown; message: string };
    if (code !== 'MONEY_INVALID') throw error;
    return { column: 'amount', message: `is no amount of this currency: ${message}` };
  }
}

import type { CsvError } from 'csv-parse';
import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { inSteps, textOfCell } from '../../../support/index.js';

/** A record, and the line on which it ends. */
export interface CsvRecord {
  readonly cells: readonly string[];
  readonly line: number;
}

/** What is wrong with a file as a whole. It ends the reading. */
export class CsvFault extends Error {
  /** @param path - the line; empty where the fault is not about a line */
  constructor(
    readonly path: string,
    message: string,
  ) {
    super(message);
  }
}

/** Several times the length that all columns of a refund may have together. */
export const MAX_LINE_BYTES = 8_000;
/** Exports have more columns than a batch needs, but not many times more. */
export const MAX_COLUMNS = 100;
/** Bytes that are read in one turn of the event loop: at most 256 records of two bytes. */
const STEP_BYTES = 512;

const LF = 0x0a;
const CR = 0x0d;

/**
 * Reads CSV with commas or semicolons in steps, and stops at the first line that is longer, or has more columns, than in any
 * file of refunds. Otherwise a user could send megabytes in one line, and the whole process would wait for it.
 *
 * @param onRecord - called with each record that is not empty; an error that it throws ends the reading
 * @throws CsvFault naming the line and what is wrong there
 */
export async function readCsv(bytes: Uint8Array, onRecord: (record: CsvRecord) => void): Promise<void> {
  // Loaded for the first batch: most processes never read one.
  const csv = await import('csv-parse');
  let last = 0;
  const parser = csv.parse({
    bom: true,
    delimiter: delimiterOf(bytes),
    max_record_size: MAX_LINE_BYTES,
    relax_column_count: true,
    skip_empty_lines: true,
    trim: true,
    on_record: (cells: string[], { lines: line }: { readonly lines: number }): null => {
      last = line;
      if (cells.length > MAX_COLUMNS) throw new CsvFault(`line ${line}`, `must have at most ${MAX_COLUMNS} columns`);
      // Spreadsheets write rows that were cleared as separators only.
      if (cells.some((cell) => cell !== '')) onRecord({ cells: cells.map(textOfCell), line });
      return null;
    },
  });
  try {
    await pipeline(inSteps(bytes, STEP_BYTES), ofShortLines, parser, nowhere());
  } catch (error) {
    throw error instanceof csv.CsvError ? faultOf(error, last) : error;
  }
}

/** Checks what the parser does not count: white space around cells, and empty cells. */
async function* ofShortLines(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const at = { line: 1, length: 0, isAfterCr: false };
  for await (const chunk of chunks) {
    for (const byte of chunk) {
      if (byte !== LF && byte !== CR) at.length += 1;
      else {
        if (byte === CR || !at.isAfterCr) at.line += 1;
        at.length = 0;
      }
      at.isAfterCr = byte === CR;
      if (at.length > MAX_LINE_BYTES)
        throw new CsvFault(`line ${at.line}`, `must have at most ${MAX_LINE_BYTES} bytes`);
    }
    yield chunk;
  }
}

/** The separator that the header has more of: no column name contains either. */
function delimiterOf(bytes: Uint8Array): ',' | ';' {
  const [header = ''] = new TextDecoder().decode(bytes.subarray(0, MAX_LINE_BYTES)).split(/\r\n|\r|\n/, 1);
  return header.split(';').length > header.split(',').length ? ';' : ',';
}

/** The parser has no output: it passes each record on when it is read. */
const nowhere = (): Writable => new Writable({ objectMode: true, write: (_record, _encoding, done) => done() });

function faultOf(error: CsvError, last: number): CsvFault {
  if (error.code !== 'CSV_MAX_RECORD_SIZE' && error.code !== 'CSV_QUOTE_NOT_CLOSED')
    return new CsvFault(
      `line ${String(error['lines'])}`,
      'is no CSV: a cell with a quotation mark in it is quoted, and the mark doubled',
    );
  return new CsvFault(
    `line ${last + 1}`,
    `there is a row of more than ${MAX_LINE_BYTES} bytes, or a quotation mark that opens a cell and is never closed`,
  );
}

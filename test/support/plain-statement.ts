import { createHash } from 'node:crypto';

/** The most read columns that are listed. Computed columns are always listed. */
const MOST_COLUMNS = 6;
/** A longer text is shown by its beginning, its length and its digest. */
const LONGEST = 500;
const BEGINNING = 60;

const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 8);

/** A long text, shortened so that any change is still visible. */
export const shortened = (text: string): string =>
  text.length > LONGEST ? `${text.slice(0, BEGINNING)}… (${text.length} characters, ${digestOf(text)})` : text;

/** A value of a column or of a parameter. @param masked - replaces ids and times before a text is shortened */
export function plainValue(value: unknown, masked: (text: string) => string): string {
  if (value instanceof Uint8Array) return `bytes ${plainValue(Buffer.from(value).toString('utf8'), masked)}`;
  if (typeof value === 'string') return `'${shortened(masked(value))}'`;
  return shortened(masked(JSON.stringify(value) ?? 'nothing'));
}

const INSERT = /^INSERT INTO (\w+)\(([^)]*)\) VALUES (\(.*?\))(?: (ON CONFLICT .*|ON DUPLICATE KEY .*|RETURNING .*))?$/;

/** Column names with their values, one line per row, without null values. */
function plainInsert(statement: string, fill: (part: string) => string): string | null {
  const [, table, columns, rows, ending = ''] = INSERT.exec(statement) ?? [];
  if (table === undefined || columns === undefined || rows === undefined) return null;
  const names = columns.split(', ');
  const tuples = rows.slice(1, -1).split('), (');
  const lines = tuples.map((tuple) => {
    const values = tuple.split(', ').map(fill);
    const pairs = values.map((value, index) =>
      value === 'null' || value === 'NULL' ? '' : `${names[index]} ${value}`,
    );
    return pairs.filter((pair) => pair !== '').join(', ');
  });
  const head = `INSERT INTO ${table}`;
  const body = lines.length === 1 ? ` (${lines[0]})` : lines.map((line) => `\n    (${line})`).join('');
  return `${head}${body} ${fill(ending)}`.trim();
}

const listed = (values: readonly unknown[], masked: (text: string) => string): string =>
  values.map((value) => plainValue(value, masked)).join(', ');

/**
 * A statement in readable form, with its parameters in their places; for numbered parameters, as in PostgreSQL, at the
 * end.
 *
 * @param sql - as it is sent
 * @param parameters - in their order
 * @param masked - replaces ids and times in texts
 */
export function plainStatement(sql: string, parameters: readonly unknown[], masked: (text: string) => string): string {
  let next = 0;
  const fill = (part: string): string => part.replaceAll('?', () => plainValue(parameters[next++], masked));
  const short = sql
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/["`]/g, '')
    .replaceAll('tillbridge_', '')
    .replace('BEGIN TRANSACTION', 'BEGIN')
    // Removes an alias that only repeats its column.
    .replaceAll(/\b\w+\.(\w+) AS \w+/g, '$1');
  const isNumbered = /\$1\b/.test(short);
  const plain = isNumbered ? `${short} ← ${listed(parameters, masked)}` : (plainInsert(short, fill) ?? fill(short));
  return plain.replace(/^SELECT ([^()]*?) FROM/, (whole, list: string) => {
    const columns = list.split(', ');
    return columns.length > MOST_COLUMNS ? `SELECT ${columns.length} columns FROM` : whole;
  });
}

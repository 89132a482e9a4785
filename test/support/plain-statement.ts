import { createHash } from 'node:crypto';

/** Of the columns that are read, as many are named. What is worked out for a row is told in any case. */
const MOST_COLUMNS = 6;
/** A longer text is told by its beginning, its length and its digest. */
const LONGEST = 500;
const BEGINNING = 60;

const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 8);

/** A text that is too long to be read, shortened so that any change of it still shows. */
export const shortened = (text: string): string =>
  text.length > LONGEST ? `${text.slice(0, BEGINNING)}… (${text.length} characters, ${digestOf(text)})` : text;

/** A value of a column or of a parameter. @param masked - what becomes of ids and times before anything is shortened */
export function plainValue(value: unknown, masked: (text: string) => string): string {
  if (value instanceof Uint8Array) return `bytes ${plainValue(Buffer.from(value).toString('utf8'), masked)}`;
  if (typeof value === 'string') return `'${shortened(masked(value))}'`;
  return shortened(masked(JSON.stringify(value) ?? 'nothing'));
}

const INSERT = /^INSERT INTO (\w+)\(([^)]*)\) VALUES (\(.*?\))(?: (ON CONFLICT .*|ON DUPLICATE KEY .*|RETURNING .*))?$/;

/** Names beside their values, a line for each row; what is null goes without saying. */
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
 * A statement as people write it, with its parameters where they belong; behind it where they are numbered, as PostgreSQL has them.
 *
 * @param sql - as it is sent
 * @param parameters - of it, in their order
 * @param masked - what becomes of ids and times in texts
 */
export function plainStatement(sql: string, parameters: readonly unknown[], masked: (text: string) => string): string {
  let next = 0;
  const fill = (part: string): string => part.replaceAll('?', () => plainValue(parameters[next++], masked));
  const short = sql
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/["`]/g, '')
    .replaceAll('tillbridge_', '')
    .replace('BEGIN TRANSACTION', 'BEGIN')
    // An alias that only repeats what it stands for.
    .replaceAll(/\b\w+\.(\w+) AS \w+/g, '$1');
  const isNumbered = /\$1\b/.test(short);
  const plain = isNumbered ? `${short} ← ${listed(parameters, masked)}` : (plainInsert(short, fill) ?? fill(short));
  return plain.replace(/^SELECT ([^()]*?) FROM/, (whole, list: string) => {
    const columns = list.split(', ');
    return columns.length > MOST_COLUMNS ? `SELECT ${columns.length} columns FROM` : whole;
  });
}

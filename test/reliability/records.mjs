/** Records as they lie in docs/reliability, read and judged: what is broken is said by name, and never half believed. */

const isText = (value) => typeof value === 'string' && value !== '';
const isNumber = (value) => typeof value === 'number' && Number.isFinite(value);
const isListOf = (isOne) => (value) => Array.isArray(value) && value.every(isOne);
const isCell = (value) => typeof value === 'string' || typeof value === 'number';

const isFigure = (value) =>
  isText(value?.name) &&
  isNumber(value.value) &&
  typeof value.unit === 'string' &&
  (value.goal === undefined) === (value.holds === undefined);

const isTable = (value) =>
  isText(value?.title) &&
  isListOf(isText)(value.columns) &&
  isListOf((row) => isListOf(isCell)(row) && row.length === value.columns.length)(value.rows);

/** What each field must be; see test/support/record.d.mts. */
const FIELDS = {
  name: [isText, 'a text'],
  title: [isText, 'a text'],
  command: [isText, 'a text'],
  seconds: [(value) => isNumber(value) && value >= 0, 'a number of seconds'],
  seed: [(value) => value === null || isNumber(value), 'a number or null'],
  engines: [isListOf(isText), 'a list of texts'],
  violations: [isListOf(isText), 'a list of texts'],
  figures: [isListOf(isFigure), 'a list of { name, value, unit } with goal and holds or without both'],
  tables: [isListOf(isTable), 'a list of { title, columns, rows }, each row as long as the columns'],
  finishedAt: [(value) => isText(value) && !Number.isNaN(Date.parse(value)), 'an instant'],
  revision: [isText, 'a text'],
  machine: [(value) => isNumber(value?.processors) && isNumber(value.memoryGb) && isText(value.node), 'a machine'],
};

function parsed(file, text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function faultsOf(file, record, known) {
  if (record === null || typeof record !== 'object') return [`${file} is no JSON object`];
  const wrong = Object.entries(FIELDS).filter(([field, [isRight]]) => !isRight(record[field]));
  const faults = wrong.map(([field, [, what]]) => `${file}: ${field} must be ${what}`);
  const extra = Object.keys(record).filter((field) => !(field in FIELDS));
  if (extra.length > 0) faults.push(`${file}: nobody knows ${extra.join(', ')}`);
  if (isText(record.name) && file !== `${record.name}.json`) faults.push(`${file} holds the record of ${record.name}`);
  if (isText(record.name) && !known.has(record.name))
    faults.push(`${file}: no run of test/reliability/runs.mjs leaves it`);
  return faults;
}

/** See the types. */
export function readRecords(files, runs) {
  const known = new Set(runs.map(({ name }) => name));
  const read = files.map(({ file, text }) => ({ file, record: parsed(file, text) }));
  const faults = read.flatMap(({ file, record }) => faultsOf(file, record, known));
  if (faults.length > 0) throw new Error(`Records that cannot be used:\n${faults.join('\n')}`);
  return new Map(read.map(({ record }) => [record.name, record]));
}

import { FAULT_KINDS, FAULT_STAGES } from '../support/fault-proxy.js';
import { CELLS, OPERATIONS, type Expectation, type Operation, type PlacedCell } from './fault-matrix.cells.js';

/** What was seen in a cell. */
export type Observed = Expectation;

type Lookup = (cell: PlacedCell) => Observed | undefined;

const TITLES: Readonly<Record<Operation, string>> = {
  GET: 'Reading an order',
  create: 'Creating an order',
  refund: 'Refunding',
};
const COLUMNS = ['', 'connect', 'request: headers', 'request: body', 'response: status', 'response: body'];

function textOf(placed: PlacedCell, look: Lookup): string {
  if ('impossible' in placed.cell) return '–';
  const seen = look(placed);
  if (!seen) return '?';
  const done = placed.operation === 'GET' || seen.kind !== 'unknown' ? '' : seen.isDone ? ' (done)' : ' (not done)';
  return `${seen.kind}${done}`;
}

/** A Markdown table with even columns. */
function table(rows: readonly (readonly string[])[]): string {
  const widths = rows[0]!.map((_, column) => Math.max(3, ...rows.map((row) => row[column]!.length)));
  const lineOf = (row: readonly string[]): string =>
    `| ${row.map((text, at) => text.padEnd(widths[at]!)).join(' | ')} |`;
  const rule = `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`;
  return [lineOf(rows[0]!), rule, ...rows.slice(1).map(lineOf)].join('\n');
}

function tableOf(operation: Operation, look: Lookup): string {
  const rows = FAULT_KINDS.map((kind) => [
    kind,
    ...FAULT_STAGES.map((stage) => {
      const cell = CELLS.find((each) => each.operation === operation && each.kind === kind && each.stage === stage);
      return textOf(cell!, look);
    }),
  ]);
  return `## ${TITLES[operation]}\n\n${table([COLUMNS, ...rows])}`;
}

/** One table for each operation. */
export const tablesOf = (look: Lookup): string => OPERATIONS.map((operation) => tableOf(operation, look)).join('\n\n');

const reasons = (): string =>
  [...new Set(CELLS.flatMap(({ cell }) => ('impossible' in cell ? [cell.impossible] : [])))]
    .map((reason) => `- ${reason}`)
    .join('\n');

const CLASSES: readonly (readonly string[])[] = [
  ['Class', 'What it says', 'What to do'],
  ['accepted', 'A whole answer came, and it says success.', 'Go on.'],
  [
    'rejected',
    'A whole answer of the service came, and it rules out that this call did anything.',
    "Read the error's code and advice ([spec §7](specification.md#7-errors)).",
  ],
  [
    'not-sent',
    'There was no connection, or the call was held back: not a byte left.',
    'Send it again whenever you like; no other class of a write allows that.',
  ],
  [
    'unknown',
    'Everything else: it may have been done.',
    'A write: look first (read the order), then decide. A read: just read again.',
  ],
];

const MOMENTS: readonly (readonly string[])[] = [
  ['Column', 'When the fault strikes'],
  [
    'connect',
    'Nobody listens (reset), nobody answers (black hole); else as soon as the connection stands, before a byte is read.',
  ],
  ['request: headers', 'The head of the request has come, and is not passed on.'],
  ['request: body', 'The head is passed on; the body has come, and is not.'],
  ['response: status', 'The service has done its work and answers; the head of its answer is not passed on.'],
  ['response: body', 'The head of the answer is passed on, the body is not, or not all of it.'],
];

/** The page docs/outcomes.md. */
export const outcomesPage = (tables: string): string => `# What became of a call

A call can break at any moment, and where it broke decides what may be done next. This page is the result of a test: between the real
client and the sandbox stands a proxy that does one thing wrong at one moment, and the ledger of the sandbox says what was really done. The
test [fault matrix](../test/client/fault-matrix.spec.ts) prints these tables and compares them with this page.

## The four classes

${table(CLASSES)}

The client never repeats a write by itself. \`orders.create\` does the looking: call it again with the same order, and it goes on with
what is there (scenario N1). A read is repeated by the client within its limits.

## How to read the tables

Rows are what goes wrong, columns are when. An unknown outcome of a write says in brackets what the service had really done, which the
client cannot see. Both occur in almost every row: that is why looking comes first.

${table(MOMENTS)}

A dash is a cell that cannot exist:

${reasons()}

${tables}
`;

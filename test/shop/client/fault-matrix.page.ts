import { FAULT_KINDS, FAULT_STAGES } from '../../support/fault-proxy.js';
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

function textOf(placed: PlacedCell, lookup: Lookup): string {
  if ('impossible' in placed.cell) return '–';
  const seen = lookup(placed);
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

function tableOf(operation: Operation, lookup: Lookup): string {
  const rows = FAULT_KINDS.map((kind) => [
    kind,
    ...FAULT_STAGES.map((stage) => {
      const cell = CELLS.find((each) => each.operation === operation && each.kind === kind && each.stage === stage);
      return textOf(cell!, lookup);
    }),
  ]);
  return `## ${TITLES[operation]}\n\n${table([COLUMNS, ...rows])}`;
}

/** One table for each operation. */
export const tablesOf = (lookup: Lookup): string =>
  OPERATIONS.map((operation) => tableOf(operation, lookup)).join('\n\n');

const reasons = (): string =>
  [...new Set(CELLS.flatMap(({ cell }) => ('impossible' in cell ? [cell.impossible] : [])))]
    .map((reason) => `- ${reason}`)
    .join('\n');

const CLASSES: readonly (readonly string[])[] = [
  ['Class', 'Meaning', 'What to do'],
  ['accepted', 'A complete answer says success.', 'Continue.'],
  [
    'rejected',
    'A complete answer of the service rules out that this call did anything.',
    "Read the error's code and advice ([spec §7](../internals/specification.md#7-errors)).",
  ],
  [
    'not-sent',
    'There was no connection, or the call was held back: no byte was sent.',
    'Send it again at any time. A write of any other class must not be repeated.',
  ],
  ['unknown', 'Everything else: it may have been done.', 'A write: read the order, then decide. A read: read again.'],
];

const MOMENTS: readonly (readonly string[])[] = [
  ['Column', 'When the fault strikes'],
  [
    'connect',
    'No server listens (reset), or no server answers (black hole); otherwise as soon as the connection is open, before a byte is read.',
  ],
  ['request: headers', 'The proxy has the head of the request, and does not pass it on.'],
  ['request: body', 'The head is passed on; the body is not.'],
  ['response: status', 'The service has done its work and answers; the head of its answer is not passed on.'],
  ['response: body', 'The head of the answer is passed on, the body is not, or not all of it.'],
];

/** The page docs/reference/outcomes.md. */
export const outcomesPage = (tables: string): string => `# Outcome of a call

A call can break at any moment, and the moment decides what you may do next. This page is the result of a test: a proxy between the real
client and the sandbox does one thing wrong at one moment, and the sandbox's records show what was really done. The
test [fault matrix](../../test/shop/client/fault-matrix.spec.ts) prints these tables and compares them with this page.

## The four classes

${table(CLASSES)}

The client never repeats a write by itself. \`orders.create\` may be called again with the same order: it reads first, and continues with
what exists (scenario N1). The client repeats reads within its limits.

## How to read the tables

Rows say what goes wrong, columns say when. After an unknown outcome of a write, the brackets say whether the service had done it; the
client cannot see this. Both occur in almost every row, so read before you decide.

${table(MOMENTS)}

A dash marks a case that cannot exist:

${reasons()}

${tables}
`;

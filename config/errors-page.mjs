/**
 * Renders docs/errors.md from the tables of `tillbridge/protocol`, by asking the mapper itself what each code says for
 * each operation. `npm run docs:errors` writes the page; test/docs/errors-page.spec.ts compares it.
 */

const MAX_WIDTH = 120;

const INTRODUCTION = `# Error codes

What each error means, by operation. A \`PaymentError\` has all of it as fields, and \`docs\` is its
place on this page. How to use them: [when a call fails](guide/failed-calls.md). The page is rendered from the tables in \`src/protocol/errors\`: after a change there, run \`npm run docs:errors\`.

- **Carried out** (\`execution\`): whether the service did it in spite of the error. After \`unknown\`, read; do not
  repeat. With 3xx, 5xx, 408, 409, 425 or 429 a code that means \`not-executed\` is not believed. No code proves that
  something *was* carried out; \`executed\` is for answers of success that cannot be used.
- **Try again** (\`retry\`): \`no\`; \`new-attempt\`, under a new order id; \`backoff\`, after a while; \`reconcile-first\`, only after
  reading its outcome.
- **Answer**: the HTTP status for the shop's own client. The texts are for customers; a shop can replace each one or add
  languages (\`errors.texts\`), by code or by kind.

Why it depends on the operation: [decision 011](internals/decisions/011-errors-by-operation.md).
`;

/** A Markdown table: even columns where they fit, as the formatter has it. */
function table(head, rows) {
  const all = [head, ...rows];
  const widths = head.map((_, column) => Math.max(3, ...all.map((row) => row[column].length)));
  const isWide = widths.reduce((sum, width) => sum + width + 3, 1) > MAX_WIDTH;
  const lineOf = (row) => `| ${row.map((text, at) => (isWide ? text : text.padEnd(widths[at]))).join(' | ')} |`;
  const rule = `| ${widths.map((width) => '-'.repeat(isWide ? 3 : width)).join(' | ')} |`;
  return [lineOf(head), rule, ...rows.map(lineOf)].join('\n');
}

/** What the mapper makes of a code that answers an operation; a look-up is a GET, everything else changes something. */
function answerTo(protocol, code, operation) {
  const method = protocol.OPERATION_SUBJECTS[operation] === 'look-up' ? 'GET' : 'POST';
  const error = protocol.serviceError({ code, text: '', envelope: 'E1', operation, method, httpStatus: 404 });
  const { kind, execution, retry, httpStatus, advice } = error;
  const tell = (language) => protocol.customerText(error, { language });
  const columns = [kind, execution, retry, String(httpStatus), tell('en'), tell('nl')];
  return { operation, columns, advice, cause: protocol.errorMeaning(code, operation).cause };
}

/** Groups what says the same, in the order in which it comes. */
function grouped(answers, keyOf) {
  const groups = new Map();
  for (const answer of answers) {
    const key = keyOf(answer);
    groups.set(key, [...(groups.get(key) ?? []), answer]);
  }
  return [...groups.values()];
}

const namesOf = (answers) => answers.map(({ operation }) => operation).join(', ');

/** More operations than this are all the others. */
const MANY = 7;
const placesOf = (answers) => (answers.length > MANY ? 'elsewhere' : namesOf(answers));

/** One line for each distinct text, with its operations where there are several. */
function linesOf(label, answers, textOf) {
  const groups = grouped(answers, textOf);
  if (groups.length === 1) return [`- **${label}:** ${textOf(answers[0])}`];
  return groups.map((group) => `- **${label}** (${placesOf(group)}): ${textOf(group[0])}`);
}

const HEAD = ['For', 'Kind', 'Carried out', 'Try again', 'Answer', 'English', 'Dutch'];

function codeSection(protocol, { title, name, code }) {
  const answers = Object.keys(protocol.OPERATION_SUBJECTS).map((operation) => answerTo(protocol, code, operation));
  const rows = grouped(answers, ({ columns }) => columns.join('|')).map((group) => [
    namesOf(group),
    ...group[0].columns,
  ]);
  const lines = [
    ...linesOf('Why', answers, ({ cause }) => cause),
    ...linesOf('Operator', answers, ({ advice }) => advice),
  ];
  return `### ${title}\n\n**${name}**\n\n${lines.join('\n')}\n\n${table(HEAD, rows)}\n`;
}

function localSection(protocol, code) {
  const { cause, operatorText } = protocol.LOCAL_ERRORS[code];
  return `### ${code}\n\n- **Why:** ${cause}\n- **Operator:** ${operatorText}\n`;
}

/** Every heading below is an anchor: GitHub makes `#1032` of it, and `#order_invalid`. */
export function renderErrorsPage(protocol) {
  const listed = [...protocol.ERROR_CODES].map(([code, { name }]) => ({ title: String(code), name, code }));
  const ranges = protocol.UNLISTED_RANGES.map(({ from, to }) => ({ title: `Unlisted ${from}-${to}`, code: from }));
  const unlisted = [...ranges, { title: 'Unlisted', code: -1 }].map((entry) => ({ ...entry, name: 'Unlisted error' }));
  const parts = [
    INTRODUCTION,
    '## Codes of the service\n\nCodes and causes are those of [spec §7](internals/specification.md#7-errors).\n',
    ...listed.map((entry) => codeSection(protocol, entry)),
    '## Codes that are not listed\n\nA range is a hint for people, and software does not act on it. Each code is logged once per process.\n',
    ...unlisted.map((entry) => codeSection(protocol, { ...entry, code: unlistedIn(protocol, entry.code) })),
    '## Codes of this package\n\nFor errors without a code of the service. Kind, execution and advice come with each error.\n',
    ...Object.keys(protocol.LOCAL_ERRORS).map((code) => localSection(protocol, code)),
    '### Other\n\nA code of a newer release, or of the shop itself: its message and its advice explain it.\n',
    '## Reasons of an order\n\n`reason_code` of an order has its own numbers, which are no errors ([protocol §3.4](internals/protocol.md#34-reason_code-is-something-else)).\n',
    `${table(['Reason', 'Meaning'], [...protocol.ORDER_REASONS])}\n`,
  ];
  return parts.join('\n');
}

/** A code of the range that has no row of its own. */
function unlistedIn(protocol, from) {
  let code = from;
  while (protocol.isListedCode(code)) code += 1;
  return code;
}

/**
 * A Jest reporter that prints the conformance suite as a table: section, rule, verdict. Asked for JSON by
 * TILLBRIDGE_CONFORMANCE=json it prints that instead, alone on standard output.
 */
const VERDICTS = { passed: 'holds', failed: 'fails' };
const NOT_SPECIFIED = / — not specified; decided: (.*)$/;
const TITLE = /^§(\S+) (.*)$/;
const WIDEST = 150;
const NARROWEST = 60;

/** A row of the table; undefined for a test that is about the suite itself, or that was not asked for. */
export function rowOf({ title, status }) {
  const [, section, text] = TITLE.exec(title) ?? [];
  const verdict = VERDICTS[status];
  if (section === undefined || verdict === undefined) return undefined;
  const decision = NOT_SPECIFIED.exec(text)?.[1];
  const rule = text.replace(NOT_SPECIFIED, '');
  if (decision === undefined) return { section, rule, verdict };
  return { section, rule, verdict: verdict === 'holds' ? 'not specified' : verdict, decision };
}

/** Words laid out in lines of at most so many characters. */
export function wrap(text, width) {
  const lines = [''];
  for (const word of text.split(' ')) {
    const longer = lines.at(-1) === '' ? word : `${lines.at(-1)} ${word}`;
    if (longer.length <= width) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines.filter((line) => line !== '');
}

/** The table as text, for a terminal of so many columns. */
export function renderTable(rows, columns) {
  const width = Math.min(WIDEST, Math.max(NARROWEST, columns));
  const sectionWidth = Math.max(7, ...rows.map(({ section }) => section.length + 1));
  const verdictWidth = 'not specified'.length;
  const ruleWidth = width - sectionWidth - verdictWidth - 4;
  const line = (section, rule, verdict) =>
    `${section.padEnd(sectionWidth)}  ${rule.padEnd(ruleWidth)}  ${verdict}`.trimEnd();
  const body = rows.flatMap(({ section, rule, verdict, decision }) => {
    const [first, ...others] = wrap(rule, ruleWidth);
    const decided =
      decision === undefined ? [] : wrap(`decided: ${decision}`, ruleWidth - 2).map((text) => `  ${text}`);
    return [line(`§${section}`, first, verdict), ...[...others, ...decided].map((text) => line('', text, ''))];
  });
  const rule = '─'.repeat(width);
  return [line('section', 'rule', 'verdict'), rule, ...body, rule].join('\n');
}

/** How many rules have each verdict. */
export function countVerdicts(rows) {
  const counts = { holds: 0, fails: 0, 'not specified': 0 };
  for (const { verdict } of rows) counts[verdict] += 1;
  return counts;
}

function summaryOf(rows) {
  const counts = Object.entries(countVerdicts(rows)).filter(([, count]) => count > 0);
  return `${rows.length} rules: ${counts.map(([verdict, count]) => `${count} ${verdict}`).join(', ')}.`;
}

/** Everything that failed, with what Jest says about it. */
function failuresOf(results) {
  return results.flatMap(({ failureMessage, testExecError }) =>
    [failureMessage ?? testExecError?.message ?? []].flat(),
  );
}

export default class TableReporter {
  onRunComplete(_contexts, { testResults }) {
    const rows = testResults.flatMap(({ testResults: tests }) => tests.map(rowOf)).filter(Boolean);
    for (const failure of failuresOf(testResults).filter(Boolean)) process.stderr.write(`${failure}\n`);
    if (process.env.TILLBRIDGE_CONFORMANCE === 'json') {
      process.stdout.write(`${JSON.stringify({ verdicts: countVerdicts(rows), rules: rows }, null, 2)}\n`);
      return;
    }
    const columns = Number(process.env.COLUMNS) || process.stdout.columns || 120;
    process.stdout.write(`${renderTable(rows, columns)}\n${summaryOf(rows)}\n`);
  }
}

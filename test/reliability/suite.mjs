/**
 * The suite as a run of `npm run nightly`: every spec on every engine, with what is printed searched for the canary.
 *
 *   node test/reliability/suite.mjs tests [path …]   the row `suite`
 *   node test/reliability/suite.mjs conformance      the row `conformance`
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { atMost, figure } from '../../bench/support/figures.mjs';
import { writeRecord } from '../support/record.mjs';
import { enginesIn, runSearched } from '../support/searched-run.mjs';

async function tests(paths) {
  const folder = mkdtempSync(join(tmpdir(), 'tillbridge-suite-'));
  try {
    const file = join(folder, 'results.json');
    const run = await runSearched('test/run.mjs', ['--json', `--outputFile=${file}`, ...paths], {
      CI: 'true',
      TILLBRIDGE_LONG: '1',
    });
    const results = JSON.parse(readFileSync(file, 'utf8'));
    const failed = results.testResults.flatMap(({ assertionResults }) =>
      assertionResults.filter(({ status }) => status === 'failed').map(({ fullName }) => `fails: ${fullName}`),
    );
    const broken = results.numRuntimeErrorTestSuites;
    return {
      name: 'suite',
      title:
        'Every spec on every engine, long ones included; all that is printed, and every database row, is searched for the key',
      command: ['CI=1 TILLBRIDGE_LONG=1 npm test', ...(paths.length > 0 ? ['--', ...paths] : [])].join(' '),
      engines: enginesIn(run.stderr),
      violations: [
        ...run.leaks.map((form) => `the canary key was printed (${form})`),
        ...failed,
        ...(broken > 0 ? [`${broken} spec files could not be run`] : []),
      ],
      figures: [
        figure('spec files', results.numTotalTestSuites, ''),
        figure('tests', results.numPassedTests, ''),
        figure('tests that failed', results.numFailedTests, '', atMost(0)),
        figure('output searched for the key', run.bytes / 2 ** 20, 'MB'),
        figure('places where the key was found', run.leaks.length, '', atMost(0)),
      ],
      tables: [],
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function conformance() {
  const run = await runSearched('test/conformance/print.mjs', ['--json']);
  const { verdicts, rules } = JSON.parse(run.stdout.slice(run.stdout.indexOf('{')));
  const chapters = [...new Set(rules.map(({ section }) => section.split('.')[0]))];
  const count = (chapter, verdict) =>
    rules.filter((rule) => rule.section.split('.')[0] === chapter && rule.verdict === verdict).length;
  return {
    name: 'conformance',
    title: 'The specification, rule by rule, over HTTP',
    command: 'npm run conformance',
    engines: [],
    violations: rules.filter(({ verdict }) => verdict === 'fails').map(({ section, rule }) => `${section}: ${rule}`),
    figures: [
      figure('rules', rules.length, ''),
      figure('rules that hold', verdicts.holds, ''),
      figure('rules that fail', verdicts.fails, '', atMost(0)),
      figure('rules that are not specified, and decided', verdicts['not specified'], ''),
    ],
    tables: [
      {
        title: 'Rules by chapter of the specification',
        columns: ['chapter', 'hold', 'fail', 'not specified'],
        rows: chapters.map((chapter) => [
          chapter,
          ...['holds', 'fails', 'not specified'].map((verdict) => count(chapter, verdict)),
        ]),
      },
    ],
  };
}

const [what, ...paths] = process.argv.slice(2);
const startedAt = performance.now();
const record = await (what === 'conformance' ? conformance() : tests(paths));
writeRecord({ ...record, seed: null, seconds: Math.round((performance.now() - startedAt) / 1_000) });
for (const violation of record.violations) console.log(`VIOLATION ${violation}`);
console.log(record.figures.map(({ name, value, unit }) => `${name}: ${value} ${unit}`.trim()).join('\n'));
process.exitCode = record.violations.length === 0 ? 0 : 1;

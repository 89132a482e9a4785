import { describe, expect, it } from '@jest/globals';
import { isPaymentError } from '../../../protocol/index.js';
import { DifferenceTally } from './difference-tally.js';
import type { FoundDifference } from './list-comparison.js';
import { checkReconcile } from './reconciliation.input.js';
import { reconciliationCsv, reconciliationTable } from './reconciliation.report.js';
import type { ReconciledDifference, ReconciliationReport } from './reconciliation.types.js';

const FACTS = { status: 'completed', amount: 1250, amountRefunded: 0, currency: 'EUR' };
const DIFFERENCE: ReconciledDifference = {
  kind: 'paid-there',
  outcome: 'resolved',
  group: 'web',
  orderId: 'A-1',
  serviceOrderId: 'A-1-2',
  transactionId: '17',
  here: { ...FACTS, status: null, amountRefunded: null },
  there: FACTS,
  createdAt: Date.UTC(2026, 2, 29, 1, 30),
  why: null,
};
const REPORT: ReconciliationReport = {
  group: 'web',
  from: 0,
  to: 86_400_000,
  dryRun: false,
  complete: true,
  pages: 1,
  listed: 3,
  counts: { 'paid-there': 1 },
  differences: [DIFFERENCE],
};

describe('a reconciliation as a table', () => {
  /** The cells of the only row. */
  const cellsOf = (change: Partial<ReconciledDifference>): string[] => {
    const lines = reconciliationTable({ ...REPORT, differences: [{ ...DIFFERENCE, ...change }] }).split('\n');
    const row = lines.filter((line) => line.startsWith('│'))[1]!;
    return row
      .split('│')
      .slice(1, -1)
      .map((cell) => cell.trim());
  };

  it.each<[string, Partial<ReconciledDifference>, string[]]>([
    [
      'the order by the id of the shop',
      {},
      ['paid-there', 'A-1', '? 12.50 EUR', 'completed 12.50 EUR', '2026-03-29T01:30:00Z', 'resolved'],
    ],
    [
      'what the shop does not know, by the id of the service',
      { orderId: null, here: null, createdAt: null, outcome: 'remains' },
      ['paid-there', 'A-1-2', '–', 'completed 12.50 EUR', '', 'remains'],
    ],
    [
      'what has no id at all, and why it could not be read',
      { orderId: null, serviceOrderId: null, there: null, outcome: 'failed', why: 'NETWORK' },
      ['paid-there', '?', '? 12.50 EUR', '–', '2026-03-29T01:30:00Z', 'failed: NETWORK'],
    ],
    [
      'money of an unknown currency, and none',
      {
        here: { ...FACTS, currency: 'ZZZZ', amountRefunded: 400 },
        there: { ...FACTS, amount: null, amountRefunded: 1, currency: null },
      },
      ['paid-there', 'A-1', 'completed 1250 ZZZZ, 400 ZZZZ returned', 'completed , 1 returned', '2026-03-29T01:30:00Z', 'resolved'], // oxfmt-ignore
    ],
  ])('has %s', (_title, change, expected) => {
    expect(cellsOf(change)).toEqual(expected);
  });

  it.each<[Partial<ReconciliationReport>, string, string]>([
    [{}, '', '1 difference(s) in 3 transaction(s) on 1 page(s).'],
    [{ dryRun: true }, ', dry run', '1 difference(s) in 3 transaction(s) on 1 page(s).'],
    [
      { counts: { 'paid-there': 1, 'unknown-here': 2 } },
      '',
      '3 difference(s) in 3 transaction(s) on 1 page(s). The first 1 are shown.',
    ],
    [
      { complete: false, foreign: 1 },
      '',
      '1 difference(s) in 3 transaction(s) on 1 page(s). 1 of them are of other shops on this account. Not complete: it was ended before everything was compared.',
    ],
    [{ foreign: 0, counts: {}, differences: [] }, '', '0 difference(s) in 3 transaction(s) on 1 page(s).'],
    [
      { counts: { 'paid-there': 2 }, differences: [DIFFERENCE, DIFFERENCE] },
      '',
      '2 difference(s) in 3 transaction(s) on 1 page(s).',
    ],
  ])('with the text around it for %j', (change, inTitle, ending) => {
    const lines = reconciliationTable({ ...REPORT, ...change }).split('\n');
    expect(lines[0]).toBe(`Terminal group web, 1970-01-01T00:00:00Z to 1970-01-02T00:00:00Z${inTitle}`);
    expect(lines.at(-1)).toBe(ending);
    const rows = (change.differences ?? REPORT.differences).length;
    expect(lines.length).toBe(rows === 0 ? 2 : 6 + rows);
  });
});

describe('the request of a reconciliation', () => {
  const faultsOf = (change: object): string[] => {
    try {
      checkReconcile({ group: 'web', from: 0, to: 1, by: 'ann', why: 'month end', ...change });
      return [];
    } catch (error) {
      if (!isPaymentError(error)) throw error;
      return (error.faults ?? []).map(({ path }) => path);
    }
  };

  it.each<[object, string[]]>([
    [{}, []],
    [{ from: 1, to: 1 }, ['to']],
    [{ from: 2, to: 1 }, ['to']],
    [{ from: -1 }, ['from']],
    [{ to: 8_640_000_000_000_000 }, []],
    [{ to: 8_640_000_000_000_001 }, ['to']],
    [{ from: '0' }, ['from']],
    [{ by: 'a'.repeat(120), why: '\u{1F600}'.repeat(500) }, []],
    [{ by: 'a'.repeat(121), why: 'x'.repeat(501) }, ['by', 'why']],
    [{ by: '', why: '\t' }, ['by', 'why']],
    [{ by: 7, to: null }, ['to', 'by']],
  ])('has these faults with %j: %j', (change, faults) => {
    expect(faultsOf(change)).toEqual(faults);
  });
});

it('the first ten thousand differences are kept; all are counted and reported', () => {
  const reported: ReconciledDifference[] = [];
  const tally = new DifferenceTally({ group: 'web', onDifference: (each) => void reported.push(each) });
  const { kind, serviceOrderId, transactionId, createdAt, there } = DIFFERENCE;
  const found: FoundDifference = {
    kind,
    serviceOrderId,
    transactionId,
    createdAt,
    there,
    subject: null,
    refunds: [],
    remains: () => true,
  };
  for (let count = 0; count < 10_001; count += 1) tally.add(found, { outcome: 'reported', why: null });
  expect([tally.kept.length, tally.total, reported.length]).toEqual([10_000, 10_001, 10_001]);
  expect(tally.counts).toEqual({ 'paid-there': 10_001 });
  expect(reported[0]).toEqual({ ...DIFFERENCE, outcome: 'reported', orderId: null, here: null });
});

describe('a reconciliation as a file for spreadsheets', () => {
  it.each([
    ['=1+1', "'=1+1"],
    // Where semicolons separate cells, a cell begins behind each of them.
    ['A-1;=cmd|calc', "A-1;'=cmd|calc"],
    [' =1', " '=1"],
  ])('runs no id of another system on the account as a formula: %j', (serviceOrderId, plain) => {
    expect(reconciliationCsv({ differences: [{ ...DIFFERENCE, serviceOrderId }] })).toContain(`,${plain},17,`);
  });
});

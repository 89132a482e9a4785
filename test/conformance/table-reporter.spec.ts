import { describe, expect, it } from '@jest/globals';
import { assert, array, integer, property, stringMatching } from 'fast-check';
import { countVerdicts, renderTable, rowOf, wrap, type Row } from './table-reporter.mjs';

const OPEN = '§9 deprecation: how versions end — not specified; decided: none foreseen';

describe('the conformance table', () => {
  it('reads a row from the title and the outcome of a test', () => {
    const rows = [
      rowOf({ title: '§4.3.2 going on with the newest cursor', status: 'passed' }),
      rowOf({ title: '§2.2 amount: an integer, in cents', status: 'failed' }),
    ];
    expect(rows).toEqual([
      { section: '4.3.2', rule: 'going on with the newest cursor', verdict: 'holds' },
      { section: '2.2', rule: 'amount: an integer, in cents', verdict: 'fails' },
    ]);
  });

  it('says of what the specification leaves open that it is not specified, unless the decision does not hold', () => {
    const row = { section: '9', rule: 'deprecation: how versions end', decision: 'none foreseen' };
    expect(rowOf({ title: OPEN, status: 'passed' })).toEqual({ ...row, verdict: 'not specified' });
    expect(rowOf({ title: OPEN, status: 'failed' })).toEqual({ ...row, verdict: 'fails' });
  });

  it('leaves out tests that are about the suite itself, and those that were not asked for', () => {
    expect(rowOf({ title: 'names every sentence', status: 'passed' })).toBeUndefined();
    expect(rowOf({ title: OPEN, status: 'pending' })).toBeUndefined();
  });

  it('counts verdicts', () => {
    const rows: Row[] = [
      { section: '1', rule: 'a', verdict: 'holds' },
      { section: '2', rule: 'b', verdict: 'holds' },
      { section: '3', rule: 'c', verdict: 'fails' },
    ];
    expect(countVerdicts(rows)).toEqual({ holds: 2, fails: 1, 'not specified': 0 });
  });

  it('is laid out in lines that fit the terminal', () => {
    const long = 'a rule of many words '.repeat(20).trim();
    const rows: Row[] = [{ section: '4.3.2', rule: long, verdict: 'not specified', decision: long }];
    for (const columns of [60, 80, 120]) {
      const lines = renderTable(rows, columns).split('\n');
      expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(columns);
    }
  });

  it('loses no word when it wraps', () => {
    const words = array(stringMatching(/^[a-z]{1,12}$/), { minLength: 1 });
    assert(
      property(words, integer({ min: 12, max: 80 }), (given, width) => {
        const lines = wrap(given.join(' '), width);
        expect(lines.join(' ')).toBe(given.join(' '));
        expect(lines.every((line) => line.length <= width)).toBe(true);
      }),
    );
  });
});

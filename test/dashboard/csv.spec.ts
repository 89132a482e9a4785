import { describe, expect, it } from '@jest/globals';
import { parse } from 'csv-parse/sync';
import { csvHead, csvRows, type CsvColumns } from '../../src/dashboard/frame/csv.js';
import { plainCell } from '../../src/support/index.js';

describe('a cell of a file for spreadsheets', () => {
  it.each([
    ['=1+1', "'=1+1"],
    ['+1', "'+1"],
    ['-1', "'-1"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\t=1', "'\t'=1"],
    ['\rx', "'\rx"],
    ['\nx', "'\nx"],
    ['  =1', "  '=1"],
    ['＝1', "'＝1"],
    // Where semicolons or tabs separate, a cell begins behind each of them.
    ['a;=cmd|calc', "a;'=cmd|calc"],
    ['a;"=1";b', 'a;"\'=1";b'],
    ['a\t@x', "a\t'@x"],
    ['a\r\n=1', "a\r\n'=1"],
  ])('is no formula: %j', (text, plain) => expect(plainCell(text)).toBe(plain));

  it.each(['S-1001', 'ann@shop.example', 'a = b', 'Mug; blue', '2026-01-15T12:00:00+01:00', '12.50', ''])(
    'stays as it is: %j',
    (text) => expect(plainCell(text)).toBe(text),
  );

  it('comes back as it was written, with quotes, commas and lines in it', () => {
    const columns: CsvColumns<readonly [string, number | null]> = { text: ([text]) => text, number: ([, n]) => n };
    const rows = [
      ['a "b", c\r\nd', 1],
      ['é😀', null],
    ] as const;
    const file = csvHead(columns) + csvRows(columns, rows);
    expect(file.startsWith('\uFEFFtext,number\r\n')).toBe(true);
    expect(parse(file, { bom: true })).toEqual([
      ['text', 'number'],
      ['a "b", c\r\nd', '1'],
      ['é😀', ''],
    ]);
  });
});

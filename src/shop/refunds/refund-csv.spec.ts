import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { Money } from '../../protocol/index.js';
import { readRefundCsv } from './refund-csv.js';

const HEADER = 'order id,amount,currency,reason,key';
const GOOD = 'S1,5.00,EUR,Mug broken,return-1';

const rowsOf = (file: string | Uint8Array) => {
  const reading = readRefundCsv(file);
  if (reading.faults.length > 0) throw new Error(JSON.stringify(reading.faults));
  return reading.rows.map(({ name, row }) => [
    name,
    row.orderId,
    row.amount.amount,
    row.amount.currency,
    row.reason,
    row.key,
  ]);
};
const faultsOf = (file: string | Uint8Array) => {
  const reading = readRefundCsv(file);
  return reading.faults.map(({ path, message }) => `${path}: ${message}`);
};

describe('a CSV file of refunds', () => {
  const expected = [['line 2', 'S1', 500, 'EUR', 'Mug broken', 'return-1']];

  it.each([
    ['plain', `${HEADER}\n${GOOD}`],
    ['with the line ends of Windows and a mark of byte order', `\uFEFF${HEADER}\r\n${GOOD}\r\n`],
    ['with semicolons', `${HEADER}\n${GOOD}`.replaceAll(',', ';')],
    ['with quotes and spaces', `"Order ID", "AMOUNT","currency",reason,key\n "S1",5.00,eur,"Mug broken",return-1\n`],
    [
      'with other names, order and more columns',
      'note,KEY,reason,Currency,amount,order_id\nx,return-1,Mug broken,EUR,5.00,S1',
    ],
    ['as bytes', new TextEncoder().encode(`${HEADER}\n${GOOD}`)],
  ])('is read %s', (_, file) => {
    expect(rowsOf(file)).toEqual(expected);
  });

  it('may have separators, quotes and line ends inside of its fields', () => {
    const file = `${HEADER}\nS1,5.00,EUR,"a, ""b""\nc",k1\n\nS2,0.01,EUR,=1+1,k2`;
    expect(rowsOf(file)).toEqual([
      ['line 3', 'S1', 500, 'EUR', 'a, "b"\nc', 'k1'],
      ['line 5', 'S2', 1, 'EUR', '=1+1', 'k2'],
    ]);
  });

  it('names each line whose amount is none', () => {
    const amounts = ['', '5,00', '-5', '1e3', '5.001', '0x10', ' ', '1.', '12345678901234567'];
    const lines = amounts.map((amount, index) => `S${index},"${amount}",EUR,r,k${index}`);
    const faults = faultsOf([HEADER, ...lines, 'S9,5,XXX,r,k9'].join('\n'));
    expect(faults.map((fault) => fault.split(',')[0])).toEqual(
      [...amounts, 'XXX'].map((_, index) => `line ${index + 2}`),
    );
  });

  it.each([
    ['nothing', '', ': is empty'],
    ['no header', GOOD, 'line 1: needs each of the columns once: order id, amount, currency, reason, key'],
    ['a column twice', `${HEADER},Key\n${GOOD},x`, 'line 1: needs each of the columns once: key'],
    ['an open quote', `${HEADER}\n"S1,5.00`, ': is no CSV'],
    ['bytes that are no UTF-8', Uint8Array.of(0xff, 0xfe, 0x00), ': must be text in UTF-8'],
    ['too many bytes', new Uint8Array(10_000_001), ': must be at most'],
  ])('is refused when it has %s', (_, file, fault) => {
    expect(faultsOf(file).join('\n')).toContain(fault);
  });

  it('gives back what was written, whatever is in it', () => {
    const text = fc.string({ unit: 'grapheme', minLength: 1 }).filter((each) => each.trim() === each && each !== '');
    const refund = fc.record({ orderId: text, amount: fc.integer({ min: 1, max: 10 ** 12 }), reason: text, key: text });
    const quoted = (each: string): string => `"${each.replaceAll('"', '""')}"`;
    fc.assert(
      fc.property(fc.array(refund, { minLength: 1, maxLength: 5 }), (refunds) => {
        const lines = refunds.map(({ orderId, amount, reason, key }) =>
          [quoted(orderId), (amount / 100).toFixed(2), 'EUR', quoted(reason), quoted(key)].join(','),
        );
        const back = readRefundCsv([HEADER, ...lines].join('\n'));
        expect(back.faults).toEqual([]);
        expect(back.rows.map(({ row }) => ({ ...row, amount: row.amount.amount }))).toEqual(refunds);
      }),
    );
  });

  it('never throws, and never makes up money', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.uint8Array(),
          fc.string(),
          fc.string().map((each) => `${HEADER}\n${each}`),
        ),
        (file) => {
          const reading = readRefundCsv(file);
          for (const { row } of reading.rows) expect(Money.isMoney(row.amount)).toBe(true);
          for (const { path } of reading.faults) expect(path).toMatch(/^($|line \d+)/);
        },
      ),
    );
  });
});

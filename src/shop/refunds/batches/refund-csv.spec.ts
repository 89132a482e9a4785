import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { Money } from '../../../protocol/index.js';
import { plainCell } from '../../../support/index.js';
import { readRefundCsv } from './refund-csv.js';

const HEADER = 'order id,amount,currency,reason,key';
const GOOD = 'S1,5.00,EUR,Mug broken,return-1';

const rowsOf = async (file: string | Uint8Array) => {
  const reading = await readRefundCsv(file);
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
const faultsOf = async (file: string | Uint8Array) => {
  const reading = await readRefundCsv(file);
  return reading.faults.map(({ path, message }) => `${path}: ${message}`);
};

/** How often other work ran in the event loop meanwhile. */
async function ticksDuring(work: () => Promise<unknown>): Promise<number> {
  let ticks = 0;
  let isOver = false;
  const count = (): void => {
    ticks += 1;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  await work();
  isOver = true;
  return ticks;
}

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
  ])('is read %s', async (_, file) => {
    expect(await rowsOf(file)).toEqual(expected);
  });

  it('may have separators, quotes and line ends inside of its fields', async () => {
    const file = `${HEADER}\nS1,5.00,EUR,"a, ""b""\nc",k1\n\nS2,0.01,EUR,=1+1,k2`;
    expect(await rowsOf(file)).toEqual([
      ['line 3', 'S1', 500, 'EUR', 'a, "b"\nc', 'k1'],
      ['line 5', 'S2', 1, 'EUR', '=1+1', 'k2'],
    ]);
  });

  it('names each line with an invalid amount', async () => {
    const amounts = ['', '5,00', '-5', '1e3', '5.001', '0x10', ' ', '1.', '12345678901234567'];
    const lines = amounts.map((amount, index) => `S${index},"${amount}",EUR,r,k${index}`);
    const faults = await faultsOf([HEADER, ...lines, 'S9,5,XXX,r,k9'].join('\n'));
    expect(faults.map((fault) => fault.split(',')[0])).toEqual(
      [...amounts, 'XXX'].map((_, index) => `line ${index + 2}`),
    );
  });

  it.each([
    ['nothing', '', ': is empty'],
    ['no header', GOOD, 'line 1: needs each of the columns once: order id, amount, currency, reason, key'],
    ['a column twice', `${HEADER},Key\n${GOOD},x`, 'line 1: needs each of the columns once: key'],
    [
      'an open quote',
      `${HEADER}\n"S1,5.00`,
      'line 2: there is a row of more than 8000 bytes, or a quotation mark that opens',
    ],
    ['bytes that are no UTF-8', Uint8Array.of(0xff, 0xfe, 0x00), ': must be text in UTF-8'],
    ['as many bytes as there may be', new Uint8Array(10_000_000).fill(120), 'line 1: must have at most 8000 bytes'],
    ['too many bytes', new Uint8Array(10_000_001), ': must be at most'],
  ])('is refused when it has %s', async (_, file, fault) => {
    expect((await faultsOf(file)).join('\n')).toContain(fault);
  });

  const row = (at: number): string => `S${at},5.00,EUR,r,k${at}`;
  const nasty: [string, string, string][] = [
    ['nothing but one line', 'x'.repeat(100_000), 'line 1: must have at most 8000 bytes'],
    ['an empty line before it', `\n${'x'.repeat(100_000)}`, 'line 2: must have at most 8000 bytes'],
    ['nothing but separators', ','.repeat(100_000), 'line 1: must have at most 8000 bytes'],
    ['one line without an end', `${HEADER}\n${GOOD}\n${'x'.repeat(100_000)}`, 'line 3: must have at most 8000 bytes'],
    ['a line of white space', `${HEADER}\r\n${' '.repeat(100_000)}\r\n`, 'line 2: must have at most 8000 bytes'],
    ['more columns than any export', `${HEADER}\n${GOOD}${','.repeat(200)}`, 'line 2: must have at most 100 columns'],
    [
      'more rows than a batch',
      [HEADER, ...Array.from({ length: 20_001 }, (_, at) => row(at))].join('\n'),
      'line 20002: ',
    ],
    ['quotes where none may be', `${HEADER}\n"S1"x,5.00,EUR,r,k`, 'line 2: is no CSV: a cell with a quotation mark'],
    [
      'a quote left open',
      `${HEADER}\n${GOOD}\n"S2,${`${GOOD}\n`.repeat(1_000)}`,
      'line 3: there is a row of more than 8000',
    ],
    [
      'cells of line ends',
      `${HEADER}\n${`"${'\n'.repeat(5_000)}",`.repeat(20)}`,
      'line 2: there is a row of more than 8000',
    ],
  ];
  it.each(nasty)('is not read any further when it has %s, and the line is named', async (_, file, fault) => {
    const faults = await faultsOf(file);
    expect(faults).toHaveLength(1);
    expect(faults[0]).toContain(fault);
  });

  it.each([
    ['a line as long as may be', `${HEADER}\n${GOOD.padEnd(8_000)}`, null],
    ['one byte more', `${HEADER}\n${GOOD.padEnd(8_001)}`, 'line 2: must have at most 8000 bytes'],
    ['one byte more, after old line ends', `${HEADER}\r${GOOD.padEnd(8_001)}`, 'line 2: must have at most 8000 bytes'],
    [
      'one byte more, after an empty line',
      `${HEADER}\n\r${GOOD.padEnd(8_001)}`,
      'line 3: must have at most 8000 bytes',
    ],
    ['as many columns as may be', `${HEADER}${',x'.repeat(95)}\n${GOOD}${',y'.repeat(95)}`, null],
    ['one column more', `${HEADER}\n${GOOD}${',y'.repeat(96)}`, 'line 2: must have at most 100 columns'],
  ])('may have %s, or not', async (_, file, fault) => {
    expect(await faultsOf(file)).toEqual(fault === null ? [] : [fault]);
  });

  it('gives the event loop back between steps of at most 256 rows', async () => {
    const files = [
      [HEADER, ...Array.from({ length: 20_000 }, (_, at) => row(at))].join('\n'),
      `${HEADER}${'\n'.repeat(500_000)}`,
      [HEADER, ...Array.from({ length: 19_000 }, () => 'x')].join('\n'),
    ];
    for (const file of files) {
      const ticks = await ticksDuring(() => readRefundCsv(file));
      expect(ticks).toBeGreaterThanOrEqual(Math.floor(file.length / 512));
    }
  });

  it('is read at once when its cells hold thousands of line ends, tabs or quotation marks', async () => {
    const cells = ['\n', '\t', "\n'", '\t""'].map((each) => `"x${each.repeat(7_900 / each.length)}x"`);
    const rows = Array.from({ length: 400 }, (_, at) => `${row(at)},${cells[at % cells.length]}`);
    expect(await rowsOf([`${HEADER},note`, ...rows].join('\n'))).toHaveLength(400);
  }, 10_000);

  it('returns what was written, for any content', async () => {
    const text = fc.string({ unit: 'grapheme', minLength: 1 }).filter((each) => each.trim() === each && each !== '');
    const refund = fc.record({ orderId: text, amount: fc.integer({ min: 1, max: 10 ** 12 }), reason: text, key: text });
    // As files are exported: the reader takes off the apostrophe that stands before a possible formula.
    const quoted = (each: string): string => `"${plainCell(each).replaceAll('"', '""')}"`;
    await fc.assert(
      fc.asyncProperty(fc.array(refund, { minLength: 1, maxLength: 5 }), async (refunds) => {
        const lines = refunds.map(({ orderId, amount, reason, key }) =>
          [quoted(orderId), (amount / 100).toFixed(2), 'EUR', quoted(reason), quoted(key)].join(','),
        );
        const back = await readRefundCsv([HEADER, ...lines].join('\n'));
        expect(back.faults).toEqual([]);
        expect(back.rows.map(({ row }) => ({ ...row, amount: row.amount.amount }))).toEqual(refunds);
      }),
    );
  });

  it('never throws, and never invents money', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(
          fc.uint8Array(),
          fc.string(),
          fc.string().map((each) => `${HEADER}\n${each}`),
        ),
        async (file) => {
          const reading = await readRefundCsv(file);
          for (const { row } of reading.rows) expect(Money.isMoney(row.amount)).toBe(true);
          for (const { path } of reading.faults) expect(path).toMatch(/^($|line \d+)/);
        },
      ),
    );
  });
});

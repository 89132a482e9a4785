import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { describe, expect, it } from '@jest/globals';
import { transformSync } from '@swc/core';
import * as fc from 'fast-check';

import { formatServiceTime, parseServiceTime } from './order-time.js';
import { anyCharacter } from '../../test/support/any-character.js';

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
const ZONES = ['Europe/Amsterdam', 'Europe/London', 'America/New_York', 'America/St_Johns', 'Australia/Lord_Howe'];
const OTHER_ZONES = ['UTC', 'Asia/Kolkata', 'Asia/Kathmandu', 'Pacific/Auckland', 'Pacific/Apia', 'America/Sao_Paulo'];

/** Both nights of 2025 on which the clocks of a zone change, as instants within them (UTC). */
const NIGHTS: Readonly<Record<string, readonly number[]>> = {
  'Europe/Amsterdam': [Date.UTC(2025, 2, 30, 1), Date.UTC(2025, 9, 26, 1)],
  'Europe/London': [Date.UTC(2025, 2, 30, 1), Date.UTC(2025, 9, 26, 1)],
  'America/New_York': [Date.UTC(2025, 2, 9, 7), Date.UTC(2025, 10, 2, 6)],
  'America/St_Johns': [Date.UTC(2025, 2, 9, 5, 30), Date.UTC(2025, 10, 2, 4, 30)],
  'Australia/Lord_Howe': [Date.UTC(2025, 3, 5, 15), Date.UTC(2025, 9, 4, 15, 30)],
};

/** Every quarter of an hour of the six hours around both nights. */
const quarters = (zone: string): number[] =>
  (NIGHTS[zone] ?? []).flatMap((night) =>
    Array.from({ length: 48 }, (_, index) => night - 6 * HOUR_MS + index * 15 * MINUTE_MS),
  );

describe('parseServiceTime', () => {
  it('reads a time the same if its neighbours were read before, also if clocks change off the quarter hour', () => {
    // Goose Bay went one hour forward at 04:01 UTC; within that quarter of an hour both offsets held.
    const change = Date.UTC(2010, 2, 14, 4, 1);
    const times = [change - MINUTE_MS, change + MINUTE_MS, change - 2 * MINUTE_MS, change + 2 * MINUTE_MS];
    const local = times.map((time) => formatServiceTime(time, 'America/Goose_Bay'));
    expect(local.map((text) => parseServiceTime(text, 'America/Goose_Bay'))).toEqual(times);
    expect(
      ['2025-06-30', '2025-06-31', '2025-06-30'].map((day) => parseServiceTime(`${day}T12:00:00`) !== null),
    ).toEqual([true, false, true]);
  });

  it.each([
    // Pairs of a transaction id, which starts with epoch seconds, and the local time beside it.
    ['2025-07-31T11:14:35', 1_753_953_275_000],
    ['2024-07-25T14:28:41', 1_721_910_521_000],
    ['2025-05-14T08:48:10', 1_747_205_290_000],
    ['2025-01-01T00:00:00', Date.UTC(2024, 11, 31, 23)],
    ['2024-02-29T12:00:00', Date.UTC(2024, 1, 29, 11)],
    ['2025-07-31 11:14:35', 1_753_953_275_000],
  ])('reads %s in Amsterdam', (text, epochMs) => {
    expect(parseServiceTime(text)).toBe(epochMs);
  });

  it('reads the hour that occurs twice as its first pass', () => {
    expect(parseServiceTime('2025-10-26T02:30:00')).toBe(Date.UTC(2025, 9, 26, 0, 30));
    expect(parseServiceTime('2025-10-26T03:00:00')).toBe(Date.UTC(2025, 9, 26, 2));
    expect(parseServiceTime('2025-11-02T01:30:00', 'America/New_York')).toBe(Date.UTC(2025, 10, 2, 5, 30));
  });

  it('shifts a time that the clock skips forward', () => {
    expect(parseServiceTime('2025-03-30T02:30:00')).toBe(Date.UTC(2025, 2, 30, 1, 30));
    expect(formatServiceTime(parseServiceTime('2025-03-30T02:30:00') ?? 0)).toBe('2025-03-30T03:30:00');
  });

  it.each([
    null,
    undefined,
    '',
    'yesterday',
    '2025-07-31',
    '2025-07-31T11:14',
    '2025-07-31T11:14:35Z',
    '2025-07-31T11:14:35+02:00',
    '2025-07-31T11:14:35.000',
    ' 2025-07-31T11:14:35',
    '2025-06-31T11:14:35',
    '2025-02-29T11:14:35',
    '2025-13-01T11:14:35',
    '2025-00-10T11:14:35',
    '2025-07-00T11:14:35',
    '2025-07-31T24:00:00',
    '2025-07-31T11:60:00',
    '2025-07-31T11:14:60',
    '0000-00-00T00:00:00',
    '0024-07-31T11:14:35',
    '+2025-07-31T11:14:35',
    JSON.parse('1753953275'),
  ])('%p is no service time', (text) => {
    expect(parseServiceTime(text)).toBeNull();
  });

  it('never throws, for any text', () => {
    const almost = fc.stringMatching(/^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}:\d{2}$/);
    fc.assert(
      fc.property(fc.oneof(almost, fc.string({ unit: anyCharacter })), (text) => {
        const epochMs = parseServiceTime(text);
        expect(epochMs === null || Number.isSafeInteger(epochMs)).toBe(true);
      }),
    );
  });

  it('throws on a time zone that does not exist', () => {
    expect(() => parseServiceTime('2025-07-31T11:14:35', 'Europe/Atlantis')).toThrow(RangeError);
  });
});

describe('service times (scenario B1)', () => {
  it.each(ZONES)('come back on both nights of changing clocks, except for the second pass of an hour: %s', (zone) => {
    const instants = quarters(zone);
    for (const instant of instants) {
      const text = formatServiceTime(instant, zone);
      const first = instants.find((other) => formatServiceTime(other, zone) === text);
      expect(parseServiceTime(text, zone)).toBe(first);
    }
  });

  it('come back in every zone, at any time but the second pass of an hour', () => {
    const instants = fc.integer({ min: Date.UTC(1990, 0, 1) / 1000, max: Date.UTC(2100, 0, 1) / 1000 });
    fc.assert(
      fc.property(instants, fc.constantFrom(...ZONES, ...OTHER_ZONES), (seconds, zone) => {
        const text = formatServiceTime(seconds * 1000, zone);
        const parsed = parseServiceTime(text, zone) ?? Number.NaN;
        expect(formatServiceTime(parsed, zone)).toBe(text);
        expect(parsed).toBeLessThanOrEqual(seconds * 1000);
      }),
      { numRuns: 1000 },
    );
  });

  it('drop parts of a second', () => {
    expect(formatServiceTime(1_753_953_275_999)).toBe('2025-07-31T11:14:35');
  });

  it('have years of four digits', () => {
    expect(formatServiceTime(Date.UTC(2000, 0, 1) - 1500 * 365.25 * 24 * HOUR_MS, 'UTC')).toMatch(/^0\d{3}-/);
  });

  it('are the same in any time zone of the process', () => {
    const results = ['UTC', 'Europe/Amsterdam', 'America/New_York', 'Pacific/Kiritimati', 'Asia/Tehran'].map(readIn);
    expect(results[0]).toEqual(ZONES.flatMap((zone) => quarters(zone).map((at) => formatServiceTime(at, zone))));
    for (const result of results) expect(result).toEqual(results[0]);
  });
});

/** Runs the module in another process, because the zone of a process is fixed when it starts. */
function readIn(processZone: string): unknown {
  const folder = mkdtempSync(join(tmpdir(), 'order-time-'));
  try {
    writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
    for (const name of ['limits', 'order-time']) {
      const source = readFileSync(join('src', 'protocol', `${name}.ts`), 'utf8');
      const { code } = transformSync(source, {
        swcrc: false,
        jsc: { parser: { syntax: 'typescript' }, target: 'es2022' },
      });
      writeFileSync(join(folder, `${name}.js`), code);
    }
    const cases = ZONES.flatMap((zone) => quarters(zone).map((at) => [at, zone]));
    const program = `
      import { formatServiceTime, parseServiceTime } from './order-time.js';
      if (Intl.DateTimeFormat().resolvedOptions().timeZone !== ${JSON.stringify(processZone)}) throw new Error('zone');
      const texts = ${JSON.stringify(cases)}.map(([at, zone]) => {
        const text = formatServiceTime(at, zone);
        return formatServiceTime(parseServiceTime(text, zone), zone);
      });
      process.stdout.write(JSON.stringify(texts));`;
    writeFileSync(join(folder, 'main.js'), program);
    return JSON.parse(
      execFileSync(process.execPath, [join(folder, 'main.js')], { env: { TZ: processZone } }).toString(),
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
}

import { describe, expect, it } from '@jest/globals';
import { readTime, readTimeZone } from './inputs/time.input.js';
import { localText, spanText } from './wording.js';

const AT = 1_767_225_605_000;

describe('times for people', () => {
  it('are in UTC, and as the clocks of a zone show them', () => {
    expect(localText(AT, 'Asia/Tokyo')).toBe('2026-01-01 09:00:05');
  });

  it.each([
    [-1, '0 s'],
    [999, '0 s'],
    [41_000, '41 s'],
    [60_000, '1 min'],
    [7_500_000, '2 h 5 min'],
    [7_205_000, '2 h'],
    [90_061_000, '1 d 1 h'],
  ])('spans of %i ms are told by their two largest units', (ms, text) => {
    expect(spanText(ms)).toBe(text);
  });
});

describe('times from people', () => {
  it.each([
    ['2026-01-01', 1_767_225_600_000],
    ['2026-01-01T00:00Z', 1_767_225_600_000],
    ['2026-01-01 01:00:05+01:00', AT],
    ['2026-01-01T00:00:05.000Z', AT],
    ['1767225605', AT],
    ['1767225605000', AT],
  ])('%s is read', (text, at) => {
    expect(readTime(text)).toBe(at);
  });

  it.each(['', 'yesterday', '2026-01-01T00:00', '2026-02-30', '2026-13-01', '176722560', '-1767225605', '01-01-2026'])(
    '"%s" is none, or would mean another time elsewhere',
    (text) => {
      expect(() => readTime(text)).toThrow(/a date \(2026-01-31, UTC\)/);
    },
  );

  it('zones must exist', () => {
    expect(readTimeZone('europe/amsterdam')).toBe('Europe/Amsterdam');
    expect(() => readTimeZone('Mars/Base')).toThrow(/name of a time zone/);
  });
});

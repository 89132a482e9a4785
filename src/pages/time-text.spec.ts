import { describe, expect, it } from '@jest/globals';
import { instantText } from '../support/index.js';
import { dateText, distanceText, durationText } from './time-text.js';

const AT = Date.UTC(2026, 6, 3, 22, 5, 9);

describe('times on the pages', () => {
  it('are those of the zone, with the month as a word', () => {
    expect(dateText(AT, 'Europe/Amsterdam')).toBe('4 Jul 2026, 00:05:09');
    expect(dateText(AT, 'UTC')).toBe('3 Jul 2026, 22:05:09');
  });

  it.each([
    [0, 'just now'],
    [-999, 'just now'],
    [-1_000, '1 s ago'],
    [-59_999, '59 s ago'],
    [-60_000, '1 min ago'],
    [899_000, 'in 14 min'],
    [-7_200_000, '2 h ago'],
    [90_000_000, 'in 1 d'],
  ])('at a distance of %d ms are %s', (distance, text) => {
    expect(distanceText(AT + distance, AT)).toBe(text);
  });

  it('can be read by machines', () => {
    expect(instantText(AT)).toBe('2026-07-03T22:05:09Z');
  });

  it.each([
    [0, '0 ms'],
    [999, '999 ms'],
    [2_000, '2 s'],
    [2_449, '2.4 s'],
    [900_000, '15 min'],
    [5_400_000, '90 min'],
    [7_200_000, '2 h'],
    [172_800_000, '2 days'],
  ])('that last %d ms are %s long', (ms, text) => {
    expect(durationText(ms)).toBe(text);
  });
});

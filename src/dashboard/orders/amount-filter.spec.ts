import { describe, expect, it } from '@jest/globals';
import { amountRange, isUnread } from './amount-filter.js';

const MOST = Number.MAX_SAFE_INTEGER;
const range = (least: string, most: string, currency = 'EUR') => {
  const found = amountRange({ least, most, currency });
  return found && [found.least, found.most];
};

describe('the bounds of amounts', () => {
  it('are one or both', () => {
    expect([range('10', ''), range('', '20'), range('10', '20,00'), range('', '')]).toEqual([
      [1_000, MOST],
      [0, 2_000],
      [1_000, 2_000],
      null,
    ]);
  });

  it.each([
    ['x', 'EUR'],
    ['1,250', 'KWD'],
    ['1 5', 'KWD'],
  ])('are not read if they could mean another amount: %s %s', (text, currency) => {
    expect([range(text, '', currency), range('', text, currency)]).toEqual([null, null]);
    expect(isUnread({ least: text, most: '', currency })).toBe(true);
  });

  it('have a currency', () => {
    expect([range('12.50', '', ''), range('12.50', '', 'XX')]).toEqual([null, null]);
    expect(isUnread({ least: '', most: '', currency: '' })).toBe(false);
  });
});

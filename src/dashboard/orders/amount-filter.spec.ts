import { describe, expect, it } from '@jest/globals';
import { amountRange, isUnread } from './amount-filter.js';

const MOST = Number.MAX_SAFE_INTEGER;
const range = (least: string, most: string, currency = 'EUR') => {
  const found = amountRange({ least, most, currency });
  return found && [found.least, found.most];
};

describe('amounts as people type them', () => {
  it.each([
    ['12,50', 'EUR', 1_250],
    ['12.50', 'EUR', 1_250],
    ['12.5', 'EUR', 1_250],
    ['12', 'EUR', 1_200],
    ['1.250,00', 'EUR', 125_000],
    ['1,250.00', 'EUR', 125_000],
    ["1'250.00", 'CHF', 125_000],
    ['1 250,00', 'EUR', 125_000],
    ['1250', 'JPY', 1_250],
    ['1.250', 'KWD', 1_250],
    ['0,01', 'EUR', 1],
  ])('%s %s are %d minor units', (text, currency, minor) =>
    expect(range(text, text, currency)).toEqual([minor, minor]),
  );

  it('have one bound or both', () => {
    expect([range('10', ''), range('', '20'), range('10', '20'), range('', '')]).toEqual([
      [1_000, MOST],
      [0, 2_000],
      [1_000, 2_000],
      null,
    ]);
  });

  it.each(['x', '12,345', '1.250', '1.2.3', '12..5', '-5', '1e3', '9999999999999999999', '1.25,00'])(
    'are not read if they could mean another amount: %s',
    (text) => {
      expect(range(text, '')).toBeNull();
      expect(isUnread({ least: text, most: '', currency: 'EUR' })).toBe(true);
    },
  );

  it('have a currency', () => {
    expect([range('12.50', '', ''), range('12.50', '', 'XX')]).toEqual([null, null]);
    expect(isUnread({ least: '', most: '', currency: '' })).toBe(false);
  });
});

import { describe, expect, it } from '@jest/globals';
import { moneyText } from './money-text.js';

describe('an amount for a shopper', () => {
  it.each([
    [1, 'EUR', '€0.01'],
    [1_250, 'EUR', '€12.50'],
    [123_456_789, 'USD', '$1,234,567.89'],
    [500, 'JPY', '¥500'],
    [1_005, 'KWD', 'KWD\u00A01.005'],
    [Number.MAX_SAFE_INTEGER, 'EUR', '€90,071,992,547,409.91'],
  ])('of %d %s is written %s', (amount, currency, text) => expect(moneyText(amount, currency)).toBe(text));
});

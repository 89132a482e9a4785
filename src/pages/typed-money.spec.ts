import { describe, expect, it } from '@jest/globals';
import { readTypedMoney } from './typed-money.js';

describe('an amount that a person typed', () => {
  it.each([
    ['12,50', 'EUR', 1_250],
    ['12.50', 'EUR', 1_250],
    ['12.5', 'EUR', 1_250],
    [' 12 ', 'EUR', 1_200],
    ['0,01', 'EUR', 1],
    ['1.250,00', 'EUR', 125_000],
    ['1,250.00', 'EUR', 125_000],
    ['1 250,00', 'EUR', 125_000],
    ["1'250.00", 'CHF', 125_000],
    ['1\u00A0250\u202F000', 'EUR', 125_000_000],
    ['1,250,000', 'EUR', 125_000_000],
    ['1250', 'JPY', 1_250],
    ['1 250', 'JPY', 1_250],
    ['1.250.000', 'JPY', 1_250_000],
    ['9007199254740991', 'JPY', Number.MAX_SAFE_INTEGER],
    ['1.250', 'KWD', 1_250],
    ['1,5', 'KWD', 1_500],
    ['0,125', 'KWD', 125],
    ['1250,500', 'KWD', 1_250_500],
    ['1,250.500', 'KWD', 1_250_500],
    ['1.250,500', 'KWD', 1_250_500],
    ["1'250,500", 'KWD', 1_250_500],
    ['0.0001', 'CLF', 1],
  ])('%s %s is %d minor units', (text, currency, minor) =>
    expect(readTypedMoney(text, currency)?.toJSON()).toEqual({ amount: minor, currency }),
  );

  it.each([
    // The comma may be before the fraction or between thousands: a thousand times the amount.
    ['1,250', 'KWD'],
    ['1,250', 'JPY'],
    ['1,250', 'EUR'],
    ['1,250', 'CLF'],
    ['1.250', 'EUR'],
    ['1.250', 'JPY'],
    ['1,5', 'JPY'],
    ['1.5', 'JPY'],
    ['12,345', 'EUR'],
    ['12 50', 'EUR'],
    ['1 5', 'KWD'],
    ['1.25,00', 'EUR'],
    ['1,25,00', 'EUR'],
    ['1.250.00', 'EUR'],
    ['1,250 000', 'EUR'],
    ['1.2345', 'KWD'],
    ['12.', 'EUR'],
    [',50', 'EUR'],
    ['-5', 'EUR'],
    ['1e3', 'EUR'],
    ['x', 'EUR'],
    ['', 'EUR'],
    ['9007199254740992', 'JPY'],
    ['12', 'HRK'],
    ['12', 'eur'],
  ])('is not read where it could be another one: "%s" %s', (text, currency) =>
    expect(readTypedMoney(text, currency)).toBeNull(),
  );
});

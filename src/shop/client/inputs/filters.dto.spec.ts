import { describe, expect, it } from '@jest/globals';
import { checkFields } from '../../core/index.js';
import { PaymentMethodFilterDto, TransactionFilterDto } from './filters.dto.js';

const faultsOf = (type: Parameters<typeof checkFields>[0], input: object): string[] =>
  checkFields(type, input).faults.map(({ path }) => path);

describe('a filter', () => {
  it.each<[string, unknown, ...unknown[]]>([
    ['limit', 1, 0, 1.5, '5'],
    ['limit', 1_000, 1_001],
    ['createdFrom', 0, -1],
    ['completedUntil', 253_402_300_799_999, 253_402_300_800_000],
    ['siteId', 0, -1, 1.5, '7'],
    ['siteId', Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER + 1],
    ['currency', 'EUR', 'eur', 'EURO', 7],
    ['status', ['completed', 'declined'], [], ['paid'], 'paid'],
    ['financialStatus', 'completed', []],
    ['type', ['payment'], []],
    ['paymentMethod', ['IDEAL', 'VISA'], [], ['a b']],
    ['movement', 'in', 'up', ['in']],
    ['movement', 'out', ''],
    ['paymentMethod', 'IDEAL', 'a b', ''],
    ['paymentMethod', 'x'.repeat(32), 'x'.repeat(33)],
  ])('of transactions takes %s: %j, and not %j', (field, good, ...bad) => {
    expect(faultsOf(TransactionFilterDto, { [field]: good })).toEqual([]);
    for (const value of bad)
      expect([value, faultsOf(TransactionFilterDto, { [field]: value })]).toEqual([value, [field]]);
  });

  it.each<[string, unknown, ...unknown[]]>([
    ['amount', 0, -1, 1.5, '7'],
    ['currency', 'EUR', 'eur'],
    ['country', 'NL', 'nl', 'NLD'],
    ['locale', 'de-AT,de;q=0.9', 7, ['nl']],
    ['groupCards', true, 'true', 1],
    ['includeCoupons', false, 0],
  ])('of payment methods takes %s: %j, and not %j', (field, good, ...bad) => {
    expect(faultsOf(PaymentMethodFilterDto, { [field]: good })).toEqual([]);
    for (const value of bad)
      expect([value, faultsOf(PaymentMethodFilterDto, { [field]: value })]).toEqual([value, [field]]);
  });
});

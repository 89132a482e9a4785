import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ConfigService } from '@vendure/core';
import { Money } from 'tillbridge';
import { VendureAmounts } from '../src/money/vendure-amounts.service';

const amountsWith = (precision: number | undefined): VendureAmounts =>
  new VendureAmounts({ entityOptions: { moneyStrategy: { precision } } } as unknown as ConfigService);

describe('amounts as Vendure keeps them', () => {
  // Decimals of the MoneyStrategy, an amount of Vendure's, and what the service is asked for: null where it has no such sum.
  const ROWS: readonly (readonly [number | undefined, string, number, number | null])[] = [
    [undefined, 'EUR', 1_250, 1_250],
    [2, 'EUR', 1_250, 1_250],
    [2, 'JPY', 100_000, 1_000],
    [2, 'JPY', 100_050, null],
    [2, 'KWD', 1_250, 12_500],
    [3, 'EUR', 12_500, 1_250],
    [3, 'EUR', 12_505, null],
    [3, 'JPY', 1_000_000, 1_000],
    [3, 'KWD', 12_505, 12_505],
    [0, 'EUR', 12, 1_200],
    [0, 'JPY', 1_000, 1_000],
    [0, 'KWD', 12, 12_000],
    [2, 'EUR', -1_250, -1_250],
    [2, 'EUR', 0, 0],
  ];
  for (const [precision, currency, kept, asked] of ROWS) {
    it(`${precision ?? 'no'} decimals: ${kept} of ${currency} is ${asked ?? 'no sum'} at the service`, () => {
      const amounts = amountsWith(precision);
      const money = amounts.toMoney(kept, currency);
      assert.deepEqual([money?.amount ?? null, money?.currency], [asked, asked === null ? undefined : currency]);
      if (money) assert.equal(amounts.of(money), kept);
    });
  }

  it('leaves out a fraction that Vendure cannot keep, on both sides of zero', () => {
    assert.equal(amountsWith(0).of(Money.ofMinor(1_299, 'EUR')), 12);
    assert.equal(amountsWith(2).of(Money.ofMinor(12_505, 'KWD')), 1_250);
    assert.equal(amountsWith(0).of(Money.ofMinor(-1_299, 'EUR')), -12);
  });

  it('takes no sum that is greater than a number can hold exactly', () => {
    assert.equal(amountsWith(0).toMoney(Number.MAX_SAFE_INTEGER, 'EUR'), null);
  });
});

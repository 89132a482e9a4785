import { Injectable } from '@nestjs/common';
import { ConfigService } from '@vendure/core';
import { Money } from 'tillbridge';

const DEFAULT_DECIMALS = 2;

const decimalsOf = (currency: string): number => Money.zero(currency).toDecimal().split('.')[1]?.length ?? 0;

/**
 * Amounts in Vendure's form: with the decimals of its `MoneyStrategy` in every currency, two by default. 1,000 yen are
 * 100000 there and 1000 at the service: without a conversion, a customer would pay a hundred times the price.
 */
@Injectable()
export class VendureAmounts {
  readonly #decimals: number;

  constructor({ entityOptions }: ConfigService) {
    this.#decimals = entityOptions.moneyStrategy.precision ?? DEFAULT_DECIMALS;
  }

  /** The money of a Vendure amount; null if the currency has no such fraction, such as half a yen. */
  toMoney(amount: number, currency: string): Money | null {
    const surplus = this.#decimals - decimalsOf(currency);
    const minor = surplus >= 0 ? amount / 10 ** surplus : amount * 10 ** -surplus;
    return Number.isSafeInteger(minor) ? Money.ofMinor(minor, currency) : null;
  }

  /** The Vendure amount. A fraction that Vendure cannot store is dropped: only a sum that was not requested has one. */
  of({ amount, currency }: Pick<Money, 'amount' | 'currency'>): number {
    const surplus = this.#decimals - decimalsOf(currency);
    return surplus >= 0 ? amount * 10 ** surplus : Math.trunc(amount / 10 ** -surplus);
  }
}

/** The text about an amount that the currency cannot express. */
export const inexactText = (currency: string): string =>
  `The amount has a fraction that ${currency} does not have: nothing was asked of the payment service. Round prices and taxes with a MoneyStrategy.`;

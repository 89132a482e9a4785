import 'reflect-metadata';
import { IsBoolean, IsInt, Matches, Min } from 'class-validator';
import type { PaymentMethodFilter } from '../../../protocol/index.js';
import { IfSaid } from './if-said.js';

/**
 * Shape of a {@link PaymentMethodFilter}, for class-validator (protocol §2.9).
 *
 * @example
 * ```ts
 * const filter: PaymentMethodFilterDto = { amount: 1_250, currency: 'EUR', country: 'NL' };
 * ```
 */
export class PaymentMethodFilterDto implements PaymentMethodFilter {
  /** Integer minor units. */
  @IfSaid()
  @IsInt({ message: 'amount must be a whole number of minor units' })
  @Min(0, { message: 'amount must not be negative' })
  amount?: number;

  @IfSaid()
  @Matches(/^[A-Z]{3}$/, { message: 'currency must be three capital letters' })
  currency?: string;

  @IfSaid()
  @Matches(/^[A-Z]{2}$/, { message: 'country must be two capital letters' })
  country?: string;

  @IfSaid()
  @Matches(/^[a-z]{2}_[A-Z]{2}$/, { message: 'locale must look like nl_NL' })
  locale?: string;

  @IfSaid()
  @IsBoolean({ message: 'groupCards must be true or false' })
  groupCards?: boolean;

  @IfSaid()
  @IsBoolean({ message: 'includeCoupons must be true or false' })
  includeCoupons?: boolean;
}

import type { PaymentMethodFilter } from '../../../protocol/index.js';
import { isWhole } from '../../core/index.js';
import { IfGiven } from './field.decorators.js';

const matches = (pattern: RegExp) => (value: unknown) => typeof value === 'string' && pattern.test(value);
const isFlag = (value: unknown): boolean => typeof value === 'boolean';

/**
 * What is judged of a {@link PaymentMethodFilter} (protocol §2.9).
 *
 * @example
 * ```ts
 * const filter: PaymentMethodFilterDto = { amount: 1_250, currency: 'EUR', country: 'NL' };
 * ```
 */
export class PaymentMethodFilterDto implements PaymentMethodFilter {
  /** Integer minor units. */
  @IfGiven('be a whole number of minor units, not negative', (value) => isWhole(value, 0, Number.MAX_SAFE_INTEGER))
  amount?: number;

  @IfGiven('be three capital letters', matches(/^[A-Z]{3}$/))
  currency?: string;

  @IfGiven('be two capital letters', matches(/^[A-Z]{2}$/))
  country?: string;

  @IfGiven('look like nl_NL', matches(/^[a-z]{2}_[A-Z]{2}$/))
  locale?: string;

  @IfGiven('be true or false', isFlag)
  groupCards?: boolean;

  @IfGiven('be true or false', isFlag)
  includeCoupons?: boolean;
}

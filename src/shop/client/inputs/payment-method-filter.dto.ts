import type { PaymentMethodFilter } from '../../../protocol/index.js';
import { isWhole } from '../../core/index.js';
import { IfSaid } from './field.decorators.js';

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
  @IfSaid('be a whole number of minor units, not negative', (value) => isWhole(value, 0, Number.MAX_SAFE_INTEGER))
  amount?: number;

  @IfSaid('be three capital letters', matches(/^[A-Z]{3}$/))
  currency?: string;

  @IfSaid('be two capital letters', matches(/^[A-Z]{2}$/))
  country?: string;

  @IfSaid('look like nl_NL', matches(/^[a-z]{2}_[A-Z]{2}$/))
  locale?: string;

  @IfSaid('be true or false', isFlag)
  groupCards?: boolean;

  @IfSaid('be true or false', isFlag)
  includeCoupons?: boolean;
}

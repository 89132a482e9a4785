import { localeOf } from '../locale.js';
import { presentOnly } from './account.parts.js';
import type { ServiceRequest } from './request.types.js';

/** The payment for which the service lists its methods (protocol §2.9). */
export interface PaymentMethodFilter {
  /** Integer minor units. */
  readonly amount?: number;
  /** ISO 4217, three capital letters. */
  readonly currency?: string;
  /** Country of the customer: ISO 3166-1, two capital letters. */
  readonly country?: string;
  /**
   * Language of the names: `nl_NL`, `nl`, or the shopper's `Accept-Language`. What means no language is left out, and never
   * keeps the methods from being listed.
   */
  readonly locale?: string;
  /** Shows all cards as one method. */
  readonly groupCards?: boolean;
  /** Shows gift cards and vouchers as well. */
  readonly includeCoupons?: boolean;
}

const languageOf = (locale: string | undefined): string | undefined =>
  locale === undefined ? undefined : (localeOf(locale) ?? undefined);

/**
 * Builds the request for the payment methods that can be offered (protocol §2.9).
 *
 * @example
 * paymentMethodsRequest({ country: 'NL' }).query; // { country: 'NL' }
 */
export function paymentMethodsRequest(filter: PaymentMethodFilter = {}): ServiceRequest {
  const { amount, currency, country, locale, groupCards, includeCoupons } = filter;
  const query = presentOnly({
    amount: amount?.toString(),
    currency,
    country,
    locale: languageOf(locale),
    group_cards: groupCards ? '1' : undefined,
    include_coupons: includeCoupons ? '1' : undefined,
  });
  return { method: 'GET', path: '/v1/json/payment-methods', query, body: null, operation: 'payment-methods' };
}

/**
 * Builds the request for the gateways of the account: an older and shorter list of payment methods (protocol §2.9).
 *
 * @example
 * gatewaysRequest({ includeCoupons: true }).query; // { include: 'coupons' }
 */
export function gatewaysRequest(filter: Omit<PaymentMethodFilter, 'groupCards'> = {}): ServiceRequest {
  const { amount, currency, country, locale, includeCoupons } = filter;
  const include = includeCoupons ? 'coupons' : undefined;
  const query = presentOnly({ amount: amount?.toString(), currency, country, locale: languageOf(locale), include });
  return { method: 'GET', path: '/v1/json/gateways', query, body: null, operation: 'payment-methods' };
}

import type { FieldReader } from './field-reader.js';
import type { PaymentDetails } from './payment-details.types.js';

const TEXTS = [
  'account_holder_name',
  'account_id',
  'account_iban',
  'account_bic',
  'external_transaction_id',
  'issuer_id',
  'recurring_flow',
  'recurring_id',
  'recurring_model',
  'type',
  'coupon_brand',
  'acquirer_reference_number',
  'authorization_code',
  'card_acceptor_id',
  'card_acceptor_location',
  'card_acceptor_name',
  'card_entry_mode',
  'card_funding',
  'card_product',
  'card_program',
  'card_verification_result',
  'issuer_bin',
  'issuer_country_code',
  'last4',
  'mcc',
  'payment_account_reference',
  'response_code',
  'scheme_reference_id',
  'terminal_id',
  'capture',
  'capture_expiry',
] as const;

// Without `cavv`: this proof is a secret of the payment, and a shop has no use for it.
const AUTHENTICATION_TEXTS = [
  'acs_transaction_id',
  'challenge_cancel',
  'chargeback_liability',
  'ds_transaction_id',
  'eci',
  'status',
  'transaction_status_reason',
  'version',
] as const;

/** The `type` of a gift card. */
const COUPON = /^coupon\b/i;

/**
 * The code of the payment method. A gift card is named by its brand: its `type` is none of the codes that a shop has asked for
 * or offered (protocol §2.2).
 *
 * @example
 * methodOfDetails({ type: 'Coupon::Intersolve', coupon_brand: 'VVVGIFTCARD' }); // 'VVVGIFTCARD'
 */
export const methodOfDetails = ({ type, coupon_brand }: Pick<PaymentDetails, 'type' | 'coupon_brand'>): string | null =>
  COUPON.test(type ?? '') ? coupon_brand || type : type;

/**
 * Reads `payment_details` of an order (spec §2.3). Never throws on a JSON value.
 *
 * @example
 * const detailsOf = (order: FieldReader): PaymentDetails => readPaymentDetails(order.object('payment_details'));
 */
export function readPaymentDetails(reader: FieldReader): PaymentDetails {
  return {
    ...reader.texts(TEXTS),
    card_additional_response_data: reader
      .object('card_additional_response_data')
      .texts(['address_verification_result', 'cavv_results_code']),
    card_authentication_details: reader.object('card_authentication_details').texts(['flow', 'exemption']),
    card_authentication_result: reader.object('card_authentication_result').texts(AUTHENTICATION_TEXTS),
    card_expiry_date: reader.cardExpiry('card_expiry_date'),
    card_product_type: reader.integer('card_product_type'),
    capture_remain: reader.amount('capture_remain'),
  };
}

/** How an order was paid (spec §2.3, protocol §2.2); texts as received, `null` if absent. */
export interface PaymentDetails {
  readonly account_holder_name: string | null;
  readonly account_id: string | null;
  /** Masked by the service as `*** <last4>` unless the account shows it in full. */
  readonly account_iban: string | null;
  readonly account_bic: string | null;
  readonly external_transaction_id: string | null;
  readonly issuer_id: string | null;
  readonly recurring_flow: string | null;
  readonly recurring_id: string | null;
  readonly recurring_model: string | null;
  /** Payment method code, such as `IDEAL`; of a gift card that paid all, the system behind it, such as `Coupon::Intersolve`. */
  readonly type: string | null;
  /** Payment method code of that gift card, such as `VVVGIFTCARD`. */
  readonly coupon_brand: string | null;
  readonly acquirer_reference_number: string | null;
  readonly authorization_code: string | null;
  readonly card_acceptor_id: string | null;
  readonly card_acceptor_location: string | null;
  readonly card_acceptor_name: string | null;
  readonly card_additional_response_data: CardAdditionalResponseData;
  readonly card_authentication_details: CardAuthenticationDetails;
  readonly card_authentication_result: CardAuthenticationResult;
  readonly card_entry_mode: string | null;
  /** Year and month, `YYMM`, always four digits. */
  readonly card_expiry_date: string | null;
  readonly card_funding: string | null;
  readonly card_product: string | null;
  readonly card_product_type: number | null;
  readonly card_program: string | null;
  readonly card_verification_result: string | null;
  readonly issuer_bin: string | null;
  readonly issuer_country_code: string | null;
  readonly last4: string | null;
  readonly mcc: string | null;
  readonly payment_account_reference: string | null;
  readonly response_code: string | null;
  readonly scheme_reference_id: string | null;
  readonly terminal_id: string | null;
  /** `manual` on an authorisation that the shop captures itself (protocol §2.4). */
  readonly capture: string | null;
  /** Integer minor units that can still be captured. */
  readonly capture_remain: number | null;
  /** Service time, see `parseServiceTime`. */
  readonly capture_expiry: string | null;
}

/** Outcome of the card scheme's own checks (spec §2.3). */
export interface CardAdditionalResponseData {
  readonly address_verification_result: string | null;
  readonly cavv_results_code: string | null;
}

/** How the cardholder was authenticated (spec §2.3). */
export interface CardAuthenticationDetails {
  readonly flow: string | null;
  readonly exemption: string | null;
}

/** Result of the cardholder's authentication (spec §2.3). */
export interface CardAuthenticationResult {
  readonly acs_transaction_id: string | null;
  /** Why the customer's challenge ended early. */
  readonly challenge_cancel: string | null;
  /** Who pays for a chargeback: `merchant` or `issuer`. */
  readonly chargeback_liability: string | null;
  readonly ds_transaction_id: string | null;
  readonly eci: string | null;
  /** `Y`, `A`, `C`, `N`, `U` or `R` of 3-D Secure. */
  readonly status: string | null;
  readonly transaction_status_reason: string | null;
  /** The version of 3-D Secure, such as `2.2.0`. */
  readonly version: string | null;
}

import { JsonDigits, JsonIban, type ServiceJson } from '../../core/index.js';
import { PAID_WITH_NOTHING, type PaidWith } from './paid-with.js';

/** The payer and the means of payment. */
export interface Payer {
  readonly name: string;
  readonly paidWith: PaidWith;
  /** Digits that identify the payment at the bank or card scheme. */
  readonly reference: string;
}

/** The order's `payment_details` of a payment besides its `type` (spec §2.3). */
export type DetailsOf = (payer: Payer) => Record<string, ServiceJson>;

// Published example numbers, so that no real account or card is ever shown.
/** The default account. */
export const EXAMPLE_IBAN = 'NL91ABNA0417164300';
/** The last four digits of the default card. */
const CARD_LAST4 = '1111';
const EXAMPLE_CARD = { bin: '411111', last4: CARD_LAST4, expiry: '3112', funding: 'C' } as const;

/** The given details of the means of payment; the others are an example card or empty. */
export function paidWithOf(paidWith: PaidWith | null): PaidWith {
  if (paidWith === null || paidWith.last4 === null) return { ...PAID_WITH_NOTHING, ...paidWith, ...EXAMPLE_CARD };
  return paidWith;
}

// No payment here is part of a series.
const NOT_RECURRING = { recurring_flow: null, recurring_id: null, recurring_model: null };

// Made-up data in the form of the card schemes' reports.
const CARD: Record<string, ServiceJson> = {
  card_acceptor_id: 'SANDBOX00000001',
  card_acceptor_location: 'Amsterdam',
  card_acceptor_name: 'Sandbox',
  card_additional_response_data: { address_verification_result: 'U', cavv_results_code: '2' },
  card_authentication_details: { flow: 'frictionless' },
  card_authentication_result: { chargeback_liability: 'issuer' },
  card_entry_mode: 'ecommerce',
  card_product: 'F',
  card_product_type: 1,
  card_program: 'consumer',
  card_verification_result: 'M',
  issuer_country_code: 'NL',
  mcc: '5999',
  payment_account_reference: 'PAR0000000000000000000000000',
  response_code: '00',
};

/** A payment from a bank account. */
export const bankAccountDetails: DetailsOf = ({ name, reference, paidWith }) => ({
  ...NOT_RECURRING,
  account_holder_name: name,
  account_iban: new JsonIban(paidWith.iban ?? EXAMPLE_IBAN),
  account_id: null,
  external_transaction_id: new JsonDigits(reference),
});

/** A payment by card, as its scheme reports it. */
export const cardDetails: DetailsOf = ({ name, reference, paidWith }) => ({
  ...NOT_RECURRING,
  ...CARD,
  account_holder_name: name,
  acquirer_reference_number: `7${reference}`,
  authorization_code: reference.slice(-6),
  card_expiry_date: paidWith.expiry,
  card_funding: paidWith.funding,
  external_transaction_id: reference,
  issuer_bin: paidWith.bin,
  last4: paidWith.last4,
  scheme_reference_id: `S${reference}`,
});

/** A payment from a wallet or a lender. */
export const walletDetails: DetailsOf = ({ name, reference }) => ({
  account_holder_name: name,
  external_transaction_id: reference,
});

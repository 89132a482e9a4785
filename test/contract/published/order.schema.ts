import { AMOUNT, CURRENCY, each, ID, listOf, NUMBER, object, orNull, STATUS, TEXT, TIME, URL } from './fields.js';

const MAYBE_TEXT = orNull(TEXT);
/** Where nothing was said some answers have an empty text. */
const ANY_FLAG = { type: ['boolean', 'string'] };

const COST = object({ amount: NUMBER, description: TEXT, transaction_id: ID, type: TEXT });

/** One row of `related_transactions` (protocol §5.8). */
export const RELATED_SCHEMA = object(
  {
    amount: AMOUNT,
    created: TIME,
    currency: CURRENCY,
    description: TEXT,
    modified: TIME,
    status: STATUS,
    transaction_id: ID,
    type: { enum: ['refund', 'capture', 'chargeback', 'reverse-chargeback', 'auth-cancellation', 'shipment'] },
  },
  {
    costs: listOf(COST),
    items: { type: 'null' },
    order_id: TEXT,
    reference_transaction_id: ID,
    refund_order_id: TEXT,
    ...each('var1 var2 var3', MAYBE_TEXT),
  },
);

const CUSTOMER = object(
  each(
    'address1 address2 city cocnumber company_name country country_name email first_name house_number last_name ' +
      'locale phone1 phone2 state zip_code',
    MAYBE_TEXT,
  ),
);

const HOLDER = { account_holder_name: TEXT, card_expiry_date: { type: 'string', pattern: '^\\d{4}$' } };

const METHOD = object(
  {
    amount: AMOUNT,
    currency: CURRENCY,
    description: TEXT,
    external_transaction_id: TEXT,
    payment_description: TEXT,
    status: STATUS,
    type: TEXT,
  },
  HOLDER,
);

/** What is known of a payment beside its `type` (spec §2.3); which of it depends on the method. */
const DETAILS = object(
  {},
  {
    ...each(
      'account_bic account_holder_name account_id acquirer_reference_number application_id authorization_code ' +
        'card_acceptor_id card_acceptor_location card_acceptor_name card_entry_mode card_product card_program ' +
        'card_verification_result collecting_flow issuer_id mcc payment_account_reference ' +
        'recurring_flow recurring_id recurring_model response_code scheme_reference_id terminal_id type coupon_brand',
      MAYBE_TEXT,
    ),
    // Some banks have numbers, others texts.
    external_transaction_id: orNull({ type: ['string', 'integer'] }),
    // Masked but for its end, unless the account shows it (spec §2.3).
    account_iban: orNull({ type: 'string', pattern: '^\\*\\*\\* \\d{4}$' }),
    capture: { const: 'manual' },
    capture_expiry: TIME,
    capture_remain: AMOUNT,
    card_additional_response_data: object({ address_verification_result: TEXT, cavv_results_code: TEXT }),
    card_authentication_details: object({ flow: { enum: ['challenge', 'frictionless', 'exemption'] } }),
    card_authentication_result: object({ chargeback_liability: TEXT }),
    card_expiry_date: HOLDER.card_expiry_date,
    card_funding: { enum: ['C', 'D', 'P', 'R'] },
    card_product_type: { type: 'integer' },
    issuer_bin: { type: 'string', pattern: '^\\d{6,8}$' },
    issuer_country_code: TEXT,
    last4: { type: 'string', pattern: '^\\d{4}$' },
  },
);

const CART_ITEM = object(
  { name: TEXT, quantity: NUMBER, unit_price: NUMBER },
  {
    ...each('description merchant_item_id tax_table_selector currency', MAYBE_TEXT),
    cashback: MAYBE_TEXT,
    image: MAYBE_TEXT,
    product_url: MAYBE_TEXT,
    weight: orNull(object({ unit: TEXT, value: NUMBER })),
  },
);

const RATE = { anyOf: [NUMBER, { type: 'string', pattern: '^\\d?(?:\\.\\d+)?$' }] };
const DEFAULT_TAX = object({ rate: RATE }, { shipping_taxed: ANY_FLAG });
const TAX_TABLE = object(
  { name: TEXT, rules: listOf(object({ rate: RATE }, { country: TEXT })) },
  { standalone: ANY_FLAG },
);

const NEVER = { type: 'null' };

/** `data` of get-order and the body of a notification: an order that someone has begun to pay (spec §2.2). */
export const ORDER_SCHEMA = object(
  {
    amount: AMOUNT,
    amount_refunded: AMOUNT,
    costs: listOf(COST),
    created: TIME,
    currency: CURRENCY,
    custom_info: object(each('custom_1 custom_2 custom_3', MAYBE_TEXT)),
    customer: CUSTOMER,
    description: TEXT,
    fastcheckout: { enum: ['NO', 'YES'] },
    financial_status: STATUS,
    items: NEVER,
    modified: TIME,
    order_id: TEXT,
    payment_details: DETAILS,
    payment_methods: orNull(listOf(METHOD, { minItems: 1 })),
    reason: TEXT,
    reason_code: TEXT,
    related_transactions: orNull(listOf(RELATED_SCHEMA, { minItems: 1 })),
    status: STATUS,
    ...each('var1 var2 var3', MAYBE_TEXT),
  },
  {
    auth_order_id: TEXT,
    cancel_url: URL,
    customer_verification: object({ html: TEXT, type: { enum: ['form'] } }),
    checkout_options: object({}, { alternate: listOf(TAX_TABLE), default: DEFAULT_TAX }),
    completed: TIME,
    invoice_id: TEXT,
    order_adjustment: object({ total_adjustment: NUMBER, total_tax: NUMBER }),
    order_total: NUMBER,
    payment_url: URL,
    session_id: TEXT,
    shopping_cart: object({ items: listOf(CART_ITEM) }),
    transaction_id: ID,
  },
);

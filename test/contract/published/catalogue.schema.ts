import {
  AMOUNT,
  CODE,
  COUNTRY,
  CURRENCY,
  each,
  FLAG,
  INSTANT,
  listOf,
  object,
  orNull,
  TEXT,
  TIME,
  ID,
  URL,
} from './fields.js';
import { RELATED_SCHEMA } from './order.schema.js';

const ICONS = object(each('large medium vector', URL));

/** A method as it is offered (protocol §2.9). */
export const PAYMENT_METHOD_SCHEMA = object({
  // Not what `GET /issuers` has: there a bank has a description.
  additional_data: object({}, { issuers: listOf(object({ bic: TEXT, code: TEXT, name: TEXT })) }),
  allowed_amount: object({ max: orNull(AMOUNT), min: AMOUNT }),
  allowed_countries: listOf(COUNTRY),
  allowed_currencies: listOf(CURRENCY),
  apps: object({
    fastcheckout: object({ is_enabled: FLAG }),
    payment_components: object({ has_fields: FLAG, is_enabled: FLAG, qr: object({ supported: FLAG }) }),
  }),
  brands: listOf(object({ allowed_countries: listOf(COUNTRY), icon_urls: ICONS, id: CODE, name: TEXT })),
  icon_urls: ICONS,
  id: CODE,
  name: TEXT,
  preferred_countries: listOf(COUNTRY),
  required_customer_data: listOf(TEXT),
  shopping_cart_required: FLAG,
  tokenization: object({
    is_enabled: FLAG,
    models: orNull(object(each('cardonfile subscription unscheduled', FLAG))),
  }),
  type: { enum: ['payment-method', 'coupon'] },
});

export const GATEWAY_SCHEMA = object({ description: TEXT, id: CODE }, { type: { const: 'coupon' } });
export const CODED_SCHEMA = object({ code: TEXT, description: TEXT });

export const TERMINAL_SCHEMA = object({
  active: FLAG,
  country: orNull(COUNTRY),
  created: INSTANT,
  group_id: { type: 'integer' },
  id: TEXT,
  last_updated: INSTANT,
  manufacturer_id: orNull(TEXT),
  name: TEXT,
  provider: { enum: ['SMARTPOS', 'CTAP', 'VERIFONE'] },
  serial_number: orNull(TEXT),
});

/** The receipt of a till (protocol §2.11): `amountrefunded` in one word, and a tip that makes the amount greater. */
export const RECEIPT_SCHEMA = object({
  merchant: object({ address: TEXT, name: TEXT }),
  order: object({
    amount: AMOUNT,
    amountrefunded: AMOUNT,
    completed: TIME,
    currency: CURRENCY,
    items: orNull(object({ items: { type: 'array' } })),
    tip: orNull(object({ amount: AMOUNT, employee: orNull(object({ id: TEXT, name: TEXT })) })),
    transaction_id: ID,
  }),
  payment: object(
    { payment_method: TEXT, terminal_id: TEXT },
    each(
      'application_id authorization_code card_acceptor_location card_entry_mode card_expiry_date ' +
        'cardholder_verification_method issuer_bin issuer_country_code last4 response_code',
      TEXT,
    ),
  ),
  printed_on: TIME,
  related_transactions: orNull(listOf(RELATED_SCHEMA, { minItems: 1 })),
});

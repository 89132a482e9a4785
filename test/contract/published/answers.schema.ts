import { AMOUNT, CURRENCY, each, ID, listOf, NUMBER, object, STATUS, TEXT, TIME, URL } from './fields.js';

/** `data` of a created order that a page or a till shows (protocol §2.1). */
export const CREATED_SCHEMA = object(
  {
    events_stream_url: URL,
    events_token: { type: 'string', pattern: '^[\\w-]+\\.[\\w-]+\\.[\\w-]+$' },
    events_url: { type: 'string', pattern: '^wss?://' },
    order_id: TEXT,
    session_id: TEXT,
  },
  { payment_url: URL },
);

/** Where the answer says which transaction came of a request (protocol §2.3, §2.4). */
export const PART_SCHEMA = object({ order_id: TEXT, transaction_id: ID });
export const RESERVATION_SCHEMA = object({ order_id: TEXT, success: { const: true }, transaction_id: ID });
export const BOOKED_REFUND_SCHEMA = object({ refund_id: ID, transaction_id: ID }, { order_id: TEXT });
export const NOTHING_SCHEMA = object({});

const LISTED_COST = object({ amount: AMOUNT, description: TEXT, dst: TEXT });

/** An item of the list of transactions (protocol §2.8): its costs are minor units, its variables never null. */
export const LISTED_SCHEMA = object(
  {
    amount: AMOUNT,
    costs: listOf(LISTED_COST),
    created: TIME,
    currency: CURRENCY,
    customer: object(each('email first_name iban last_name', TEXT)),
    debit_credit: { enum: ['C', 'D'] },
    description: TEXT,
    financial_status: STATUS,
    net: { type: 'integer' },
    order_id: TEXT,
    payment_method: TEXT,
    site_id: { type: 'integer' },
    status: STATUS,
    transaction_id: ID,
    type: TEXT,
    ...each('var1 var2 var3', TEXT),
  },
  { completed: TIME, invoice_id: TEXT, updated: TIME },
);

const CURSORS = object({}, each('after before', TEXT));

export const PAGER_SCHEMA = object({ cursor: CURSORS, limit: NUMBER }, each('after before', URL));

/** The refusal of most paths: a code of the specification, and a text that is not to be read by programs (protocol §3.1). */
export const REFUSAL_SCHEMA = object({
  data: NOTHING_SCHEMA,
  error_code: { type: 'integer', minimum: 1000, maximum: 9999 },
  error_info: TEXT,
  success: { const: false },
});

/** The refusal of paths that know no codes (protocol §3.1, E2). */
export const MESSAGE_SCHEMA = object({ message: TEXT });

export const API_TOKEN_SCHEMA = object({ api_token: { type: 'string', pattern: '^pub\\.v2\\.' } });
export const ACCOUNT_SCHEMA = object({ account_id: { type: 'integer' }, role: TEXT, site_id: { type: 'integer' } });
export const APPLE_PAY_SCHEMA = object({ session: { type: 'string', pattern: '^\\{.*\\}$' } });
export const REMOVED_SCHEMA = object({ removed: { const: true } });
export const UPDATED_SCHEMA = object({ updated: { const: true } });

/** A stored token (protocol §2.12): numbers and texts as clients read them. */
export const TOKEN_SCHEMA = object({
  bin: { anyOf: [{ type: 'integer' }, { type: 'string', pattern: '^\\d*$' }] },
  code: TEXT,
  display: TEXT,
  expired: { enum: [0, 1, true, false] },
  expiry_date: { anyOf: [{ type: 'integer' }, { type: 'string', pattern: '^\\d{4}$' }] },
  last4: { anyOf: [{ type: 'integer' }, { type: 'string', pattern: '^\\d{4}$' }] },
  name_holder: TEXT,
  // Some clients read one name, some the other.
  ...each('model recurring_model', { enum: ['cardOnFile', 'subscription', 'unscheduled'] }),
  token: { type: 'string', minLength: 10 },
});
export const TOKENS_SCHEMA = object({ tokens: listOf(TOKEN_SCHEMA, { minItems: 1 }) });

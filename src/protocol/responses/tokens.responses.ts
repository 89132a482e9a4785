import { FieldReader } from '../field-reader.js';

/** A stored means of payment, in the service's own field names (protocol §2.12). */
export interface StoredToken {
  /** The value for `recurringId` of an order. A secret of the shop: with it and the API key, the customer can be charged. */
  readonly token: string;
  /** Payment method code, such as `VISA`. */
  readonly code: string | null;
  /** For the customer, such as `•••• 1111`. */
  readonly display: string | null;
  /** First digits of the card. */
  readonly bin: string | null;
  readonly name_holder: string | null;
  /** Year and month, `YYMM`, always four digits. */
  readonly expiry_date: string | null;
  /** Whether it can no longer be charged because it has expired. */
  readonly expired: boolean;
  /** Last digits of the card, always four. */
  readonly last4: string | null;
  /** Its permitted use, as received: `cardOnFile`, `subscription`, `unscheduled`. */
  readonly recurring_model: string | null;
}

/**
 * Reads the tokens of a customer (protocol §2.12). Never throws on a JSON value. Entries without a `token` are left
 * out, because they cannot be charged.
 *
 * @param data - `data` of the answer
 * @example
 * readStoredTokens({ tokens: [{ token: 'tk1', last4: 42 }] })[0]?.last4; // '0042'
 */
export function readStoredTokens(data: unknown): StoredToken[] {
  return new FieldReader(data, '', []).list('tokens').flatMap((reader) => toToken(reader) ?? []);
}

/**
 * Reads one stored token (protocol §2.12). Never throws on a JSON value.
 *
 * @returns `null` if it has no `token`
 * @example
 * readStoredToken({ token: 'tk1', expired: 1 })?.expired; // true
 */
export function readStoredToken(data: unknown): StoredToken | null {
  return toToken(new FieldReader(data, '', []));
}

/**
 * Reads whether a stored token was deleted (protocol §2.12). Never throws on a JSON value.
 *
 * @example
 * readRemoved({ removed: true }); // true
 */
export function readRemoved(data: unknown): boolean {
  return new FieldReader(data, '', []).flag('removed');
}

function toToken(reader: FieldReader): StoredToken | null {
  const token = reader.id('token');
  if (token === null) return null;
  return {
    token,
    ...reader.texts(['code', 'display', 'bin', 'name_holder'] as const),
    expiry_date: reader.cardExpiry('expiry_date') || null,
    expired: reader.flag('expired'),
    // A number may have lost its leading zeros.
    last4: reader.text('last4')?.padStart(4, '0') ?? null,
    recurring_model: reader.text('recurring_model') || reader.text('model') || null,
  };
}

import { FieldReader } from '../field-reader.js';
import { isFields } from '../is-fields.js';

/** A bank of a payment method. */
export interface Issuer {
  /** The value for `gatewayInfo.issuer_id` of an order. */
  readonly code: string;
  readonly description: string | null;
}

/**
 * Reads the banks of a payment method: of a list of them (protocol §2.13), or of the list of methods, where a bank has a
 * `name` in place of its `description` (protocol §2.9). Never throws on a JSON value; entries without a code are left out.
 *
 * @param data - `data` of the answer
 * @example
 * readIssuers([{ code: 31, description: 'A bank' }])[0]?.code; // '31'
 */
export function readIssuers(data: unknown): Issuer[] {
  return new FieldReader({ data }, '', []).list('data').flatMap((reader): Issuer[] => {
    const code = reader.id('code');
    return code === null ? [] : [{ code, description: reader.text('description') ?? reader.text('name') }];
  });
}

/**
 * Reads the token with which a browser loads payment components (protocol §2.13). Never throws on a JSON value.
 *
 * @example
 * readApiToken({ api_token: 'pub.v2.abc' }); // 'pub.v2.abc'
 */
export function readApiToken(data: unknown): string | null {
  return new FieldReader(data, '', []).text('api_token') || null;
}

/**
 * Reads the input of the browser's `completeMerchantValidation`: an object, or one as text. Never throws on a JSON
 * value.
 *
 * @returns `null` if the answer has none
 * @example
 * readApplePaySession({ session: '{"merchantSessionIdentifier":"m1"}' }); // { merchantSessionIdentifier: 'm1' }
 */
export function readApplePaySession(data: unknown): Readonly<Record<string, unknown>> | null {
  const outer = recordOf(data);
  const session = outer === null || outer['session'] === undefined ? outer : recordOf(outer['session']);
  return session === null || Object.keys(session).length === 0 ? null : session;
}

function recordOf(value: unknown): Readonly<Record<string, unknown>> | null {
  const read = typeof value === 'string' ? parsed(value) : value;
  return isFields(read) ? { ...read } : null;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

import { ERROR_CODES } from '../../protocol/index.js';
import type { ServiceFault } from '../core/index.js';
import type { JsonObject } from './creation/create-order.types.js';
import { textAt } from './json-fields.js';
import type { SandboxOrderEntity } from '../orders/index.js';

/** What a shop can request for an order. */
export type OrderOperation = 'create' | 'update' | 'cancel' | 'capture' | 'refund';

/**
 * The magic words. `sandbox:error=1021` in a request makes that request fail; `sandbox:refund-error=1033` in an order
 * makes every later refund of it fail, and so on for `update`, `cancel` and `capture`. `sandbox:refund-error=403`
 * answers its refunds with HTTP status 403 and a text about the payment, without a code.
 */
const IN_REQUEST = /(?:^|\s)sandbox:error=(\d{4})(?!\d)/;
const IN_ORDER = /(?:^|\s)sandbox:(update|cancel|capture|refund)-error=(\d{4})(?!\d)/g;
const REFUND_FORBIDDEN = /(?:^|\s)sandbox:refund-error=403(?!\d)/;

/** The fields that may contain the words. */
const FIELDS: readonly string[] = ['var1', 'var2', 'var3', 'description', 'reason'];

/** Texts for codes that no input causes. */
const DETAILS: Readonly<Record<number, string>> = {
  1000: 'this payment method is switched off',
  1003: 'the account does not exist in this form',
  1004: 'the website is not one of this account',
  1005: 'the secure code is not that of the website',
  1006: 'the identifier cannot be used',
  1011: "the shopper's account is not known",
  1012: "the shopper's security code is wrong",
  1013: 'the signature is not that of the message',
  1014: 'no further explanation is available',
  1015: 'the account is not known',
  1017: "the shopper's balance is too low",
  1019: 'the website is not active',
  1020: 'the account was blocked for reasons of security',
  1021: 'the bank did not answer; try again later or use another method',
  1022: 'ERR_EXISTS, the third party has this transaction already',
  1023: 'the payment method cannot be reached',
  1024: 'the risk check has refused the shopper',
  1033: 'the refund cannot be looked up at the moment',
  1034: 'the refund is not possible at the moment',
  1035: 'the signature is not that of the message',
  5001: 'the cart was not validated when the order was made',
};

/** The refusal that a request causes with a magic word; null if it has none. */
export function triggeredByRequest(body: JsonObject): ServiceFault | null {
  for (const field of FIELDS) {
    const code = Number(IN_REQUEST.exec(textAt(body, field) ?? '')?.[1]);
    if (ERROR_CODES.has(code)) return triggeredFault(code);
  }
  return null;
}

/** The refusal that an order causes for later requests of one kind. */
export function triggeredByOrder(
  { description, variables }: Pick<SandboxOrderEntity, 'description' | 'variables'>,
  operation: OrderOperation,
): ServiceFault | null {
  const texts = [description, ...Object.values(variables)];
  const words = texts.flatMap((text) => [...(text ?? '').matchAll(IN_ORDER)]);
  const word = words.find(([, about, code]) => about === operation && ERROR_CODES.has(Number(code)));
  return word === undefined ? null : triggeredFault(Number(word[2]));
}

/**
 * Whether an order causes its refunds to be refused with 403 and no code, as for accounts that may not refund a method.
 */
export function forbidsRefunds({
  description,
  variables,
}: Pick<SandboxOrderEntity, 'description' | 'variables'>): boolean {
  return [description, ...Object.values(variables)].some((text) => REFUND_FORBIDDEN.test(text ?? ''));
}

/** A refusal with this code and its text. */
export function triggeredFault(code: number): ServiceFault {
  const detail = DETAILS[code];
  return detail === undefined ? { code } : { code, detail };
}

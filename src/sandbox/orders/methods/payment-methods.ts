import { METHOD_TABLE } from './method-table.js';
import type { SandboxMethod } from './method.types.js';
import { cardDetails } from './payment-details.js';

const BY_CODE: ReadonlyMap<string, SandboxMethod> = new Map(METHOD_TABLE.map((method) => [method.code, method]));

// The methods of a payment page if the shop has fixed none; the first one is the default.
const OFFERED = ofCodes(
  'IDEAL VISA MASTERCARD MISTERCASH PAYPAL APPLEPAY GOOGLEPAY WECHAT BANKTRANS DIRDEB VVVGIFTCARD',
);
const AT_TILL = ofCodes('VISA MASTERCARD MAESTRO AMEX MISTERCASH');

/** The method with this code, in upper or lower case; null if the service has none: error 1000, spec §7. */
export function findMethod(code: string): SandboxMethod | null {
  return BY_CODE.get(code.toUpperCase()) ?? null;
}

/** Whether a method is a card: then `payment_methods` also has the card's holder and expiry date (spec §2.2). */
export function isCard(code: string): boolean {
  return findMethod(code)?.details === cardDetails;
}

/** Whether a method is a gift card: answers name it by its brand (protocol §2.2). */
export function isGiftCard(code: string): boolean {
  return findMethod(code)?.kind === 'gift-card';
}

/** Whether a lender pays: a paid order is then only promised until the goods are shipped (protocol §4.1). */
export function isPayLater(code: string | null): boolean {
  return code !== null && findMethod(code)?.kind === 'pay-later';
}

/** Whether a method can be paid in this currency. */
export function takesCurrency({ currencies }: SandboxMethod, currency: string): boolean {
  return currencies.length === 0 || currencies.includes(currency);
}

/** How long a reservation can be captured, in milliseconds: five days (protocol §2.4). */
export const CAPTURE_WINDOW_MS = 432_000_000;

/** The fields of an order that decide how it can be paid. */
export interface PayableOrder {
  /** The method that the shop has fixed. */
  readonly gateway: string | null;
  readonly currency: string;
  /** The till that asks for the payment. */
  readonly terminalId: string | null;
}

/** The methods of a payment page or a till: all that accept the currency, or only the method that the shop has fixed. */
export function offeredMethods({ gateway, currency, terminalId }: PayableOrder): readonly SandboxMethod[] {
  const fixed = gateway === null ? null : findMethod(gateway);
  const offered = terminalId === null ? OFFERED : AT_TILL;
  return fixed === null ? offered.filter((method) => takesCurrency(method, currency)) : [fixed];
}

function ofCodes(codes: string): readonly SandboxMethod[] {
  return codes.split(' ').flatMap((code) => BY_CODE.get(code) ?? []);
}

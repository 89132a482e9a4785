import { isCountry } from '../countries.js';
import {
  MAX_DAYS_ACTIVE,
  MAX_ISSUER_ID_LENGTH,
  MAX_ORDER_ID_LENGTH,
  MAX_PAYMENT_TOKEN_LENGTH,
  MAX_SECONDS_ACTIVE,
} from '../limits.js';
import { checkNotificationUrl, NOTIFICATION_URL_MESSAGES } from '../notification-url.js';
import { isOrderId } from '../order-id.js';
import { textRules } from './text.rules.js';
import { isAbsent, isText, type ValueRule } from './value-rule.js';

const ORDER_TYPES: ReadonlySet<unknown> = new Set(['redirect', 'direct', 'paymentlink']);
const GATEWAY = /^\w{0,50}$/;
const COUNTRY_LIST_LENGTH = 250;

const ORDER_ID_MESSAGE = `must be text of at most ${MAX_ORDER_ID_LENGTH} letters, digits and - _ . /, and no step of dots alone`;

/** An identifier that the shop chooses for a capture or a refund (protocol §2.4, §2.6). */
export const OWN_ID_RULES: readonly ValueRule[] = [
  { name: 'orderId', code: 1006, message: ORDER_ID_MESSAGE, isMet: (value) => isText(value) && isOrderId(value) },
];

/** The identifier of a new order: required (spec §7, 1016), and of a fixed form (1006). */
export const ORDER_ID_RULES: readonly ValueRule[] = [
  { name: 'given', code: 1016, message: 'is missing', isMet: (value) => !isAbsent(value) && value !== '' },
  {
    name: 'orderId',
    code: 1006,
    message: ORDER_ID_MESSAGE,
    isMet: (value) => isAbsent(value) || value === '' || (isText(value) && isOrderId(value)),
  },
];

/** How the customer pays (protocol §2.1). */
export const ORDER_TYPE_RULES: readonly ValueRule[] = [
  {
    name: 'type',
    code: 1009,
    message: 'must be redirect, direct or paymentlink',
    isMet: (value) => isAbsent(value) || ORDER_TYPES.has(value),
  },
];

/** Whether a request names a means of payment without a payment method (protocol §2.1). */
function namesMeans({
  recurringId,
  paymentData,
  paymentToken,
  gatewayInfo,
}: Readonly<Record<string, unknown>>): boolean {
  const isCard = typeof gatewayInfo === 'object' && gatewayInfo !== null && 'card_number' in gatewayInfo;
  return isCard || [recurringId, paymentData, paymentToken].some((means) => !isAbsent(means));
}

/**
 * The payment method: a direct request needs one, or a means of payment (spec §7, 1023); an impossible code is unknown
 * (1000).
 */
export const GATEWAY_RULES: readonly ValueRule[] = [
  {
    name: 'named',
    code: 1023,
    message: 'must be named in a direct request that brings no card, token or payment data',
    isMet: (value, { owner }) => owner['type'] !== 'direct' || (!isAbsent(value) && value !== '') || namesMeans(owner),
  },
  {
    name: 'form',
    code: 1000,
    message: 'must be the code of a payment method, such as IDEAL',
    isMet: (value) => isAbsent(value) || (isText(value) && GATEWAY.test(value)),
  },
];

/** The order's own notification address (spec §6): one rule for each possible fault. */
export const NOTIFICATION_URL_RULES: readonly ValueRule[] = NOTIFICATION_URL_MESSAGES.map((message, index) => ({
  name: `notificationUrl${index}`,
  message,
  isMet: (value, { account }) =>
    !checkNotificationUrl(isText(value) ? value : '', account.notificationUrl).some(
      (fault) => fault.message === message,
    ),
}));

const wholeNumber = (most: number, unit: string): readonly ValueRule[] => [
  {
    name: 'wholeNumber',
    message: `must be a whole number of ${unit} from 1 to ${most}`,
    isMet: (value) => typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= most,
  },
];

/** How long an order can be paid, in seconds (protocol §2.1). */
export const SECONDS_ACTIVE_RULES = wholeNumber(MAX_SECONDS_ACTIVE, 'seconds');

/** How long an order can be paid, in days (protocol §2.1). */
export const DAYS_ACTIVE_RULES = wholeNumber(MAX_DAYS_ACTIVE, 'days');

/** A bank of the customer (spec §7, 1036). */
export const ISSUER_ID_RULES = textRules(MAX_ISSUER_ID_LENGTH, 1036);

/** The terminal for the payment (protocol §7): the service answers 1023 if it does not exist. */
export const TERMINAL_ID_RULES = textRules(MAX_ORDER_ID_LENGTH, 1023);

/** The token of a wallet from the shop's page: a long text of unknown form. */
export const PAYMENT_TOKEN_RULES = textRules(MAX_PAYMENT_TOKEN_LENGTH);

/** True or false. */
export const SWITCH_RULES: readonly ValueRule[] = [
  { name: 'switch', message: 'must be true or false', isMet: (value) => typeof value === 'boolean' },
];

/** One of a few words. */
export const oneOf = (...words: readonly string[]): readonly ValueRule[] => [
  { name: 'oneOf', message: `must be ${words.join(' or ')}`, isMet: (value) => isText(value) && words.includes(value) },
];

/** The countries from which an order may be paid. */
export const COUNTRY_LIST_RULES: readonly ValueRule[] = [
  {
    name: 'countries',
    code: 1018,
    message: 'must be a list of two-letter ISO 3166-1 codes in capitals',
    isMet: (value) => Array.isArray(value) && value.length <= COUNTRY_LIST_LENGTH && value.every(isCountry),
  },
];

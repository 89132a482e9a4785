import { parseUrl } from './absolute-url.js';
import { isCountry } from './countries.js';
import type { CreateOrderInput, CreateOrderRules } from './create-order.types.js';
import { isCurrency } from './currencies.js';
import type { Fault } from './fault.js';
import { isIpAddress } from './ip-address.js';
import {
  MAX_DESCRIPTION_LENGTH,
  MAX_ORDER_ID_LENGTH,
  MAX_SECONDS_ACTIVE,
  MAX_VAR_LENGTH,
  MIN_ORDER_AMOUNT,
} from './limits.js';
import { Money } from './money.js';
import { checkNotificationUrl } from './notification-url.js';
import { characterCount, holdsHtml, isWellFormed } from './text-rules.js';

/** The message of what is wrong with a value, or `undefined` when it is good. */
type Check = (value: unknown, input: CreateOrderInput, rules: CreateOrderRules) => string | undefined;

interface Rule {
  readonly path: string;
  readonly code?: number;
  readonly value: (input: CreateOrderInput) => unknown;
  readonly check: Check;
}

const ORDER_TYPES: ReadonlySet<unknown> = new Set(['redirect', 'direct', 'paymentlink']);
const ORDER_ID = /^[A-Za-z0-9\-_./]+$/;
const isAbsent = (value: unknown): boolean => value === undefined || value === null;

/** A rule for a field that may be left out. */
const optional =
  (check: Check): Check =>
  (value, input, rules) =>
    isAbsent(value) ? undefined : check(value, input, rules);

const checkOrderId: Check = (value) => {
  if (isAbsent(value) || value === '') return undefined;
  const isGood = typeof value === 'string' && ORDER_ID.test(value) && value.length <= MAX_ORDER_ID_LENGTH;
  // A dot alone would be a step in the path of the request.
  return isGood && !/^\.{1,2}$/.test(value)
    ? undefined
    : `must have at most ${MAX_ORDER_ID_LENGTH} letters, digits and the characters - _ . /`;
};

const checkAmount: Check = (value) =>
  Money.isMoney(value) && value.amount >= MIN_ORDER_AMOUNT
    ? undefined
    : `must be money of at least ${MIN_ORDER_AMOUNT} minor unit`;

const checkCurrency = optional((value, _input, rules) => {
  const isSupported = rules.currencies?.includes(String(value)) ?? isCurrency(String(value));
  return isSupported ? undefined : 'must be in a currency that the account supports';
});

const checkDescription: Check = (value) => {
  if (typeof value !== 'string' || value.trim() === '') return 'must not be empty';
  if (characterCount(value) > MAX_DESCRIPTION_LENGTH) return `must have at most ${MAX_DESCRIPTION_LENGTH} characters`;
  if (holdsHtml(value)) return 'must not hold HTML';
  return checkText(value, MAX_DESCRIPTION_LENGTH);
};

const checkVariable = optional((value) => checkText(value, MAX_VAR_LENGTH));

const checkIp = optional((value) =>
  typeof value === 'string' && isIpAddress(value) ? undefined : 'must be one IPv4 or IPv6 address',
);

const checkCountry = optional((value) =>
  typeof value === 'string' && isCountry(value) ? undefined : 'must be a two-letter ISO 3166-1 code in capitals',
);

const checkGateway: Check = (value, { type }) =>
  type === 'direct' && !value ? 'must be named in a direct request' : undefined;

const checkAddress = optional((value) =>
  typeof value === 'string' && /^https?:\/\//i.test(value) && parseUrl(value) !== null
    ? undefined
    : 'must be an http or https address',
);

const checkSeconds = optional((value) =>
  Number.isInteger(value) && Number(value) >= 1 && Number(value) <= MAX_SECONDS_ACTIVE
    ? undefined
    : `must be a whole number of seconds from 1 to ${MAX_SECONDS_ACTIVE}`,
);

const RULES: readonly Rule[] = [
  { path: 'orderId', code: 1016, value: (i) => i.orderId, check: (v) => (v ? undefined : 'is missing') },
  { path: 'orderId', code: 1006, value: (i) => i.orderId, check: checkOrderId },
  { path: 'amount', code: 1001, value: (i) => i.amount, check: checkAmount },
  { path: 'amount', code: 1002, value: (i) => i.amount?.currency, check: checkCurrency },
  { path: 'description', code: 1008, value: (i) => i.description, check: checkDescription },
  {
    path: 'type',
    code: 1009,
    value: (i) => i.type,
    check: optional((v) => (ORDER_TYPES.has(v) ? undefined : 'must be redirect, direct or paymentlink')),
  },
  { path: 'gateway', code: 1023, value: (i) => i.gateway, check: checkGateway },
  { path: 'customer.ip_address', code: 1007, value: (i) => i.customer?.ip_address, check: checkIp },
  { path: 'customer.forwarded_ip', code: 1007, value: (i) => i.customer?.forwarded_ip, check: checkIp },
  { path: 'customer.country', code: 1018, value: (i) => i.customer?.country, check: checkCountry },
  { path: 'var1', code: 1010, value: (i) => i.var1, check: checkVariable },
  { path: 'var2', code: 1010, value: (i) => i.var2, check: checkVariable },
  { path: 'var3', code: 1010, value: (i) => i.var3, check: checkVariable },
  { path: 'redirectUrl', value: (i) => i.redirectUrl, check: checkAddress },
  { path: 'cancelUrl', value: (i) => i.cancelUrl, check: checkAddress },
  { path: 'secondsActive', value: (i) => i.secondsActive, check: checkSeconds },
];

/**
 * Judges an order before it is sent, by the rules of spec §2.5, §7 and §8, with the code that the service would answer.
 *
 * @returns every fault at once, none when the order is good
 * @example
 * checkCreateOrder({ orderId: 'S1', amount: Money.of('12.50', 'EUR'), description: 'Order S1' }); // []
 */
export function checkCreateOrder(input: CreateOrderInput, rules: CreateOrderRules = {}): Fault[] {
  const faults = RULES.flatMap(({ path, code, value, check }) => {
    const message = check(value(input), input, rules);
    return message === undefined ? [] : [code === undefined ? { path, message } : { path, message, code }];
  });
  const { notificationUrl } = input;
  return isAbsent(notificationUrl)
    ? faults
    : [...faults, ...checkNotificationUrl(String(notificationUrl), rules.notificationUrl)];
}

function checkText(value: unknown, maxLength: number): string | undefined {
  if (typeof value !== 'string') return 'must be text';
  if (characterCount(value) > maxLength) return `must have at most ${maxLength} characters`;
  return isWellFormed(value) ? undefined : 'must be well-formed Unicode';
}

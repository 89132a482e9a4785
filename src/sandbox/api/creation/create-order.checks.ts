import {
  isFields,
  characterCount,
  checkNotificationUrl,
  holdsHtml,
  isCountry,
  isCurrency,
  MAX_DESCRIPTION_LENGTH,
  MAX_ORDER_ID_LENGTH,
  MAX_SECONDS_ACTIVE,
  MAX_VAR_LENGTH,
  MIN_ORDER_AMOUNT,
  parseUrl,
} from '../../../protocol/index.js';
import { isIpAddress } from '../../../protocol/ip-address.js';
import type { ServiceFault } from '../../core/index.js';
import { checkShoppingCart } from './cart.checks.js';
import type { CreateOrderCheck, JsonObject } from './create-order.types.js';
import { checkDirect, checkRisk } from './direct.checks.js';
import { checkRecurring, isZeroAuthorisation } from './recurring.reader.js';
import { checkGateway, checkMethodLimits } from './method.checks.js';
import { triggeredByRequest } from '../error-triggers.js';
import { amountAt, hasMember, objectAt, textAt } from '../json-fields.js';

// One or two dots alone would be a step in the path of a request, and not part of an id.
const ORDER_ID = /^(?!(?:.*\/)?\.{1,2}(?:\/|$))[\w/.-]+$/;
// Characters that cannot be written as UTF-8, or stored: lone surrogates, and NUL.
const NOT_WRITABLE = /[\0\p{Surrogate}]/u;
// The same, and replacement characters of broken UTF-8, and control characters except line breaks and tabs.
const NOT_TEXT = /[\uFFFD\p{Surrogate}]|(?![\t\n\r])\p{Cc}/u;
const MAX_DAYS_ACTIVE = 365;
const MAX_ISSUER_LENGTH = 20;
const VARIABLES: readonly string[] = ['var1', 'var2', 'var3'];
const OBJECTS: readonly string[] = [
  'payment_options',
  'customer',
  'delivery',
  'custom_info',
  'gateway_info',
  'second_chance',
];

function fault(code: number, detail: string): ServiceFault {
  return { code, detail };
}

function checkObjects(body: JsonObject): ServiceFault | null {
  const wrong = OBJECTS.find((field) => hasMember(body, field) && !isFields(body[field]));
  return wrong === undefined ? null : fault(1016, `${wrong} must be an object`);
}

function checkOrderId(body: JsonObject): ServiceFault | null {
  return textAt(body, 'order_id') === null ? fault(1016, 'order_id is required') : checkIdentifier(body, 'order_id');
}

/** Checks an identifier that the shop chooses: of an order, a refund or a capture (protocol §2.1). It may be absent. */
export function checkIdentifier(body: JsonObject, field: string): ServiceFault | null {
  const id = textAt(body, field);
  if (id === null) return hasMember(body, field) ? fault(1006, `${field} must be text`) : null;
  if (characterCount(id) > MAX_ORDER_ID_LENGTH) {
    return fault(1006, `${field} has more than ${MAX_ORDER_ID_LENGTH} characters`);
  }
  return ORDER_ID.test(id) ? null : fault(1006, `${field} may hold letters, digits and / . _ -`);
}

function checkAmount(body: JsonObject): ServiceFault | null {
  const amount = amountAt(body, 'amount');
  if (amount === null) return fault(1001, 'amount must be an integer, in cents');
  // Whether the account may do that is checked later.
  if (isZeroAuthorisation(body)) return null;
  return amount < MIN_ORDER_AMOUNT ? fault(1001, `amount must be at least ${MIN_ORDER_AMOUNT}`) : null;
}

/** Checks that the currency exists. */
export function checkCurrency(body: JsonObject): ServiceFault | null {
  return isCurrency(textAt(body, 'currency') ?? '') ? null : fault(1002, 'currency must be an ISO 4217 code');
}

/** Checks the description of an order or of a refund (spec §8). */
export function checkDescription(body: JsonObject): ServiceFault | null {
  const description = textAt(body, 'description');
  if (description === null || description.trim() === '') return fault(1008, 'description is required');
  if (characterCount(description) > MAX_DESCRIPTION_LENGTH) {
    return fault(1008, `description has more than ${MAX_DESCRIPTION_LENGTH} characters`);
  }
  if (NOT_WRITABLE.test(description)) return fault(1008, 'description must be UTF-8 text');
  return holdsHtml(description) ? fault(1008, 'description must not hold HTML') : null;
}

/** Checks `var1` to `var3` (spec §8). */
export function checkVariables(body: JsonObject): ServiceFault | null {
  for (const field of VARIABLES.filter((name) => hasMember(body, name))) {
    const value = textAt(body, field);
    if (value === null) return fault(1010, `${field} must be text`);
    if (characterCount(value) > MAX_VAR_LENGTH)
      return fault(1010, `${field} has more than ${MAX_VAR_LENGTH} characters`);
    if (NOT_TEXT.test(value)) return fault(1010, `${field} must be UTF-8 text`);
  }
  return null;
}

function checkAddresses(body: JsonObject): ServiceFault | null {
  const customer = objectAt(body, 'customer');
  const wrong = ['ip_address', 'forwarded_ip'].find(
    (field) => hasMember(customer, field) && !isIpAddress(textAt(customer, field) ?? ''),
  );
  return wrong === undefined ? null : fault(1007, `customer.${wrong} must be one IPv4 or IPv6 address`);
}

function checkCountries(body: JsonObject): ServiceFault | null {
  const wrong = ['customer', 'delivery'].find((part) => {
    const address = objectAt(body, part);
    return hasMember(address, 'country') && !isCountry(textAt(address, 'country') ?? '');
  });
  if (wrong !== undefined) return fault(1018, `${wrong}.country must be an ISO 3166-1 alpha-2 code in capitals`);
  const options = objectAt(body, 'payment_options');
  const allowed: unknown = hasMember(options, 'allowed_countries') ? options['allowed_countries'] : [];
  const good = Array.isArray(allowed) && allowed.every(isCountry);
  return good ? null : fault(1018, 'payment_options.allowed_countries must be a list of ISO 3166-1 alpha-2 codes');
}

function checkNotifications(body: JsonObject): ServiceFault | null {
  const options = objectAt(body, 'payment_options');
  if (
    hasMember(options, 'notification_method') &&
    !['POST', 'GET'].includes(textAt(options, 'notification_method') ?? '')
  ) {
    return fault(1016, 'payment_options.notification_method must be POST or GET');
  }
  if (!hasMember(options, 'notification_url')) return null;
  const [first] = checkNotificationUrl(textAt(options, 'notification_url') ?? '', 'development');
  return first === undefined ? null : fault(first.code ?? 1016, `payment_options.notification_url: ${first.message}`);
}

// A payment page must only link or redirect to web pages: no javascript:, no data:.
function checkReturnUrls(body: JsonObject): ServiceFault | null {
  const options = objectAt(body, 'payment_options');
  const wrong = ['redirect_url', 'cancel_url'].find((field) => {
    const url = textAt(options, field);
    if (url === null) return hasMember(options, field);
    return !/^https?:$/.test(parseUrl(url)?.protocol ?? '');
  });
  return wrong === undefined ? null : fault(1016, `payment_options.${wrong} must be an absolute http or https address`);
}

function checkActive(body: JsonObject): ServiceFault | null {
  const limits = { seconds_active: MAX_SECONDS_ACTIVE, days_active: MAX_DAYS_ACTIVE };
  for (const [field, most] of Object.entries(limits).filter(([name]) => hasMember(body, name))) {
    const value = Number(textAt(body, field));
    if (!Number.isInteger(value) || value < 1 || value > most) return fault(1016, `${field} must be 1 to ${most}`);
  }
  return null;
}

function checkTexts(body: JsonObject): ServiceFault | null {
  const info = objectAt(body, 'gateway_info');
  const limits = { issuer_id: MAX_ISSUER_LENGTH, terminal_id: MAX_ORDER_ID_LENGTH };
  const wrong = Object.entries(limits).find(([field, most]) => characterCount(textAt(info, field) ?? '') > most);
  if (wrong !== undefined) return fault(wrong[0] === 'issuer_id' ? 1036 : 1023, `gateway_info.${wrong[0]} is too long`);
  const capture = hasMember(body, 'capture') && body['capture'] !== 'manual';
  return capture ? fault(1016, 'capture must be manual, or left out') : null;
}

const TYPE_FAULTS: Readonly<Record<string, ServiceFault | null>> = {
  redirect: null,
  paymentlink: null,
  direct: null,
  checkout: fault(1000, 'this account has no fast checkout'),
};

function checkType(body: JsonObject): ServiceFault | null {
  const type = hasMember(body, 'type') ? textAt(body, 'type') : 'redirect';
  const known = type !== null && Object.hasOwn(TYPE_FAULTS, type) ? TYPE_FAULTS[type] : undefined;
  return known === undefined ? fault(1009, 'type must be redirect, direct or paymentlink') : known;
}

/** The checks of a create-order request, in the order in which the first fault is reported (spec §2.5, §7, §8). */
export const CREATE_ORDER_CHECKS: readonly CreateOrderCheck[] = [
  checkObjects,
  checkType,
  checkOrderId,
  checkAmount,
  checkCurrency,
  checkDescription,
  checkVariables,
  checkAddresses,
  checkCountries,
  checkNotifications,
  checkReturnUrls,
  checkActive,
  checkGateway,
  checkTexts,
  checkRecurring,
  checkDirect,
  checkShoppingCart,
  checkMethodLimits,
  checkRisk,
  triggeredByRequest,
];

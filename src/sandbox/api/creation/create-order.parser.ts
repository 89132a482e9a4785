import { CUSTOMER_FIELDS, DEFAULT_SECONDS_ACTIVE } from '../../../protocol/index.js';
import { SECOND_MS, DAY_MS } from '../../../support/index.js';
import { readCart } from './cart.js';
import type { NotificationMethod, Refused } from '../../core/index.js';
import { methodExpiryMs, type SandboxOrderType } from '../../orders/index.js';
import { CREATE_ORDER_CHECKS } from './create-order.checks.js';
import type { JsonObject, NewOrder } from './create-order.types.js';
import { readInstrument } from './instrument.reader.js';
import { readRecurring } from './recurring.reader.js';
import { hasMember, objectAt, textAt, textsAt } from '../json-fields.js';
import { readJsonObject } from '../request-body.js';

const CUSTOM_INFO_FIELDS: readonly string[] = ['custom_1', 'custom_2', 'custom_3'];
const VARIABLE_FIELDS: readonly string[] = ['var1', 'var2', 'var3'];
const TYPES: readonly SandboxOrderType[] = ['redirect', 'paymentlink', 'direct'];
const METHODS: readonly NotificationMethod[] = ['POST', 'GET'];
const YES: ReadonlySet<unknown> = new Set([true, 1, '1', 'true']);

/** A create-order request, or its first fault. */
export type CreateOrderReading = { ok: true; order: NewOrder } | Refused;

/**
 * Reads the body of `POST /orders` (spec §2.5). Never throws, for any text.
 *
 * @param text the body; null if it was too large to be read.
 */
export function readCreateOrder(text: string | null): CreateOrderReading {
  const reading = readJsonObject(text);
  if (!reading.ok) return reading;
  const body = withGateway(reading.body);
  for (const check of CREATE_ORDER_CHECKS) {
    const fault = check(body);
    if (fault !== null) return { ok: false, fault };
  }
  return { ok: true, order: newOrder(body) };
}

/** A direct request whose payment component has named the method need not name it again (protocol §2.1). */
function withGateway(body: JsonObject): JsonObject {
  const gateway = textAt(objectAt(body, 'payment_data'), 'gateway');
  const isNamed = body['type'] === 'direct' && gateway !== null && !hasMember(body, 'gateway');
  return isNamed ? { ...body, gateway } : body;
}

function newOrder(body: JsonObject): NewOrder {
  const options = objectAt(body, 'payment_options');
  const gatewayInfo = objectAt(body, 'gateway_info');
  return {
    type: TYPES.find((type) => type === body['type']) ?? 'redirect',
    orderId: textAt(body, 'order_id') ?? '',
    amount: Number(body['amount']),
    currency: textAt(body, 'currency') ?? '',
    description: textAt(body, 'description') ?? '',
    gateway: textAt(body, 'gateway')?.toUpperCase() ?? null,
    notificationUrl: textAt(options, 'notification_url'),
    notificationMethod: METHODS.find((method) => method === options['notification_method']) ?? null,
    redirectUrl: textAt(options, 'redirect_url'),
    cancelUrl: textAt(options, 'cancel_url'),
    customer: customerOf(objectAt(body, 'customer')),
    customInfo: textsAt(objectAt(body, 'custom_info'), CUSTOM_INFO_FIELDS),
    variables: textsAt(body, VARIABLE_FIELDS),
    capture: body['capture'] === 'manual' ? 'manual' : null,
    cart: readCart(body),
    instrument: body['type'] === 'direct' ? readInstrument(body) : { kind: 'none' },
    recurring: readRecurring(body),
    secondChance: wantsSecondChance(body) ? 'wanted' : null,
    issuerId: textAt(gatewayInfo, 'issuer_id'),
    terminalId: textAt(gatewayInfo, 'terminal_id'),
    activeMs: activeMs(body) ?? methodExpiryMs(textAt(body, 'gateway')) ?? DEFAULT_SECONDS_ACTIVE * SECOND_MS,
  };
}

/** A till has no page for a link. */
function wantsSecondChance(body: JsonObject): boolean {
  const isTill = textAt(objectAt(body, 'gateway_info'), 'terminal_id') !== null;
  return !isTill && YES.has(objectAt(body, 'second_chance')['send_email']);
}

function customerOf(customer: JsonObject): Record<string, string | null> {
  const fields = textsAt(customer, CUSTOMER_FIELDS);
  const orAs = (field: string, other: string) => ({ [field]: fields[field] ?? textAt(customer, other) });
  // A request has `phone`, an order has `phone1` (spec §2.2); some clients write the names as one word.
  return {
    ...fields,
    ...orAs('phone1', 'phone'),
    ...orAs('first_name', 'firstname'),
    ...orAs('last_name', 'lastname'),
  };
}

/** How long the order can be paid, from the request; null if it does not tell. */
function activeMs(body: JsonObject): number | null {
  const seconds = textAt(body, 'seconds_active');
  const days = textAt(body, 'days_active');
  if (seconds === null && days !== null) return Number(days) * DAY_MS;
  return seconds === null ? null : Number(seconds) * SECOND_MS;
}

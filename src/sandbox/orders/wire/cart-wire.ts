import type { ServiceJson } from '../../core/index.js';
import type { SandboxOrderEntity } from '../sandbox-order.entity.js';

/**
 * The cart of an order in an answer: a pay-later refund has to repeat it (protocol §2.2, §2.6). The `tax_tables` of the
 * request are in `checkout_options` itself, where clients that read orders expect them.
 */
export function cartFields({ cart }: SandboxOrderEntity): Record<string, ServiceJson> {
  if (cart === null) return {};
  return {
    checkout_options: serviceJson(cart.taxTables),
    shopping_cart: { items: serviceJson(cart.items) },
  };
}

/** A value from a JSON request, to be written as JSON again. */
function serviceJson(value: unknown): ServiceJson {
  if (Array.isArray(value)) return value.map((each) => serviceJson(each));
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, serviceJson(each)]));
  }
  return isPlain(value) ? value : null;
}

function isPlain(value: unknown): value is string | number | boolean {
  return ['string', 'number', 'boolean'].includes(typeof value);
}

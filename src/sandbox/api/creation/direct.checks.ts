import type { ServiceFault } from '../../core/index.js';
import { directFlow, ISSUERS } from '../../payments/index.js';
import { findMethod, isPayLater } from '../../orders/index.js';
import type { CreateOrderCheck, JsonObject } from './create-order.types.js';
import { hasMember, objectAt, textAt } from '../json-fields.js';

/** A shopper's e-mail address with this text makes the risk check refuse a loan or a card charge. */
const REFUSED = /\+denied@/i;

/** A direct request needs a method that accepts one, with the fields of that method (spec §7, 1023 and 1036). */
export const checkDirect: CreateOrderCheck = (body) => {
  const gateway = textAt(body, 'gateway')?.toUpperCase() ?? '';
  const issuer = textAt(objectAt(body, 'gateway_info'), 'issuer_id');
  if (issuer !== null && gateway === 'IDEAL' && !ISSUERS.some(({ code }) => code === issuer)) {
    return { code: 1036, detail: 'gateway_info.issuer_id is not a bank of the test environment' };
  }
  if (body['type'] !== 'direct') return null;
  const flow = directFlow(gateway);
  if (flow === null) return { code: 1023, detail: `${gateway} takes no direct requests; use type redirect` };
  if (flow.needs.length > 0 && !flow.needs.some((member) => isGivenSomewhere(body, member))) {
    const subject = gateway === '' ? 'that names no gateway' : `for ${gateway}`;
    return { code: 1023, detail: `a direct request ${subject} needs ${flow.needs.join(' or ')}; use type redirect` };
  }
  return needsExpiry(gateway) ? cardFault(body) : null;
};

const needsExpiry = (gateway: string): boolean => findMethod(gateway)?.kind !== 'gift-card';

/** A typed card needs its expiry date. */
function cardFault(body: JsonObject): ServiceFault | null {
  const info = objectAt(body, 'gateway_info');
  const isComplete = !hasMember(info, 'card_number') || hasMember(info, 'card_expiry_date');
  return isComplete ? null : { code: 1016, detail: 'gateway_info.card_expiry_date is required with a card number' };
}

/** Lenders, and charges of a stored card, check the risk of the shopper first (spec §7, 1024). */
export const checkRisk: CreateOrderCheck = (body): ServiceFault | null => {
  const isDirectCharge = body['type'] === 'direct' && hasMember(body, 'recurring_id');
  const isRisky = isDirectCharge || isPayLater(textAt(body, 'gateway')?.toUpperCase() ?? null);
  const refused = REFUSED.test(textAt(objectAt(body, 'customer'), 'email') ?? '');
  return isRisky && refused ? { code: 1024, detail: 'the risk check has refused the shopper' } : null;
};

function isGivenSomewhere(body: JsonObject, field: string): boolean {
  return [body, objectAt(body, 'gateway_info'), objectAt(body, 'customer')].some((place) => hasMember(place, field));
}

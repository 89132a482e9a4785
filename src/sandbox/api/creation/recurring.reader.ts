import { type OrderRecurring, RECURRING_MODELS, type RecurringModel } from '../../orders/index.js';
import { amountAt, hasMember, objectAt, textAt } from '../json-fields.js';
import type { CreateOrderCheck, JsonObject } from './create-order.types.js';

const MAX_REFERENCE = 200;
const MAX_TOKEN = 64;

/** How an order uses stored means of payment; null: not at all. A token counts only in a direct request. */
export function readRecurring(body: JsonObject): OrderRecurring | null {
  const model = modelOf(body);
  const token = body['type'] === 'direct' ? textAt(body, 'recurring_id') : null;
  return model === null && token === null ? null : { model, reference: referenceOf(body), token };
}

/** Whether an order stores a card and charges nothing (protocol §2.12). */
export const isZeroAuthorisation = (body: JsonObject): boolean =>
  amountAt(body, 'amount') === 0 &&
  modelOf(body) !== null &&
  referenceOf(body) !== null &&
  !hasMember(body, 'recurring_id');

/** Checks that the model exists, and that identifiers have a possible length. */
export const checkRecurring: CreateOrderCheck = (body) => {
  if (hasMember(body, 'recurring_model') && modelOf(body) === null) {
    return { code: 1016, detail: `recurring_model must be ${RECURRING_MODELS.join(', ')}` };
  }
  if ((referenceOf(body) ?? '').length > MAX_REFERENCE) {
    return { code: 1016, detail: `customer.reference has more than ${MAX_REFERENCE} characters` };
  }
  const token = textAt(body, 'recurring_id') ?? '';
  return token.length > MAX_TOKEN ? { code: 1024, detail: 'there is no such stored token' } : null;
};

const referenceOf = (body: JsonObject): string | null => textAt(objectAt(body, 'customer'), 'reference');

function modelOf(body: JsonObject): RecurringModel | null {
  const given = textAt(body, 'recurring_model')?.toLowerCase();
  return RECURRING_MODELS.find((model) => model.toLowerCase() === given) ?? null;
}

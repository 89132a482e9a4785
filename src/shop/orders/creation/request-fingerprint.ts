import { isFields } from '../../../protocol/index.js';
import { createHash } from 'node:crypto';
import type { CreatePaymentOrderInput } from './create-payment-order.dto.js';

/**
 * What may differ between two clicks on the same button: the user, the origin, and the page to return to. All other fields
 * decide what is paid and how, and a change of them needs a new payment page.
 */
const INCIDENTAL: ReadonlySet<string> = new Set<keyof CreatePaymentOrderInput>([
  'adoptExisting',
  'orderId',
  'description',
  'reference',
  'customer',
  'delivery',
  'notificationUrl',
  'redirectUrl',
  'cancelUrl',
  'closeWindow',
  'templateId',
  'secondsActive',
  'daysActive',
  'secondChance',
  'customInfo',
  'plugin',
  'var1',
  'var2',
  'var3',
]);

/** Fields of a card in a direct request. Card numbers are so few that a stored digest would reveal one. */
const CARD_SECRETS: ReadonlySet<string> = new Set(['card_number', 'card_cvc', 'cvc']);

/** Sorts keys and drops absent or secret fields, so that equal facts always give equal text. */
const sorted = (_key: string, value: unknown): unknown =>
  isFields(value)
    ? Object.fromEntries(
        Object.entries(value)
          .filter(([name]) => !CARD_SECRETS.has(name))
          .sort(([a], [b]) => (a < b ? -1 : 1)),
      )
    : value;

/**
 * A digest of the content of a create. It recognises an equal request without storing its data.
 */
export function requestFingerprint(input: CreatePaymentOrderInput): string {
  const relevant = Object.entries(input).filter(([name]) => !INCIDENTAL.has(name));
  const { amount, currency } = input.amount;
  const facts = { ...Object.fromEntries(relevant), type: input.type ?? 'redirect', amount: [amount, currency] };
  return createHash('sha256').update(JSON.stringify(facts, sorted)).digest('hex');
}

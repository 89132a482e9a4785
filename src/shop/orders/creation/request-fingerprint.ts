import { isFields } from '../../../protocol/index.js';
import { createHash } from 'node:crypto';
import type { CreatePaymentOrderInput } from './create-payment-order.dto.js';

/**
 * What may differ between two presses of the same button: who asks, from where, and where he goes afterwards. What is
 * not named here decides what is paid and how, and a change of it needs a payment page of its own.
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

/** Of a card that a direct request brings: numbers are so few that a stored digest would give one away. */
const CARD_SECRETS: ReadonlySet<string> = new Set(['card_number', 'card_cvc', 'cvc']);

/** With sorted keys, and without what is absent or secret: the same facts always make the same text. */
const sorted = (_key: string, value: unknown): unknown =>
  isFields(value)
    ? Object.fromEntries(
        Object.entries(value)
          .filter(([name]) => !CARD_SECRETS.has(name))
          .sort(([a], [b]) => (a < b ? -1 : 1)),
      )
    : value;

/**
 * A digest of what a create asks for, by which the same wish is recognised without keeping its data.
 */
export function requestFingerprint(input: CreatePaymentOrderInput): string {
  const relevant = Object.entries(input).filter(([name]) => !INCIDENTAL.has(name));
  const { amount, currency } = input.amount;
  const facts = { ...Object.fromEntries(relevant), type: input.type ?? 'redirect', amount: [amount, currency] };
  return createHash('sha256').update(JSON.stringify(facts, sorted)).digest('hex');
}

import { messages, optionsError } from '../core/index.js';
import { isPaymentEventKind } from './payment-event.js';
import { isRefundEventKind, isRefundTransition, toRefundEventKind } from './refund-event.js';
import type { Subscription } from './subscriptions.js';

/** No compiler checks kinds that are computed, or that a host in JavaScript names. */
const isKind = (kind: string): boolean =>
  isRefundTransition(kind) ? isRefundEventKind(toRefundEventKind(kind)) : isPaymentEventKind(kind);

const NO_EVENT =
  'for no event, or for one that there is not: it would never run. Name at least one of those that the decorator knows.';
const OTHER_OPTION =
  "and an option that means nothing there: it would run inside the transaction. The options are after, with the value 'commit' alone, group and name.";

const NAMES: ReadonlySet<string> = new Set<keyof Subscription>(['kinds', 'decorator', 'after', 'group', 'name']);

/** Misspelt, `after: 'commit'` would send its mails inside the transaction, once for each time that it is repeated. */
const isMisled = (subscription: Subscription): boolean =>
  !['commit', undefined, null].includes(subscription.after) ||
  Object.keys(subscription).some((name) => !NAMES.has(name));

/**
 * Checks what no compiler does in a host in JavaScript.
 *
 * @param place - class and method, for the message
 * @throws PaymentError `OPTIONS_INVALID`
 */
export function checkSubscriptions(subscriptions: readonly Subscription[], place: string): void {
  for (const subscription of subscriptions) {
    const { decorator, kinds } = subscription;
    if (kinds.length === 0 || !kinds.every(isKind))
      throw optionsError([messages.handlerMisled(decorator, place, NO_EVENT)]);
    if (isMisled(subscription)) throw optionsError([messages.handlerMisled(decorator, place, OTHER_OPTION)]);
  }
}

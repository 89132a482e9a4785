import { messages, optionsError } from '../core/index.js';
import { nearestName } from '../../support/index.js';
import { PAYMENT_EVENT_KINDS } from './payment-event.js';
import { isRefundTransition, REFUND_EVENT_KINDS, toRefundEventKind } from './refund-event.js';
import type { Subscription } from './subscriptions.js';

/** No compiler checks kinds that are computed, or that a host in JavaScript names. */
function faultOf(kinds: readonly string[]): string | null {
  if (kinds.length === 0) return 'for no event: it would never run. Name at least one.';
  for (const kind of kinds.map(String)) {
    const isRefund = isRefundTransition(kind);
    const [name, known] = isRefund ? [toRefundEventKind(kind), REFUND_EVENT_KINDS] : [kind, PAYMENT_EVENT_KINDS];
    if (known.some((each) => each === name)) continue;
    const near = nearestName(name, known);
    const hint = near === null ? `Those that there are: ${known.join(', ')}.` : `Did you mean "${near}"?`;
    return `for "${name}", and there is no such event: it would never run. ${hint}`;
  }
  return null;
}

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
    const fault = faultOf(kinds) ?? (isMisled(subscription) ? OTHER_OPTION : null);
    if (fault !== null) throw optionsError([messages.handlerMisled(decorator, place, fault)]);
  }
}

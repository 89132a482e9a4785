import { Money, type RefundCartInput } from '../../protocol/index.js';
import { AMOUNT_RULES, DESCRIPTION_RULES, readableTextRules, type ValueRule } from '../../protocol/rules/index.js';
import { inputOf, OptionalField, RequiredField } from '../client/index.js';
import { readMoney, type FieldReading } from '../core/index.js';
import { DECISION_WIDTH } from '../decisions/index.js';
import { copyRefundCart, REFUND_KEY_WIDTH } from '../refund-records/index.js';

/** The amount of a refund: an amount, or all that is left of a payment. */
export type RefundAmount = Money | 'remaining';

/** Money that a shop wants to give back. */
export interface RefundRequestInput {
  /** The shop's own id of the order. */
  readonly orderId: string;
  /**
   * At least one minor unit, in the currency of the payment. `remaining`: all that is left, calculated under the lock of the
   * order; for an order that was paid twice, all that is left of one payment, the surplus first.
   */
  readonly amount: RefundAmount;
  /** The text for the customer, 1 to 200 characters, no HTML. Internal reasons go into `why`. */
  readonly reason: string;
  /**
   * Identifies this refund, 1 to 120 characters: for example the id of a return, or of a clerk's click. The same key is the
   * same refund, for any number of requests.
   */
  readonly key: string;
  /** Who requests it, by a name of the shop's own; at most 120 characters. Shown, and erased with the order. */
  readonly by?: string;
  /**
   * The internal reason, at most 500 characters; never sent to the service. With `by` it is recorded as a decision when the
   * refund is accepted: it stands in the order's timeline, and both are kept when the order is erased. Without `by` it is not
   * stored.
   */
  readonly why?: string;
  /** The lines that are refunded, for pay-later methods (protocol §2.6); their total is the amount. */
  readonly cart?: RefundCartInput;
}

/** The beginning of the keys of refunds that were made elsewhere. */
export const ELSEWHERE_PREFIX = 'elsewhere:';

const isAllThatIsLeft = (value: unknown): boolean => value === 'remaining';
const orRemaining = (rule: ValueRule): ValueRule => ({
  ...rule,
  isMet: (value, place) => isAllThatIsLeft(value) || rule.isMet(value, place),
});
const readAmount: FieldReading = (value, place) => (isAllThatIsLeft(value) ? value : readMoney(value, place));

const ofKey = (name: string, message: string, isGood: (key: string) => boolean): ValueRule => ({
  name,
  message,
  isMet: (value) => typeof value !== 'string' || isGood(value),
});

const KEY_RULES: readonly ValueRule[] = [
  ...readableTextRules(REFUND_KEY_WIDTH),
  ofKey('given', 'must not be empty', (key) => key !== ''),
  ofKey('trimmed', 'must not begin or end with white space', (key) => key.trim() === key),
  ofKey('own', `must not begin with ${ELSEWHERE_PREFIX}`, (key) => !key.toLowerCase().startsWith(ELSEWHERE_PREFIX)),
];

/** A separate copy of the cart, as the database will return it: the checked cart is the one that is sent. */
const readCart: FieldReading = (value, { path, faults }) => {
  const cart = copyRefundCart(value);
  if (cart === null)
    faults.push({ path, message: `must be a cart, with texts that are not longer than a request may be` });
  return cart ?? undefined;
};

/** The rules for a {@link RefundRequestInput}; the cart has its own rules. */
export const RefundRequestDto = inputOf<RefundRequestInput>({
  // Any text: it only has to match an existing order.
  orderId: RequiredField([{ name: 'text', message: 'must be text', isMet: (value) => typeof value === 'string' }]),
  amount: RequiredField(AMOUNT_RULES.map(orRemaining), readAmount),
  reason: RequiredField(DESCRIPTION_RULES),
  key: RequiredField(KEY_RULES),
  by: OptionalField(readableTextRules(DECISION_WIDTH.by)),
  why: OptionalField(readableTextRules(DECISION_WIDTH.why)),
  cart: OptionalField([], readCart),
});

import { Money, type RefundCartInput } from '../../protocol/index.js';
import { AMOUNT_RULES, DESCRIPTION_RULES, readableTextRules, type ValueRule } from '../../protocol/rules/index.js';
import { inputOf, OptionalField, RequiredField } from '../client/index.js';
import { readMoney, type FieldReading } from '../core/index.js';
import { DECISION_WIDTH } from '../decisions/index.js';
import { copyCart, REFUND_KEY_WIDTH } from '../refund-records/index.js';

/** How much is to be given back: an amount, or all that is left of a payment. */
export type RefundAmount = Money | 'remaining';

/** Money that a shop wants to give back. */
export interface RefundRequestInput {
  /** The shop's own id of the order. */
  readonly orderId: string;
  /**
   * Of at least one minor unit, in the currency that was paid. `remaining`: all that is left, worked out under the lock of
   * the order; of an order that was paid twice, all that is left of one payment, the surplus first.
   */
  readonly amount: RefundAmount;
  /** What the customer may read, 1 to 200 characters, no HTML. What is the shop's own business goes into `why`. */
  readonly reason: string;
  /**
   * What makes this refund this one, 1 to 120 characters: the id of a return, of a clerk's click. The same key is the same
   * refund, however often it is asked for.
   */
  readonly key: string;
  /** Whoever asks for it, by a name of the shop's own; at most 120 characters. Shown, and erased with the order. */
  readonly by?: string;
  /**
   * Why, in words for the shop's own people, at most 500 characters; never sent to the service. With `by` it is recorded as a
   * decision when the refund is taken in: it stands in the order's timeline, and both are kept when the order is erased.
   * Without `by` it is not kept.
   */
  readonly why?: string;
  /** The lines that are given back, for pay-later methods (protocol §2.6); their total is the amount. */
  readonly cart?: RefundCartInput;
}

/** Keys of refunds that were made elsewhere begin so. */
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

/** A cart of its own, such as the database will give back: what is judged is what will be sent. */
const readCart: FieldReading = (value, { path, faults }) => {
  const cart = copyCart(value);
  if (cart === null)
    faults.push({ path, message: `must be a cart, with texts that are not longer than a request may be` });
  return cart ?? undefined;
};

/** What is judged of a {@link RefundRequestInput}; the cart has rules of its own. */
export const RefundRequestDto = inputOf<RefundRequestInput>({
  // Any text: an order that is there is found by it.
  orderId: RequiredField([{ name: 'text', message: 'must be text', isMet: (value) => typeof value === 'string' }]),
  amount: RequiredField(AMOUNT_RULES.map(orRemaining), readAmount),
  reason: RequiredField(DESCRIPTION_RULES),
  key: RequiredField(KEY_RULES),
  by: OptionalField(readableTextRules(DECISION_WIDTH.by)),
  why: OptionalField(readableTextRules(DECISION_WIDTH.why)),
  cart: OptionalField([], readCart),
});

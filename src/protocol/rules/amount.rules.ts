import { isCurrency } from '../currencies.js';
import { MAX_ORDER_AMOUNT, MIN_ORDER_AMOUNT } from '../limits.js';
import { Money } from '../money.js';
import { isAbsent, isText, type ValueRule } from './value-rule.js';

/** The amount of an order, a capture or a refund (spec §7, 1001; spec §8). */
export const AMOUNT_RULE: ValueRule = {
  name: 'amount',
  code: 1001,
  message: `must be money of ${MIN_ORDER_AMOUNT} to ${MAX_ORDER_AMOUNT} minor units`,
  isMet: (value) =>
    Money.isMoney(value) &&
    Number.isSafeInteger(value.amount) &&
    value.amount >= MIN_ORDER_AMOUNT &&
    value.amount <= MAX_ORDER_AMOUNT,
};

/** A number or a text would leave open which units and which currency are meant. */
const MONEY_RULE: ValueRule = {
  name: 'money',
  code: 1001,
  message: "must be money, such as Money.of('12.50', 'EUR')",
  isMet: (value) => isAbsent(value) || Money.isMoney(value),
};

/** A rule for money, and for what is absent. */
const ofMoney = (rule: ValueRule): ValueRule => ({
  ...rule,
  isMet: (value, context) => !MONEY_RULE.isMet(value, context) || rule.isMet(value, context),
});

const CURRENCY_RULE: ValueRule = {
  name: 'currency',
  code: 1002,
  message: 'must be in a currency that the account supports',
  isMet: (value, { account }) => {
    const currency = currencyOf(value);
    if (isAbsent(currency)) return true;
    return isText(currency) && (account.currencies?.includes(currency) ?? isCurrency(currency));
  },
};

/** {@link AMOUNT_RULE}, in a currency that the account supports (spec §7, 1002). */
export const AMOUNT_RULES: readonly ValueRule[] = [MONEY_RULE, ofMoney(AMOUNT_RULE), CURRENCY_RULE];

/** The amount of an order: zero is allowed only for an order that stores a card and charges none (protocol §2.12). */
export const ORDER_AMOUNT_RULES: readonly ValueRule[] = [
  MONEY_RULE,
  ofMoney({
    ...AMOUNT_RULE,
    message: `${AMOUNT_RULE.message}, or of 0 with recurringModel and customer.reference`,
    isMet: (value, context) =>
      AMOUNT_RULE.isMet(value, context) ||
      (Money.isMoney(value) && value.amount === 0 && isZeroAuthorisation(context.owner)),
  }),
  CURRENCY_RULE,
];

/** Whether an order stores a card for later, and does not charge a stored one. */
function isZeroAuthorisation({ recurringModel, recurringId, customer }: Readonly<Record<string, unknown>>): boolean {
  const reference: unknown =
    typeof customer === 'object' && customer !== null && 'reference' in customer && customer.reference;
  return isText(recurringModel) && isAbsent(recurringId) && isText(reference) && reference !== '';
}

function currencyOf(value: unknown): unknown {
  return typeof value === 'object' && value !== null && 'currency' in value ? value.currency : null;
}

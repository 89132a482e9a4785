/** A process of the shop may refuse a state without a word. */
export const NO_REASON_GIVEN = 'The order may not go on to its next state, and no reason was given.';

/** Vendure's keys for why it refuses a payment, or the next state of an order, in the words of those who work with orders. */
const TEXTS: Readonly<Record<string, string>> = {
  INELIGIBLE_PAYMENT_METHOD_ERROR: 'The payment method is not offered for this order.',
  ORDER_PAYMENT_STATE_ERROR: 'The order takes no payment in its present state.',
  PAYMENT_DECLINED_ERROR: 'Vendure did not accept the payment.',
  PAYMENT_FAILED_ERROR: 'Vendure did not accept the payment.',
  'error.payment-method-not-found': 'The payment method is gone, or has another code now.',
  'message.cannot-transition-order-contains-products-which-are-unavailable':
    'A product of the order is no longer sold.',
  'message.cannot-transition-order-from-to': NO_REASON_GIVEN,
  'message.cannot-transition-to-payment-due-to-insufficient-stock': 'There is not enough of a product in stock.',
  'message.cannot-transition-to-payment-when-order-is-empty': 'There is nothing in the order.',
  'message.cannot-transition-to-payment-without-customer': 'The order has no customer.',
  'message.cannot-transition-to-payment-without-shipping-method': 'No shipping method is chosen for the order.',
  'message.cannot-transition-without-authorized-payments': 'The payments do not cover the order.',
  'message.cannot-transition-without-settled-payments': 'The payments do not cover the order.',
};

/** `ORDER_PAYMENT_STATE_ERROR`, `error.payment-method-not-found`: Vendure translates them for requests only. */
const KEY = /^(?:[A-Z0-9]+(?:_[A-Z0-9]+)+|(?:error|message)\.\S+)$/;

/** A reason in words: a sentence as it is, a key of Vendure by its text, and any other key as words. */
export function refusalText(reason: string): string {
  if (!KEY.test(reason)) return reason;
  const words = reason.replace(/^(?:error|message)\./, '').replaceAll(/[_.-]+/g, ' ');
  return TEXTS[reason] ?? `Vendure gave the reason “${words.toLowerCase()}”.`;
}

/** The fields of errors that say more than their names. */
const DETAILS = ['transitionError', 'paymentErrorMessage', 'eligibilityCheckerMessage'] as const;

/** Why Vendure refused something, as exactly as its error says. */
export function reasonOf(result: { readonly message: string }): string {
  const fields = result as typeof result & Partial<Record<(typeof DETAILS)[number], string>>;
  return DETAILS.map((name) => fields[name]).find(Boolean) ?? result.message;
}

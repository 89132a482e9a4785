/** The code of the payment method: what the storefront names when it wants to be paid. */
export const PAYMENT_METHOD = 'pay-online';

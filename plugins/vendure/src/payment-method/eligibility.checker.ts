import { LanguageCode, PaymentMethodEligibilityChecker, type Injector } from '@vendure/core';
import { TILLBRIDGE_CHECKER_CODE } from '../constants';
import { inexactText, VendureAmounts } from '../money/vendure-amounts.service';
import { OfferedMethods } from './offered-methods.service';
import { paymentInHand } from './known-payment';

const text = (value: string) => [{ languageCode: LanguageCode.en, value }];

const ARGS = {
  gateway: {
    type: 'string',
    required: false,
    defaultValue: '',
    label: text('Payment method of the service'),
    description: text('Its code, such as IDEAL. Empty: any that takes the currency and the amount.'),
  },
  minAmount: {
    type: 'int',
    required: false,
    defaultValue: 0,
    ui: { component: 'currency-form-input' },
    label: text('Least amount'),
  },
  maxAmount: {
    type: 'int',
    required: false,
    defaultValue: 0,
    ui: { component: 'currency-form-input' },
    label: text('Greatest amount'),
    description: text('0: no limit.'),
  },
} as const;

/** Makes the checker that offers a payment method only if the service accepts it: by currency, amount and method. */
export function createEligibilityChecker() {
  let offered: OfferedMethods;
  let amounts: VendureAmounts;
  return new PaymentMethodEligibilityChecker({
    code: TILLBRIDGE_CHECKER_CODE,
    description: text('Tillbridge: only where the payment service takes it'),
    args: ARGS,
    init: (injector: Injector) => {
      offered = injector.get(OfferedMethods);
      amounts = injector.get(VendureAmounts);
    },
    check: async (ctx, order, { gateway, minAmount, maxAmount }) => {
      // Received money is recorded, even if the rules have changed since.
      if (paymentInHand()) return true;
      const { totalWithTax, currencyCode } = order;
      if (totalWithTax < minAmount) return 'The amount is too small for this payment method.';
      if (maxAmount > 0 && totalWithTax > maxAmount) return 'The amount is too large for this payment method.';
      const money = amounts.toMoney(totalWithTax, currencyCode);
      if (!money) return inexactText(currencyCode);
      const country = order.billingAddress?.countryCode ?? order.shippingAddress?.countryCode;
      const isOffered = await offered.isOffered(ctx, {
        gateway,
        currency: currencyCode,
        amount: money.amount,
        country,
      });
      return isOffered || 'The payment service does not offer this payment method for this order.';
    },
  });
}

import {
  LanguageCode,
  PaymentMethodHandler,
  type CreatePaymentErrorResult,
  type CreatePaymentResult,
  type Injector,
} from '@vendure/core';
import { TILLBRIDGE_HANDLER_CODE } from '../constants';
import { paymentInHand, type KnownPayment } from './known-payment';
import { PaymentOperations } from './payment-operations.service';
import { paymentMetadata } from './payment-link';

const text = (value: string) => [{ languageCode: LanguageCode.en, value }];

const asResult = (payment: KnownPayment): CreatePaymentResult => ({
  amount: payment.amount,
  state: payment.state,
  transactionId: payment.transactionId,
  metadata: paymentMetadata(payment),
});

const notPaid = (amount: number): CreatePaymentErrorResult => ({
  amount,
  state: 'Error',
  errorMessage: 'The payment service has not confirmed a payment of this order.',
});

/**
 * Makes the payment method handler of the plugin. Payments are created from what the service has confirmed; the
 * `metadata` of a request is ignored.
 */
export function createPaymentMethodHandler() {
  let operations: PaymentOperations;
  return new PaymentMethodHandler({
    code: TILLBRIDGE_HANDLER_CODE,
    description: text('Tillbridge: paid on the page of the payment service'),
    args: {
      gateway: {
        type: 'string',
        required: false,
        defaultValue: '',
        label: text('Payment method of the service'),
        description: text('Its code, such as IDEAL. Empty: the shopper chooses on the payment page.'),
      },
      manualCapture: {
        type: 'boolean',
        required: false,
        defaultValue: false,
        label: text('Capture by hand'),
        description: text(
          'Paying only reserves the money; it is taken when the payment is settled here. Card methods only.',
        ),
      },
      daysActive: {
        type: 'int',
        required: false,
        defaultValue: 0,
        label: text('Days to pay'),
        description: text('1 to 365. 0: as the service has it, thirty days.'),
      },
    },
    init: (injector: Injector) => {
      operations = injector.get(PaymentOperations);
    },
    createPayment: async (ctx, order, amount) => {
      const payment = paymentInHand() ?? (await operations.unrecordedPayment(ctx, order));
      return payment ? asResult(payment) : notPaid(amount);
    },
    settlePayment: (ctx, order, payment) => operations.settle(ctx, order, payment),
    cancelPayment: (ctx, _order, payment) => operations.cancel(ctx, payment),
    createRefund: (ctx, input, amount, order, payment) =>
      operations.refund(ctx, { order, payment, amount, reason: input.reason ?? '' }),
  });
}

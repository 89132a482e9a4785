import { describe, expect, it } from '@jest/globals';

import * as protocol from './index.js';

/** The names that other folders and shops rely on; the compiler checks the types. */
const PROMISED = [
  'ACKNOWLEDGEMENT',
  'DELIVERY_PLAN',
  'DELIVERY_PLAN_SHORT',
  'ERROR_CODES',
  'ERROR_KINDS',
  'LOCAL_ERRORS',
  'MAX_BODY_BYTES',
  'MAX_DESCRIPTION_LENGTH',
  'MAX_ORDER_ID_LENGTH',
  'MAX_VAR_LENGTH',
  'Money',
  'MoneyError',
  'NOTIFICATION_TOLERANCE_FUTURE_MS',
  'NOTIFICATION_TOLERANCE_PAST_MS',
  'ORDER_REASONS',
  'ORDER_STATUS_TABLE',
  'PaymentError',
  'REFUND_GUARD_MS',
  'REFUND_SPACING_MS',
  'REFUSAL_BODIES',
  'appendNotificationQuery',
  'checkFreshness',
  'checkNotificationUrl',
  'createOrderRequest',
  'currencyExponent',
  'customerText',
  'deliveryKey',
  'deliveryTargets',
  'errorCodeEntry',
  'errorDocs',
  'errorMeaning',
  'formatServiceTime',
  'getOrderRequest',
  'isAcknowledged',
  'isCurrency',
  'isPaymentError',
  'keyId',
  'nextDelivery',
  'normaliseStatus',
  'orderReason',
  'parseAuthHeader',
  'parseJson',
  'parseOrder',
  'parseServiceTime',
  'readCreatedOrder',
  'readEnvelope',
  'serviceError',
  'sign',
  'verify',
];

describe('the protocol room', () => {
  it('exports the promised names', () => {
    expect(Object.keys(protocol)).toEqual(expect.arrayContaining(PROMISED));
  });

  it('names the limits of the specification', () => {
    expect(protocol).toMatchObject({
      MAX_DESCRIPTION_LENGTH: 200,
      MAX_VAR_LENGTH: 100,
      MAX_ORDER_ID_LENGTH: 50,
      MIN_ORDER_AMOUNT: 1,
      NOTIFICATION_TOLERANCE_PAST_MS: 600_000,
      NOTIFICATION_TOLERANCE_FUTURE_MS: 120_000,
      REFUND_GUARD_MS: 300_000,
      REFUND_SPACING_MS: 1_000,
      CART_TAX_RATES: [9, 21],
    });
  });
});

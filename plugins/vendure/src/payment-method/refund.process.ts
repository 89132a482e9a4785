import type { RuntimeVendureConfig } from '@vendure/core';
import { isDoneAtService } from './known-payment';
import { refundLink } from './payment-link';

type RefundProcess = NonNullable<RuntimeVendureConfig['paymentOptions']['refundProcess']>[number];

/**
 * The states of refunds that are made here: they stay `Pending` until the service has reported their outcome. Vendure's
 * own process lacks that step, and lets staff mark a refund as settled that was never sent.
 */
export const tillbridgeRefundProcess: RefundProcess = {
  transitions: { Pending: { to: ['Pending'] } },
  onTransitionStart: (fromState, toState, { refund }) => {
    if (fromState !== 'Pending' || toState === 'Pending' || isDoneAtService() || !refundLink(refund)) return true;
    return 'The payment service says what becomes of this refund; it is settled here when the money has gone out.';
  },
};

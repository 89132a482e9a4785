import type { RuntimeVendureConfig } from '@vendure/core';
import { isDoneAtService } from './known-payment';
import { refundLink } from './payment-link';

type RefundProcess = NonNullable<RuntimeVendureConfig['paymentOptions']['refundProcess']>[number];

/**
 * What refunds made here may become: they stay `Pending` until the service has said what became of them. Vendure's own
 * process lacks that step, and lets anyone call a refund settled that was never sent.
 */
export const tillbridgeRefundProcess: RefundProcess = {
  transitions: { Pending: { to: ['Pending'] } },
  onTransitionStart: (fromState, toState, { refund }) => {
    if (fromState !== 'Pending' || toState === 'Pending' || isDoneAtService() || !refundLink(refund)) return true;
    return 'The payment service says what becomes of this refund; it is settled here when the money has gone out.';
  },
};

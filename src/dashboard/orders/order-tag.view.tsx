import { StatusTag } from '../../pages/parts.js';
import type { PaymentStatus } from '../../shop/orders/index.js';

/** An order's status; also those that the service has no word for. */
export function OrderTag({ status }: { status: PaymentStatus | null }) {
  if (status === null) {
    return (
      <span class="tag plain" title="The service has not reported a status yet.">
        no word yet
      </span>
    );
  }
  if (status === 'voided') {
    return (
      <span class="tag bad" title="It was paid, and the payment was annulled.">
        voided
      </span>
    );
  }
  if (status !== 'authorised') return <StatusTag status={status} />;
  return (
    <span class="tag wait" title="The money is promised and waits to be captured.">
      authorised
    </span>
  );
}

/** That a person should look at an order; nothing when no one needs to. */
export function AttentionTag({ attention }: { attention: string | null }) {
  if (attention === null) return null;
  return <span class="tag bad">{attention.replace(/[_-]+/g, ' ')}</span>;
}

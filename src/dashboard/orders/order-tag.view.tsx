import { STATUS_TONES } from '../../pages/parts.js';
import { ORDER_STATUS_TABLE, type OrderStatus } from '../../protocol/index.js';
import { valueAt } from '../../support/index.js';
import type { PaymentStatus } from '../../shop/orders/index.js';
import type { DashboardContext } from '../frame/dashboard.layout.js';
import { attentionName, statusName } from './order-names.js';

const TONES: Readonly<Record<PaymentStatus | 'none', string>> = {
  ...STATUS_TONES,
  none: 'plain',
  authorised: 'wait',
  voided: 'bad',
};

type Labels = Pick<DashboardContext, 'labels'>;

/** An order's status in one or two words, with the raw value and its meaning. */
export function OrderTag({ status, context }: { status: PaymentStatus | null; context: Labels }) {
  const { order } = context.labels;
  const meaning = ORDER_STATUS_TABLE[status as OrderStatus]?.meaning ?? valueAt(order.meanings, status ?? 'none') ?? '';
  return (
    <span class={`tag ${TONES[status ?? 'none']}`} title={[status, meaning].filter(Boolean).join(': ')}>
      {statusName(order, status)}
    </span>
  );
}

/** The reason for attention; empty if there is none. */
export function AttentionTag({ attention, context }: { attention: string | null; context: Labels }) {
  if (attention === null) return null;
  return (
    <span class="tag bad" title={attention}>
      {attentionName(context.labels.order, attention)}
    </span>
  );
}

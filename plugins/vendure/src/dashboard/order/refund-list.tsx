import { Badge, PermissionGuard, useLocalFormat } from '@vendure/dashboard';
import type { PaymentParts, RefundParts } from '../api/admin-api.types.js';
import { CancelRefund, DecideRefund } from './refund-actions.js';
import { useText, type TextKey } from '../texts/texts.js';

const SHORT = { dateStyle: 'short', timeStyle: 'short' } as const;

const COLOURS: Readonly<Record<string, 'success' | 'warning' | 'destructive'>> = {
  settled: 'success',
  unknown: 'warning',
  manual: 'destructive',
  rejected: 'destructive',
};

/** The origin of a refund that was not requested here. */
const ORIGINS: Readonly<Record<RefundParts['origin'], TextKey | null>> = {
  SHOP: null,
  ELSEWHERE: 'originElsewhere',
  CHARGEBACK: 'originChargeback',
};

/** The refunds of a payment, each with its possible actions. */
export function RefundList({ orderId, payment }: { readonly orderId: string; readonly payment: PaymentParts }) {
  const text = useText();
  return (
    <div className="border-t pt-3">
      <h4 className="text-sm font-medium mb-2">{text('refunds')}</h4>
      <ul className="space-y-2">
        {payment.refunds.map((refund) => (
          <li key={refund.refundId} className="p-3 border rounded-md" data-testid="tillbridge-refund">
            <Refund orderId={orderId} refund={refund} currencyCode={payment.currencyCode} />
          </li>
        ))}
      </ul>
    </div>
  );
}

interface RefundProps {
  readonly orderId: string;
  readonly refund: RefundParts;
  readonly currencyCode: string;
}

function Refund({ orderId, refund, currencyCode }: RefundProps) {
  const text = useText();
  const { formatCurrency, formatDate } = useLocalFormat();
  const amount = formatCurrency(refund.amount, currencyCode);
  const origin = ORIGINS[refund.origin];
  return (
    <div className="flex flex-wrap items-start justify-between gap-2">
      <div className="space-y-1">
        <div className="flex items-center gap-2">
          <Badge variant={COLOURS[refund.state] ?? 'secondary'}>{refund.stateName}</Badge>
          <span className="text-sm font-medium">{amount}</span>
          <span className="text-xs text-muted-foreground">{formatDate(refund.createdAt, SHORT)}</span>
        </div>
        <p className="text-sm">{[refund.stateText, refund.stateReason].filter(Boolean).join(' ')}</p>
        <p className="text-xs text-muted-foreground">{origin === null ? refund.reason : text(origin)}</p>
        {refund.plannedAt !== null && (
          <p className="text-xs text-muted-foreground">
            {text('plannedFor', { date: formatDate(refund.plannedAt, SHORT) })}
          </p>
        )}
      </div>
      <PermissionGuard requires={['UpdateOrder']}>
        <div className="flex gap-2">
          {refund.canCancel && <CancelRefund orderId={orderId} refundId={refund.refundId} amount={amount} />}
          {refund.needsDecision && <DecideRefund orderId={orderId} refundId={refund.refundId} amount={amount} />}
        </div>
      </PermissionGuard>
    </div>
  );
}

import { Alert, AlertDescription, AlertTitle, PermissionGuard, useLocalFormat } from '@vendure/dashboard';
import { TriangleAlertIcon } from 'lucide-react';
import type { PaymentParts } from '../api/admin-api.types.js';
import { useText } from '../texts/texts.js';
import { ActionButton } from './action-button.js';

interface NoticeProps {
  readonly orderId: string;
  readonly payment: PaymentParts;
}

/** What needs attention, and the possible actions. */
export function AttentionNotice({ orderId, payment }: NoticeProps) {
  const text = useText();
  return (
    <Alert variant="destructive" data-testid="tillbridge-attention">
      <TriangleAlertIcon />
      <AlertTitle>{text('needsAttention')}</AlertTitle>
      <AlertDescription className="text-foreground!">
        {payment.attention.map(({ code, text: what }) => (
          <div key={code}>{what}</div>
        ))}
        <PermissionGuard requires={['UpdateOrder']}>
          <div className="mt-2 flex flex-wrap gap-2">
            <Remedies orderId={orderId} payment={payment} />
            <Acknowledge orderId={orderId} payment={payment} />
          </div>
        </PermissionGuard>
      </AlertDescription>
    </Alert>
  );
}

/** Reasons for which money without a payment in Vendure can be refunded. */
const GIVEN_BACK: ReadonlySet<string> = new Set(['paid_after_cancel', 'paid_twice', 'not_recorded']);

/** Reasons that end when the payment is recorded once more. */
const RECORDED: ReadonlySet<string> = new Set(['not_recorded', 'not_settled']);

function Remedies({ orderId, payment }: NoticeProps) {
  const codes = payment.attention.map(({ code }) => code);
  return (
    <>
      {codes.some((code) => RECORDED.has(code)) && <RecordPayment orderId={orderId} payment={payment} />}
      {payment.refundable > 0 && codes.some((code) => GIVEN_BACK.has(code)) && (
        <RefundSurplus orderId={orderId} payment={payment} />
      )}
    </>
  );
}

function Acknowledge({ orderId, payment: { group, paymentOrderId, attention } }: NoticeProps) {
  const text = useText();
  const codes = attention.map(({ code }) => code);
  return (
    <ActionButton
      action="acknowledgeTillbridgeAttention"
      label="acknowledge"
      title={text('acknowledge')}
      hint="acknowledgeHint"
      reason="acknowledgeReason"
      done="acknowledged"
      input={(why) => ({ orderId, group, paymentOrderId, codes, why })}
    />
  );
}

function RecordPayment({ orderId, payment: { group, paymentOrderId } }: NoticeProps) {
  const text = useText();
  return (
    <ActionButton
      action="recordTillbridgePayment"
      label="recordPayment"
      title={text('recordPayment')}
      hint="recordPaymentHint"
      reason="reason"
      done="paymentRecorded"
      input={(why) => ({ orderId, group, paymentOrderId, why })}
    />
  );
}

/** The same key for all users who see the same refunds: two people at once refund the money once. */
function RefundSurplus({ orderId, payment }: NoticeProps) {
  const text = useText();
  const { formatCurrency } = useLocalFormat();
  const { group, paymentOrderId, amount, refundable, currencyCode, refunds } = payment;
  const key = `${paymentOrderId}-${refunds.length}`;
  const sum = formatCurrency(Math.min(amount, refundable), currencyCode);
  return (
    <ActionButton
      action="refundTillbridgeSurplus"
      label="giveBack"
      title={text('giveBackTitle', { amount: sum })}
      hint="giveBackHint"
      reason="giveBackReason"
      done="refundAsked"
      input={(reason) => ({ orderId, group, paymentOrderId, reason, key })}
    />
  );
}

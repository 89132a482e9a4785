import { Badge, Button, LabeledData, PermissionGuard, useLocalFormat } from '@vendure/dashboard';
import { RefreshCwIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import type { PaymentParts, TimelineParts } from '../api/admin-api.types.js';
import { useAction } from '../api/use-action.js';
import { AttentionNotice } from './attention-notice.js';
import { PaymentLink } from './payment-link.js';
import { RefundList } from './refund-list.js';
import { Timeline } from './timeline.js';
import { useText } from '../texts/texts.js';

const SHORT = { dateStyle: 'short', timeStyle: 'short' } as const;

type Colour = 'success' | 'warning' | 'destructive' | 'secondary';

const COLOURS: Readonly<Record<string, Colour>> = {
  completed: 'success',
  shipped: 'success',
  authorised: 'warning',
  uncleared: 'warning',
  declined: 'destructive',
  voided: 'destructive',
  chargedback: 'destructive',
};

const badgeOf = ({ status }: PaymentParts): Colour => COLOURS[status ?? ''] ?? 'secondary';

/** One payment of an order. */
export function PaymentOrder(props: {
  readonly orderId: string;
  readonly payment: PaymentParts;
  readonly timeline: readonly TimelineParts[];
}) {
  const { orderId, payment, timeline } = props;
  const { formatCurrency } = useLocalFormat();
  return (
    <section
      className="space-y-3 p-3 border rounded-md"
      aria-label={payment.paymentOrderId}
      data-testid="tillbridge-payment"
    >
      <div className="flex flex-wrap items-center justify-between gap-2">
        <div className="flex items-center gap-2">
          <Badge variant={badgeOf(payment)}>{payment.statusText}</Badge>
          <span className="text-sm font-medium">{formatCurrency(payment.amount, payment.currencyCode)}</span>
        </div>
        <ReadAgain orderId={orderId} payment={payment} />
      </div>
      {payment.attention.length > 0 && <AttentionNotice orderId={orderId} payment={payment} />}
      <Facts payment={payment} />
      {payment.refunds.length > 0 && <RefundList orderId={orderId} payment={payment} />}
      <Timeline entries={timeline} />
    </section>
  );
}

function ReadAgain({ orderId, payment }: { readonly orderId: string; readonly payment: PaymentParts }) {
  const text = useText();
  const { mutate, isPending } = useAction('readTillbridgePayment', text('wasReadAgain'));
  const { group, paymentOrderId } = payment;
  return (
    <PermissionGuard requires={['UpdateOrder']}>
      <Button
        type="button"
        variant="outline"
        size="sm"
        disabled={isPending || payment.serviceOrderId === null}
        onClick={() => mutate({ orderId, group, paymentOrderId })}
      >
        <RefreshCwIcon className={isPending ? 'animate-spin' : undefined} />
        {text('readAgain')}
      </Button>
    </PermissionGuard>
  );
}

/** A label and its value; empty if there is no value. */
function Fact({ label, value }: { readonly label: ReactNode; readonly value: ReactNode }) {
  return value === null || value === undefined ? null : <LabeledData label={label} value={value} className="" />;
}

function Facts({ payment }: { readonly payment: PaymentParts }) {
  const text = useText();
  const { formatCurrency, formatDate } = useLocalFormat();
  const money = (amount: number) => formatCurrency(amount, payment.currencyCode);
  const date = (at: string | null) => (at === null ? null : formatDate(at, SHORT));
  const { method, paymentMethod, attempt } = payment;
  return (
    <>
      <div className="grid lg:grid-cols-2 gap-2">
        <Fact label={text('paymentMethod')} value={paymentMethod ? `${method} (${paymentMethod})` : method} />
        <Fact label={text('transactionId')} value={payment.transactionId} />
        <Fact label={text('createdAt')} value={date(payment.createdAt)} />
        <Fact label={text('paidAt')} value={date(payment.paidAt)} />
        <Fact label={text('serviceOrderId')} value={payment.serviceOrderId} />
        {attempt > 1 && <Fact label={text('attempt')} value={attempt} />}
        <Fact label={text('terminalGroup')} value={payment.group} />
        {payment.paid && (
          <>
            <Fact label={text('refunded')} value={money(payment.amountRefunded)} />
            <Fact label={text('canBeRefunded')} value={money(payment.refundable)} />
          </>
        )}
        <Fact label={text('outcomeKnownBy')} value={date(payment.settlesAt)} />
      </div>
      {payment.paymentUrl !== null && <PaymentLink url={payment.paymentUrl} />}
    </>
  );
}

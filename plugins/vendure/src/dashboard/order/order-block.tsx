import { Alert, AlertDescription, AlertTitle, Button, Skeleton } from '@vendure/dashboard';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { CircleAlertIcon } from 'lucide-react';
import { fetchOrder } from '../api/admin-api.js';
import type { OrderOverview } from '../api/admin-api.types.js';
import { PaymentOrder } from './payment-order.js';
import { useText } from '../texts/texts.js';

/** How often the block is loaded again while something is in progress. */
const WATCH_MS = 10_000;
const MOVING: ReadonlySet<string> = new Set(['queued', 'sending', 'unknown']);

/** The fields of the page's order that the block needs. */
interface PageOrder {
  readonly id: string;
  readonly updatedAt?: string;
  readonly payments?: readonly { readonly refunds?: readonly unknown[] }[] | null;
}

const isMoving = ({ payments }: OrderOverview): boolean =>
  payments.some(({ paymentUrl, refunds }) => paymentUrl !== null || refunds.some(({ state }) => MOVING.has(state)));

/** Changes whenever the page has loaded another state of its order. */
const versionOf = ({ updatedAt, payments }: PageOrder): string =>
  `${updatedAt ?? ''}/${payments?.map(({ refunds }) => refunds?.length ?? 0).join('-') ?? ''}`;

/** The title of the block. */
export function BlockTitle() {
  const text = useText();
  return <>{text('blockTitle')}</>;
}

/** The block on the order page: what Tillbridge knows about the order's payments. */
export function OrderBlock({ context }: { readonly context: { readonly entity?: PageOrder } }) {
  const order = context.entity;
  if (!order) return null;
  return (
    <div data-testid="tillbridge-order">
      <Overview order={order} />
    </div>
  );
}

function Overview({ order }: { readonly order: PageOrder }) {
  const text = useText();
  const { data, isPending, isError, refetch } = useQuery({
    queryKey: ['TillbridgeOrder', order.id, versionOf(order)],
    queryFn: () => fetchOrder(order.id),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data && isMoving(state.data) ? WATCH_MS : false),
  });
  if (isPending) return <Loading />;
  if (isError) return <Failed onRetry={() => void refetch()} />;
  if (!data || data.payments.length === 0) {
    return <p className="text-sm text-muted-foreground">{text('noPayments')}</p>;
  }
  return (
    <div className="space-y-4">
      {data.payments.map((payment) => (
        <PaymentOrder
          key={`${payment.group}/${payment.paymentOrderId}`}
          orderId={order.id}
          payment={payment}
          timeline={data.timeline.filter(({ paymentOrderId }) => paymentOrderId === payment.paymentOrderId)}
        />
      ))}
    </div>
  );
}

function Loading() {
  return (
    <div className="space-y-2" aria-busy="true">
      <Skeleton className="h-5 w-40" />
      <Skeleton className="h-24 w-full" />
    </div>
  );
}

function Failed({ onRetry }: { readonly onRetry: () => void }) {
  const text = useText();
  return (
    <Alert variant="destructive">
      <CircleAlertIcon />
      <AlertTitle>{text('paymentsFailed')}</AlertTitle>
      <AlertDescription>
        <Button type="button" variant="outline" size="sm" className="mt-2" onClick={onRetry}>
          {text('tryAgain')}
        </Button>
      </AlertDescription>
    </Alert>
  );
}

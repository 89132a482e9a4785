import { Button, DashboardBaseWidget, Skeleton, useLocalFormat } from '@vendure/dashboard';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { CircleCheckIcon } from 'lucide-react';
import { fetchAttention } from '../api/admin-api.js';
import type { AttentionItem } from '../api/admin-api.types.js';
import { useText } from '../texts/texts.js';

/** The widget's id. */
export const WIDGET_ID = 'tillbridge-attention-widget';

const SHOWN = 8;
const CHECK_EVERY_MS = 60_000;

/** The orders whose payments need attention. */
export function AttentionWidget() {
  const text = useText();
  return (
    <DashboardBaseWidget id={WIDGET_ID} title={text('widgetTitle')} description={text('widgetHint')}>
      <div data-testid="tillbridge-widget">
        <Orders />
      </div>
    </DashboardBaseWidget>
  );
}

function Orders() {
  const text = useText();
  const { data, isPending, isError, refetch } = useQuery({
    queryKey: ['TillbridgeAttention', SHOWN],
    queryFn: () => fetchAttention({ take: SHOWN }),
    refetchInterval: CHECK_EVERY_MS,
  });
  if (isPending) return <Skeleton className="h-24 w-full" />;
  if (isError) {
    return (
      <div className="space-y-2">
        <p className="text-sm text-destructive">{text('ordersFailed')}</p>
        <Button variant="outline" size="sm" onClick={() => void refetch()}>
          {text('tryAgain')}
        </Button>
      </div>
    );
  }
  if (data.totalItems === 0) return <Nothing />;
  const more = data.totalItems - data.items.length;
  return (
    <>
      <ul className="divide-y">
        {data.items.map((item) => (
          <Row key={`${item.orderId}/${item.attention.code}`} item={item} />
        ))}
      </ul>
      {more > 0 && <p className="pt-2 text-xs text-muted-foreground">{text('andMore', { more })}</p>}
    </>
  );
}

function Nothing() {
  const text = useText();
  return (
    <p className="flex items-center gap-2 text-sm text-muted-foreground">
      <CircleCheckIcon className="size-4" />
      {text('nothingNeedsAttention')}
    </p>
  );
}

function Row({ item }: { readonly item: AttentionItem }) {
  const { formatCurrency, formatRelativeDate } = useLocalFormat();
  const { since, text } = item.attention;
  return (
    <li className="py-2">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <Button variant="ghost" size="sm" nativeButton={false} render={<Link to={`/orders/${item.orderId}`} />}>
          {item.orderCode}
        </Button>
        <span className="text-xs text-muted-foreground">
          {formatCurrency(item.amount, item.currencyCode)}
          {since !== null && ` · ${formatRelativeDate(since)}`}
        </span>
      </div>
      <p className="px-2 text-sm">{text}</p>
    </li>
  );
}

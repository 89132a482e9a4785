import { buttonVariants, DropdownMenuItem, type DashboardAlertDefinition } from '@vendure/dashboard';
import { Link } from '@tanstack/react-router';
import { fetchAttention } from '../api/admin-api.js';
import type { AttentionList } from '../api/admin-api.types.js';
import { textNow, useText } from '../texts/texts.js';

const CHECK_EVERY_MS = 60_000;
const NONE: AttentionList = { totalItems: 0, items: [] };

/**
 * Links to the order or, if there are several, to the widget that lists them. Alerts are in the menu of the bell: it
 * closes for an item of the menu, but stays open over the page for a plain button.
 */
function ShowOrders({ data, dismiss }: { readonly data: AttentionList; readonly dismiss: () => void }) {
  const text = useText();
  const [only] = data.totalItems === 1 ? data.items : [];
  const link = only ? <Link to={`/orders/${only.orderId}`} /> : <Link to="/" />;
  return (
    <DropdownMenuItem render={link} className={buttonVariants({ variant: 'secondary', size: 'sm' })} onClick={dismiss}>
      {only ? only.orderCode : text('showOrders')}
    </DropdownMenuItem>
  );
}

const count = (data: AttentionList | undefined): number => data?.totalItems ?? 0;

/** Orders that need attention, in the bell. Users who may not read orders see none. */
export const attentionAlert: DashboardAlertDefinition<AttentionList> = {
  id: 'tillbridge-attention',
  title: (data) => (count(data) === 1 ? textNow('alertOne') : textNow('alertMany', { count: count(data) })),
  description: (data) => (count(data) === 1 && data.items[0]?.attention.text) || textNow('alertHint'),
  severity: 'warning',
  check: () => fetchAttention({ take: 1 }).catch(() => NONE),
  shouldShow: (data) => count(data) > 0,
  recheckInterval: CHECK_EVERY_MS,
  actions: [{ component: ShowOrders }],
};

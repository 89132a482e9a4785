import type { DeliveryVerdict } from '../notifications/index.js';
import { durationText } from '../../pages/time-text.js';
import { Choice, FilterForm } from '../../pages/filter.parts.js';
import { ListCard, ListTable, NothingMatches } from '../../pages/list.parts.js';
import type { RenderedPage } from '../../pages/page.frame.js';
import type { DeliveryRow } from './delivery-list.js';
import { FaultTag, levelText, resendPath, triggerText } from './delivery.view.js';
import type { PageContext } from '../../pages/page-context.js';
import { merchantPage, PATHS } from './merchant.layout.js';
import { pagerLinks } from '../../pages/paging.js';
import type { Page } from '../../support/index.js';
import { ActionForm, Empty, When } from '../../pages/parts.js';
import { VerdictTag } from './verdict-tag.js';
import { transactionPath } from './transactions.view.js';

/** The content of the list of notifications. */
export interface NotificationListContent {
  readonly verdict: DeliveryVerdict | null;
  readonly list: Page<DeliveryRow>;
  readonly context: PageContext;
}

/** Every verdict, in the order of the filter. */
export const VERDICTS: readonly DeliveryVerdict[] = [
  'acknowledged',
  'refused',
  'timeout',
  'unreachable',
  'oversized',
  'blocked',
];

/** Renders the list of deliveries to the shops. */
export function notificationsPage({ verdict, list, context }: NotificationListContent): RenderedPage {
  const links = pagerLinks(list, PATHS.notifications, { verdict });
  const children = (
    <>
      <h1>Notifications</h1>
      <p class="lead">Every request that was sent to a shop, and what came of it, the newest first.</p>
      <FilterForm columns="one" action={PATHS.notifications} isNarrowed={verdict !== null}>
        <Choice name="verdict" label="Verdict" all="Any verdict" values={VERDICTS} chosen={verdict} />
      </FilterForm>
      <ListCard name="Notifications" links={links} empty={<Nothing verdict={verdict} />}>
        <NotificationTable rows={list.items} context={context} />
      </ListCard>
    </>
  );
  return merchantPage({ title: 'Notifications', section: PATHS.notifications, context, children });
}

function Nothing({ verdict }: { verdict: DeliveryVerdict | null }) {
  if (verdict !== null) return <NothingMatches what="notifications" all={PATHS.notifications} />;
  return (
    <Empty title="No notifications yet">
      One is sent when an order is created or changes, to the address in <code>notification_url</code> or to the
      terminal group's.
    </Empty>
  );
}

function NotificationTable({ rows, context }: { rows: readonly DeliveryRow[]; context: PageContext }) {
  return (
    <ListTable
      kind="t-log"
      caption="Notifications"
      columns={[
        'Order',
        'Verdict',
        'About',
        'Sent to',
        { name: 'Took', of: 'figures' },
        'Sent',
        { name: 'Send again', of: 'links' },
      ]}
    >
      {rows.map((row) => (
        <Row key={row.id} row={row} context={context} />
      ))}
    </ListTable>
  );
}

function Row({ row, context }: { row: DeliveryRow; context: PageContext }) {
  const { delivery } = row;
  return (
    <tr>
      <th scope="row" class="c-id">
        <a href={`${transactionPath(delivery.orderKey)}#notifications`}>{row.orderId}</a>
        <span class="under">{row.group}</span>
      </th>
      <td class="c-status">
        <VerdictTag verdict={delivery.verdict} status={delivery.status} />
      </td>
      <td class="c-about">
        {row.cause} <FaultTag fault={delivery.fault} />
        <span class="under">{triggerText(delivery.trigger)}</span>
      </td>
      <td class="c-to">
        <span class="mono">{hostOf(delivery.url)}</span>
        <span class="under">
          {delivery.method} to {levelText(delivery.level)}
        </span>
      </td>
      <td class="c-took number">{durationText(delivery.durationMs)}</td>
      <td class="c-time">
        <When at={delivery.at} context={context} />
      </td>
      <td class="c-link">
        <ActionForm action={resendPath(row.id)} context={context}>
          <button class="button slim" type="submit" aria-label={`Send again: ${row.cause} of ${row.orderId}`}>
            Send again
          </button>
        </ActionForm>
      </td>
    </tr>
  );
}

function hostOf(url: string): string {
  const { host, pathname } = new URL(url);
  return host + pathname;
}

import type { RenderedPage } from '../../pages/page.frame.js';
import { ListTable } from '../../pages/list.parts.js';
import { Empty, When } from '../../pages/parts.js';
import type { RefusalCount, RefusalCounts } from '../../shop/notifications/index.js';
import { refusalText } from '../../shop/admin/index.js';
import { dashboardPage, PATHS, type DashboardContext } from '../frame/dashboard.layout.js';
import { REFUSED, Tabs } from './tabs.view.js';

/** Renders what this process has refused since it was started. */
export function refusalsPage({
  refusals,
  context,
}: {
  refusals: RefusalCounts;
  context: DashboardContext;
}): RenderedPage {
  const { counts, others } = refusals;
  const children = (
    <>
      <h1>Refused requests</h1>
      <p class="lead">
        Requests that were not taken for the service's own, counted by the process that shows this page, since it was
        started. Nothing of them is stored: a stranger must not be able to fill the database. Other processes have
        counts of their own, and the log has a line for each sort.
      </p>
      <Tabs here={REFUSED} context={context} />
      <section class="card" aria-label="Refused requests" data-part="refused">
        {counts.length === 0 ? (
          <Empty title="This process has refused nothing" />
        ) : (
          <Table counts={counts} context={context} />
        )}
        {others > 0 && <p class="body small">{others} more, for other reasons.</p>}
      </section>
    </>
  );
  return dashboardPage({ title: 'Refused requests', section: PATHS.notifications, context, children });
}

function Table({ counts, context }: { counts: readonly RefusalCount[]; context: DashboardContext }) {
  return (
    <ListTable
      kind="t-notes"
      caption="Refused requests by reason"
      columns={['Why', { name: 'Times', of: 'figures' }, 'Last named group', 'Last']}
    >
      {counts.map(({ refusal, reason, times, lastGroup, lastAt }) => (
        <tr key={refusal + reason}>
          <th scope="row" class="c-id">
            {refusalText(reason)}
            <span class="under mono">{reason}</span>
          </th>
          <td class="c-status number">{times}</td>
          <td class="c-group">{lastGroup}</td>
          <td class="c-time">
            <When at={lastAt} context={context} />
          </td>
        </tr>
      ))}
    </ListTable>
  );
}

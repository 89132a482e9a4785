import type { RenderedPage } from '../../pages/page.frame.js';
import { ListTable } from '../../pages/list.parts.js';
import { Empty, When } from '../../pages/parts.js';
import { refusalText, type RefusalCount, type RefusalCounts } from '../../shop/notifications/index.js';
import { dashboardPage, PATHS, type DashboardContext } from '../frame/dashboard.layout.js';
import { REFUSED, Tabs } from './tabs.view.js';

/** Renders the requests that this process has refused since its start. */
export function refusalsPage({
  refusals,
  context,
}: {
  refusals: RefusalCounts;
  context: DashboardContext;
}): RenderedPage {
  const { counts, others } = refusals;
  const { refused: labels } = context.labels.notifications;
  const children = (
    <>
      <h1>{labels.title}</h1>
      <p class="lead">{labels.lead}</p>
      <Tabs here={REFUSED} context={context} />
      <section class="card" aria-label={labels.title} data-part="refused">
        {counts.length === 0 ? <Empty title={labels.none} /> : <Table counts={counts} context={context} />}
        {others > 0 && <p class="body small">{labels.others(others)}</p>}
      </section>
    </>
  );
  return dashboardPage({ title: labels.title, section: PATHS.notifications, context, children });
}

function Table({ counts, context }: { counts: readonly RefusalCount[]; context: DashboardContext }) {
  const { caption, columns } = context.labels.notifications.refused;
  return (
    <ListTable
      kind="t-notes"
      caption={caption}
      columns={[columns.why, { name: columns.times, of: 'figures' }, columns.group, columns.last]}
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

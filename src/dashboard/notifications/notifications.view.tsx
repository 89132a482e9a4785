import { ListCard, ListTable } from '../../pages/list.parts.js';
import { Empty, When } from '../../pages/parts.js';
import { pagerLinks } from '../../pages/paging.js';
import type { RenderedPage } from '../../pages/page.frame.js';
import { maskPersonal, type Page } from '../../support/index.js';
import type { NotificationSummary } from '../../shop/admin/index.js';
import { dashboardPage, PATHS, type DashboardContext } from '../frame/dashboard.layout.js';
import { NEEDS } from '../frame/rights.js';
import { isReplayable, type NotificationTab } from './notification-states.js';
import { ReplayAll } from './replay-all.view.js';
import type { ReplayRun } from './replay-runs.service.js';
import { notificationAddress, Tabs, tabPath } from './tabs.view.js';

/** The content of a list of notifications. */
export interface NotificationsPage {
  readonly state: NotificationTab;
  readonly list: Page<NotificationSummary>;
  /** The last replay of all of them that this process started. */
  readonly run: ReplayRun | null;
  readonly context: DashboardContext;
}

/** Renders a list of notifications. */
export function notificationsPage({ state, list, run, context }: NotificationsPage): RenderedPage {
  const { notifications: labels } = context.labels;
  const links = pagerLinks(list, context.base + PATHS.notifications, { state: state === 'all' ? null : state });
  const children = (
    <>
      <h1>{labels.title}</h1>
      <p class="lead">{labels.states[state].meaning}</p>
      <Tabs here={tabPath(state)} context={context} />
      {isReplayable(state) && (list.items.length > 0 || run !== null) && (
        <ReplayAll
          run={run}
          isEmpty={list.items.length === 0}
          action={`${context.base}${PATHS.notifications}/all/${state}`}
          needs={NEEDS.notifications}
          labels={state === 'pending' ? { ...labels.replayAll, text: labels.replayAll.waiting } : labels.replayAll}
          context={context}
        />
      )}
      <ListCard
        name={labels.title}
        part="notifications"
        links={links}
        empty={<Empty title={state === 'all' ? labels.noneYet : labels.none} />}
      >
        <Table rows={list.items} context={context} />
      </ListCard>
    </>
  );
  return dashboardPage({ title: labels.title, section: PATHS.notifications, context, children });
}

function Table({ rows, context }: { rows: readonly NotificationSummary[]; context: DashboardContext }) {
  const { notifications: labels } = context.labels;
  return (
    <ListTable kind="t-notes" caption={labels.title} columns={labels.columns}>
      {rows.map((row) => (
        <tr key={row.id}>
          <th scope="row" class="c-id">
            <a href={notificationAddress(context, row.id)}>{row.orderId}</a>
          </th>
          <td class="c-status">
            <NotificationTag state={row.state} context={context} />
          </td>
          <td class="c-to small">
            {row.reason !== null && maskPersonal(row.reason)}
            {row.attempts > 1 && <span class="under">{labels.tried(row.attempts)}</span>}
          </td>
          <td class="c-group">{row.group}</td>
          <td class="c-time">
            <When at={row.receivedAt} context={context} />
          </td>
        </tr>
      ))}
    </ListTable>
  );
}

/** A notification's state in one or two words; the colour repeats it. */
export function NotificationTag(props: {
  readonly state: NotificationSummary['state'];
  readonly context: DashboardContext;
}) {
  const { tone, name, meaning } = props.context.labels.notifications.states[props.state];
  return (
    <span class={`tag ${tone}`} title={meaning}>
      {name.toLowerCase()}
    </span>
  );
}

import { ListCard, ListTable } from '../../pages/list.parts.js';
import { ActionForm, Empty, When } from '../../pages/parts.js';
import { pagerLinks } from '../../pages/paging.js';
import type { RenderedPage } from '../../pages/page.frame.js';
import { maskPersonal, type Page } from '../../support/index.js';
import type { NotificationSummary } from '../../shop/admin/index.js';
import { dashboardPage, PATHS, type DashboardContext } from '../frame/dashboard.layout.js';
import { IfAllowed } from '../frame/rights.view.js';
import { FoldedAction } from '../refunds/refund-parts.js';
import { isReplayable, NOTIFICATION_LABELS, type NotificationTab } from './notification.labels.js';
import type { ReplayRun } from './replay-runs.service.js';
import { notificationAddress, Tabs, tabPath } from './tabs.view.js';

/** What a list of notifications shows. */
export interface NotificationsPage {
  readonly state: NotificationTab;
  readonly list: Page<NotificationSummary>;
  /** The replay of all of them that this process began last. */
  readonly run: ReplayRun | null;
  readonly context: DashboardContext;
}

/** Renders a list of notifications. */
export function notificationsPage({ state, list, run, context }: NotificationsPage): RenderedPage {
  const links = pagerLinks(list, context.base + PATHS.notifications, { state: state === 'all' ? null : state });
  const children = (
    <>
      <h1>Notifications</h1>
      <p class="lead">{NOTIFICATION_LABELS[state].meaning}</p>
      <Tabs here={tabPath(state)} context={context} />
      {isReplayable(state) && (list.items.length > 0 || run !== null) && (
        <ReplayAll state={state} run={run} isEmpty={list.items.length === 0} context={context} />
      )}
      <ListCard
        name="Notifications"
        part="notifications"
        links={links}
        empty={<Empty title={state === 'all' ? 'No notification has come yet' : 'None'} />}
      >
        <Table rows={list.items} context={context} />
      </ListCard>
    </>
  );
  return dashboardPage({ title: 'Notifications', section: PATHS.notifications, context, children });
}

interface ReplayAllProps {
  readonly state: 'unmatched' | 'parked';
  readonly run: ReplayRun | null;
  readonly isEmpty: boolean;
  readonly context: DashboardContext;
}

function ReplayAll({ state, run, isEmpty, context }: ReplayAllProps) {
  const action = `${context.base}${PATHS.notifications}/all/${state}`;
  return (
    <section class="card folds" aria-label="Replay all of them" data-part="replay">
      {run !== null && <Run run={run} action={action} context={context} />}
      {run?.ending !== null && !isEmpty && (
        <FoldedAction
          id="all"
          needs="/notifications/all/:state/replay"
          title="Replay all of them"
          action={`${action}/replay`}
          context={context}
          button={{ text: 'Replay all' }}
        >
          <p class="small">
            Has each of them applied once more, from the bytes that were received. What has happened already does not
            happen again.
          </p>
        </FoldedAction>
      )}
    </section>
  );
}

const ENDINGS = {
  complete: 'All were checked.',
  stopped: 'Stopped before the end; begun again, it goes on.',
  failed: 'It failed before the end; the log says why. Begun again, it goes on.',
} as const;

function Run({ run, action, context }: { run: ReplayRun; action: string; context: DashboardContext }) {
  const { progress, ending, by, begunAt } = run;
  return (
    <div class="body" role="status">
      <h2>{ending === null ? 'Being replayed' : 'The last replay'}</h2>
      <p>
        {progress.seen} checked: {progress.replayed} put back to be applied, {progress.waiting} that wait already.{' '}
        {ending !== null && ENDINGS[ending]}
      </p>
      <p class="small inline">
        By {by}, begun <When at={begunAt} context={context} />
        {' · '}shown by the process that does it
      </p>
      {ending === null && (
        <IfAllowed action="/notifications/all/:state/stop" title="Stop it" context={context}>
          <div class="steps">
            <ActionForm action={`${action}/stop`} context={context}>
              <input type="hidden" name="why" value="Stopped at the page" />
              <button class="button slim" type="submit">
                Stop
              </button>
            </ActionForm>
          </div>
        </IfAllowed>
      )}
    </div>
  );
}

function Table({ rows, context }: { rows: readonly NotificationSummary[]; context: DashboardContext }) {
  return (
    <ListTable
      kind="t-notes"
      caption="Notifications"
      columns={['About', 'State', 'What went wrong', 'Terminal group', 'Received']}
    >
      {rows.map((row) => (
        <tr key={row.id}>
          <th scope="row" class="c-id">
            <a href={notificationAddress(context, row.id)}>{row.orderId}</a>
          </th>
          <td class="c-status">
            <NotificationTag state={row.state} />
          </td>
          <td class="c-to small">
            {row.reason !== null && maskPersonal(row.reason)}
            {row.attempts > 1 && <span class="under">tried {row.attempts} times</span>}
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

/** A notification's state in a word or two; its colour says the same again. */
export function NotificationTag({ state }: { state: NotificationSummary['state'] }) {
  const { tone, name, meaning } = NOTIFICATION_LABELS[state];
  return (
    <span class={`tag ${tone}`} title={meaning}>
      {name.toLowerCase()}
    </span>
  );
}

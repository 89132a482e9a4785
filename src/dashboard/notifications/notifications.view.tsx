import { ListCard, ListTable } from '../../pages/list.parts.js';
import { ActionForm, Empty, When } from '../../pages/parts.js';
import { pagerLinks } from '../../pages/paging.js';
import type { RenderedPage } from '../../pages/page.frame.js';
import { maskPersonal, type Page } from '../../support/index.js';
import type { NotificationSummary } from '../../shop/admin/index.js';
import { dashboardPage, PATHS, type DashboardDesk } from '../frame/dashboard.layout.js';
import { FoldedAction } from '../refunds/refund-parts.js';
import { isReplayable, NOTIFICATION_WORDS, type NotificationTab } from './notification-words.js';
import type { ReplayRun } from './replay-runs.service.js';
import { notificationAddress, Tabs, tabPath } from './tabs.view.js';

/** What a list of notifications shows. */
export interface NotificationsPage {
  readonly state: NotificationTab;
  readonly list: Page<NotificationSummary>;
  /** The replay of all of them that this process began last. */
  readonly run: ReplayRun | null;
  readonly desk: DashboardDesk;
}

/** Renders a list of notifications. */
export function notificationsPage({ state, list, run, desk }: NotificationsPage): RenderedPage {
  const links = pagerLinks(list, desk.base + PATHS.notifications, { state: state === 'all' ? null : state });
  const children = (
    <>
      <h1>Notifications</h1>
      <p class="lead">{NOTIFICATION_WORDS[state].meaning}</p>
      <Tabs here={tabPath(state)} desk={desk} />
      {isReplayable(state) && (list.items.length > 0 || run !== null) && (
        <ReplayAll state={state} run={run} isEmpty={list.items.length === 0} desk={desk} />
      )}
      <ListCard
        name="Notifications"
        part="notifications"
        links={links}
        empty={<Empty title={state === 'all' ? 'No notification has come yet' : 'None'} />}
      >
        <Table rows={list.items} desk={desk} />
      </ListCard>
    </>
  );
  return dashboardPage({ title: 'Notifications', section: PATHS.notifications, desk, children });
}

interface ReplayAllProps {
  readonly state: 'unmatched' | 'parked';
  readonly run: ReplayRun | null;
  readonly isEmpty: boolean;
  readonly desk: DashboardDesk;
}

function ReplayAll({ state, run, isEmpty, desk }: ReplayAllProps) {
  const action = `${desk.base}${PATHS.notifications}/all/${state}`;
  return (
    <section class="card folds" aria-label="Replay all of them" data-part="replay">
      {run !== null && <Run run={run} action={action} desk={desk} />}
      {run?.ending !== null && !isEmpty && (
        <FoldedAction
          id="all"
          title="Replay all of them"
          action={`${action}/replay`}
          desk={desk}
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
  complete: 'All were looked at.',
  stopped: 'Stopped before the end; begun again, it goes on.',
  failed: 'It failed before the end; the log says why. Begun again, it goes on.',
} as const;

function Run({ run, action, desk }: { run: ReplayRun; action: string; desk: DashboardDesk }) {
  const { progress, ending, by, begunAt } = run;
  return (
    <div class="body" role="status">
      <h2>{ending === null ? 'Being replayed' : 'The last replay'}</h2>
      <p>
        {progress.seen} looked at: {progress.replayed} put back to be applied, {progress.waiting} that wait already.{' '}
        {ending !== null && ENDINGS[ending]}
      </p>
      <p class="small inline">
        By {by}, begun <When at={begunAt} desk={desk} />
        {' · '}shown by the process that does it
      </p>
      {ending === null && (
        <div class="steps">
          <ActionForm action={`${action}/stop`} desk={desk}>
            <input type="hidden" name="why" value="Stopped at the page" />
            <button class="button slim" type="submit">
              Stop
            </button>
          </ActionForm>
        </div>
      )}
    </div>
  );
}

function Table({ rows, desk }: { rows: readonly NotificationSummary[]; desk: DashboardDesk }) {
  return (
    <ListTable
      kind="t-notes"
      caption="Notifications"
      columns={['About', 'State', 'What went wrong', 'Terminal group', 'Received']}
    >
      {rows.map((row) => (
        <tr key={row.id}>
          <th scope="row" class="c-id">
            <a href={notificationAddress(desk, row.id)}>{row.orderId}</a>
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
            <When at={row.receivedAt} desk={desk} />
          </td>
        </tr>
      ))}
    </ListTable>
  );
}

/** A notification's state in a word or two; its colour says the same again. */
export function NotificationTag({ state }: { state: NotificationSummary['state'] }) {
  const { tone, name, meaning } = NOTIFICATION_WORDS[state];
  return (
    <span class={`tag ${tone}`} title={meaning}>
      {name.toLowerCase()}
    </span>
  );
}

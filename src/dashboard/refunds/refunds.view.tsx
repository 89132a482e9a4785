import { moneyText } from '../../pages/money-text.js';
import type { RenderedPage } from '../../pages/page.frame.js';
import { pagerLinks, type ListPage } from '../../pages/paging.js';
import { Empty, Pager, When } from '../../pages/parts.js';
import { REFUND_STATES, type Refund, type RefundState } from '../../shop/refunds/index.js';
import { dashboardPage, PATHS, type DashboardDesk } from '../frame/dashboard.layout.js';
import { Lanes, type LaneSight } from './lanes.view.js';
import { Choice, refundPath, RefundTag } from './refund-parts.js';
import { reasonText, STATE_WORDS } from './refund-words.js';

/** Which refunds are looked for. */
export interface RefundsFilter {
  /** The shop's own order id, as a whole; empty for any. */
  readonly order: string;
  readonly state: RefundState | null;
  readonly group: string | null;
  readonly batch: string | null;
}

/** What the list of refunds shows. */
export interface RefundsPage {
  readonly filter: RefundsFilter;
  readonly list: ListPage<Refund>;
  /** Names of all terminal groups. */
  readonly groups: readonly string[];
  /** None where something certain is looked for. */
  readonly lanes: readonly LaneSight[];
  readonly desk: DashboardDesk;
}

/** Renders the list of refunds, below the lanes that send them. */
export function refundsPage(page: RefundsPage): RenderedPage {
  const { filter, list, lanes, desk } = page;
  const fields = { order: filter.order, state: filter.state, group: filter.group, batch: filter.batch };
  const links = pagerLinks(list, desk.base + PATHS.refunds, fields);
  const children = (
    <>
      <h1>Refunds</h1>
      <p class="lead">
        Money on its way back, the newest first. Each group sends one refund at a time, in its own lane. To give money
        back, open the order; for many at once, <a href={desk.base + PATHS.batches}>upload a batch</a>.
      </p>
      <Decisions lanes={lanes} desk={desk} />
      {lanes.length > 0 && <Lanes lanes={lanes} desk={desk} />}
      <Filters page={page} />
      <section class="card" aria-label="Refunds" data-part="refunds">
        {list.items.length === 0 ? (
          <Nothing filter={filter} desk={desk} />
        ) : (
          <RefundTable refunds={list.items} desk={desk} />
        )}
        {list.items.length > 0 && <Pager links={{ ...links, byAge: true }} />}
      </section>
    </>
  );
  return dashboardPage({ title: 'Refunds', section: PATHS.refunds, desk, children });
}

function Decisions({ lanes, desk }: { lanes: readonly LaneSight[]; desk: DashboardDesk }) {
  const count = lanes.reduce((sum, { lane }) => sum + lane.manual, 0);
  return (
    <div data-part="decisions">
      {count > 0 && (
        <p class="notice bad">
          <strong>{count === 1 ? 'One refund needs a decision.' : `${count} refunds need a decision.`}</strong>
          <a href={`${desk.base}${PATHS.refunds}?state=manual`}>Look at the evidence</a>
        </p>
      )}
    </div>
  );
}

function Filters({ page: { filter, groups, desk } }: { page: RefundsPage }) {
  const states = REFUND_STATES.map((state) => [state, STATE_WORDS[state].name] as const);
  const address = desk.base + PATHS.refunds;
  return (
    <form class="filters four" method="get" action={address} role="search">
      <div class="field">
        <label for="order">Order id, as a whole</label>
        <input id="order" type="search" name="order" value={filter.order} maxlength={64} autocomplete="off" />
      </div>
      <Choice name="state" label="State" all="Any state" values={states} chosen={filter.state} />
      <Choice
        name="group"
        label="Terminal group"
        all="Any group"
        values={groups.map((name) => [name, name])}
        chosen={filter.group}
      />
      {filter.batch !== null && <input type="hidden" name="batch" value={filter.batch} />}
      <div class="go">
        <button class="button main" type="submit">
          Show
        </button>
        {isFiltered(filter) && <a href={address}>Show all</a>}
      </div>
    </form>
  );
}

function Nothing({ filter, desk }: { filter: RefundsFilter; desk: DashboardDesk }) {
  if (!isFiltered(filter)) return <Empty title="No refunds yet">They are asked for on the page of an order.</Empty>;
  return (
    <Empty title="Nothing matches">
      Change what is looked for, or <a href={desk.base + PATHS.refunds}>show all refunds</a>.
    </Empty>
  );
}

/** Whether anything certain is looked for. */
export const isFiltered = ({ order, state, group, batch }: RefundsFilter): boolean =>
  order !== '' || state !== null || group !== null || batch !== null;

/** Refunds as lines of a table. */
export function RefundTable({ refunds, desk }: { refunds: readonly Refund[]; desk: DashboardDesk }) {
  return (
    <table class="t-refunds">
      <caption>Refunds</caption>
      <thead>
        <tr>
          <th scope="col">Order</th>
          <th scope="col">State</th>
          <th scope="col" class="number">
            Amount
          </th>
          <th scope="col">Sent, or planned</th>
          <th scope="col">Group</th>
          <th scope="col">Asked for</th>
        </tr>
      </thead>
      <tbody>
        {refunds.map((refund) => (
          <Row key={refund.id} refund={refund} desk={desk} />
        ))}
      </tbody>
    </table>
  );
}

function Row({ refund, desk }: { refund: Refund; desk: DashboardDesk }) {
  const { id, orderId, reason, state, amount, group, askedBy, createdAt, origin } = refund;
  return (
    <tr>
      <th scope="row" class="c-id">
        <a href={refundPath(desk, id)}>{orderId}</a>
        <span class="under">{origin === 'elsewhere' ? 'made elsewhere' : reason}</span>
      </th>
      <td class="c-status">
        <RefundTag state={state} />
      </td>
      <td class="c-amount number">{moneyText(amount.amount, amount.currency)}</td>
      <td class="c-to">
        <Sending refund={refund} desk={desk} />
      </td>
      <td class="c-group">{group}</td>
      <td class="c-time">
        <When at={createdAt} desk={desk} />
        {askedBy !== null && <span class="under">by {askedBy}</span>}
      </td>
    </tr>
  );
}

/** When a refund is or was sent, or why it is not. */
export function Sending({ refund, desk }: { refund: Refund; desk: DashboardDesk }) {
  const { state, plannedAt, lastSentAt, stateReason } = refund;
  if (state === 'queued')
    return plannedAt === null ? <>held: its lane or batch stands still</> : <Planned at={plannedAt} desk={desk} />;
  const isAlarming = state === 'manual' || state === 'rejected' || state === 'unknown';
  if (isAlarming && stateReason !== null) return <span class="small">{reasonText(stateReason)}</span>;
  return lastSentAt === null ? <span class="small">never sent from here</span> : <When at={lastSentAt} desk={desk} />;
}

function Planned({ at, desk }: { at: number; desk: DashboardDesk }) {
  return at <= desk.now ? <>next</> : <When at={at} desk={desk} />;
}

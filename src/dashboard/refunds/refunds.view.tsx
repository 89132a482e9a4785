import { moneyText } from '../../pages/money-text.js';
import { Choice, DayField, FilterForm, isFiltered, SearchField } from '../../pages/filter.parts.js';
import { ListCard, ListTable, NothingMatches } from '../../pages/list.parts.js';
import type { RenderedPage } from '../../pages/page.frame.js';
import { pagerLinks } from '../../pages/paging.js';
import type { Page } from '../../support/index.js';
import { Empty, When } from '../../pages/parts.js';
import { REFUND_STATES, refundReasonText, type RefundState } from '../../shop/refund-records/index.js';
import type { Refund } from '../../shop/refunds/index.js';
import { dashboardPage, PATHS, type DashboardContext } from '../frame/dashboard.layout.js';
import { ExportLink } from '../frame/export-link.view.js';
import { Lanes, type LaneRow } from './lanes.view.js';
import { refundPath, RefundTag, standingText } from './refund-parts.js';

/** The filter of the list of refunds. */
export interface RefundsFilter {
  /** The shop's own order id, complete; empty for all. */
  readonly order: string;
  readonly state: RefundState | null;
  readonly group: string | null;
  readonly batch: string | null;
  /** First day, `YYYY-MM-DD` in the page's zone. */
  readonly from: string | null;
  /** Last day. */
  readonly to: string | null;
}

/** The content of the list of refunds. */
export interface RefundsPage {
  readonly filter: RefundsFilter;
  readonly list: Page<Refund>;
  /** Names of all terminal groups. */
  readonly groups: readonly string[];
  /** Empty if a filter is set. */
  readonly lanes: readonly LaneRow[];
  readonly context: DashboardContext;
}

/** Renders the list of refunds, below the lanes. */
export function refundsPage(page: RefundsPage): RenderedPage {
  const { filter, list, lanes, context } = page;
  const { refunds: labels } = context.labels;
  const links = pagerLinks(list, context.base + PATHS.refunds, { ...filter });
  const children = (
    <>
      <h1>{labels.title}</h1>
      <p class="lead">
        {labels.lead} <a href={context.base + PATHS.batches}>{labels.upload}</a>.
      </p>
      <Decisions lanes={lanes} context={context} />
      {lanes.length > 0 && <Lanes lanes={lanes} context={context} />}
      <Filters page={page} />
      <ListCard name={labels.title} part="refunds" links={links} empty={<Nothing filter={filter} context={context} />}>
        <RefundTable refunds={list.items} context={context} />
      </ListCard>
      {list.items.length > 0 && <ExportLink path={PATHS.refunds} fields={{ ...filter }} context={context} />}
    </>
  );
  return dashboardPage({ title: labels.title, section: PATHS.refunds, context, children });
}

function Decisions({ lanes, context }: { lanes: readonly LaneRow[]; context: DashboardContext }) {
  const { refunds: labels } = context.labels;
  const count = lanes.reduce((sum, { lane }) => sum + lane.manual, 0);
  return (
    <div data-part="decisions">
      {count > 0 && (
        <p class="notice bad">
          <strong>{labels.decisions(count)}</strong>
          <a href={`${context.base}${PATHS.refunds}?state=manual`}>{labels.evidence}</a>
        </p>
      )}
    </div>
  );
}

function Filters({ page: { filter, groups, context } }: { page: RefundsPage }) {
  const { refunds, refund } = context.labels;
  const { filters: labels } = refunds;
  const states = REFUND_STATES.map((state) => [state, refund.states[state].name] as const);
  return (
    <FilterForm columns="five" action={context.base + PATHS.refunds} isNarrowed={isFiltered(filter)}>
      <SearchField name="order" label={labels.order} value={filter.order} most={64} />
      <Choice name="state" label={labels.state} all={labels.anyState} values={states} chosen={filter.state} />
      <Choice name="group" label={labels.group} all={labels.anyGroup} values={groups} chosen={filter.group} />
      <DayField name="from" label={labels.from} day={filter.from} />
      <DayField name="to" label={labels.to} day={filter.to} />
      {filter.batch !== null && <input type="hidden" name="batch" value={filter.batch} />}
    </FilterForm>
  );
}

function Nothing({ filter, context }: { filter: RefundsFilter; context: DashboardContext }) {
  const { none, what } = context.labels.refunds;
  if (!isFiltered(filter)) return <Empty title={none.title}>{none.text}</Empty>;
  return <NothingMatches what={what} all={context.base + PATHS.refunds} />;
}

/** Refunds as rows of a table. */
export function RefundTable({ refunds, context }: { refunds: readonly Refund[]; context: DashboardContext }) {
  const { title, columns } = context.labels.refunds;
  return (
    <ListTable
      kind="t-refunds"
      caption={title}
      columns={[
        columns.order,
        columns.state,
        { name: columns.amount, of: 'figures' },
        columns.sent,
        columns.group,
        columns.requested,
      ]}
    >
      {refunds.map((refund) => (
        <Row key={refund.id} refund={refund} context={context} />
      ))}
    </ListTable>
  );
}

function Row({ refund, context }: { refund: Refund; context: DashboardContext }) {
  const { refunds: labels } = context.labels;
  const { id, orderId, reason, amount, group, askedBy, createdAt, origin } = refund;
  const { text: chargeback } = standingText(refund, context.labels.refund);
  return (
    <tr>
      <th scope="row" class="c-id">
        <a href={refundPath(context, id)}>{orderId}</a>
        <span class="under">{origin === 'shop' ? reason : origin === 'elsewhere' ? labels.elsewhere : chargeback}</span>
      </th>
      <td class="c-status">
        <RefundTag of={refund} context={context} />
      </td>
      <td class="c-amount number">{moneyText(amount.amount, amount.currency)}</td>
      <td class="c-to">
        <Sending refund={refund} context={context} />
      </td>
      <td class="c-group">{group}</td>
      <td class="c-time">
        <When at={createdAt} context={context} />
        {askedBy !== null && <span class="under">{labels.by(askedBy)}</span>}
      </td>
    </tr>
  );
}

/** When a refund is or was sent, or why it is not sent. */
export function Sending({ refund, context }: { refund: Refund; context: DashboardContext }) {
  const { held, neverSent } = context.labels.refunds;
  const { state, plannedAt, lastSentAt, stateReason, origin } = refund;
  if (origin === 'chargeback') return <></>;
  if (state === 'queued') return plannedAt === null ? <>{held}</> : <Planned at={plannedAt} context={context} />;
  const isAlarming = state === 'manual' || state === 'rejected' || state === 'unknown';
  if (isAlarming && stateReason !== null) return <span class="small">{refundReasonText(stateReason)}</span>;
  return lastSentAt === null ? <span class="small">{neverSent}</span> : <When at={lastSentAt} context={context} />;
}

function Planned({ at, context }: { at: number; context: DashboardContext }) {
  return at <= context.now ? <>{context.labels.refunds.next}</> : <When at={at} context={context} />;
}

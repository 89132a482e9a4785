import { Choice, DayField, FilterForm, isFiltered, SearchField } from '../../pages/filter.parts.js';
import { ListCard, ListTable, NothingMatches } from '../../pages/list.parts.js';
import type { RenderedPage } from '../../pages/page.frame.js';
import { addressOf, pagerLinks } from '../../pages/paging.js';
import { Empty, When } from '../../pages/parts.js';
import type { DecisionLine } from '../../shop/admin/index.js';
import { DECISION_WIDTH } from '../../shop/decisions/index.js';
import { maskPersonal, type Page } from '../../support/index.js';
import { batchPath } from '../batches/batch-parts.js';
import { dashboardPage, PATHS, type DashboardContext } from '../frame/dashboard.layout.js';
import { decisionText } from '../frame/decision-text.js';
import { ExportLink } from '../frame/export-link.view.js';
import { notificationAddress } from '../notifications/tabs.view.js';
import { orderAddress } from '../orders/order-address.js';
import { refundPath } from '../refunds/refund-parts.js';
import type { AuditFilter } from './audit-filter.js';

/** The content of the page. */
export interface AuditPage {
  readonly filter: AuditFilter;
  readonly list: Page<DecisionLine>;
  readonly context: DashboardContext;
}

/** Renders the decisions of staff. */
export function auditPage({ filter, list, context }: AuditPage): RenderedPage {
  const { audit: labels } = context.labels;
  const address = context.base + PATHS.audit;
  const links = pagerLinks(list, address, { ...filter });
  const children = (
    <>
      <h1>{labels.title}</h1>
      <p class="lead">{labels.lead(context.timeZone)}</p>
      <Filters filter={filter} address={address} context={context} />
      <ListCard
        name={labels.title}
        part="audit"
        links={links}
        empty={<Nothing filter={filter} all={address} labels={labels} />}
      >
        <ListTable kind="t-audit" caption={labels.title} columns={labels.columns}>
          {list.items.map((line) => (
            <Row key={line.id} line={line} context={context} />
          ))}
        </ListTable>
      </ListCard>
      {list.items.length > 0 && <ExportLink path={PATHS.audit} fields={{ ...filter }} context={context} />}
    </>
  );
  return dashboardPage({ title: labels.title, section: PATHS.audit, context, children });
}

type Labels = DashboardContext['labels']['audit'];

function Filters({ filter, address, context }: { filter: AuditFilter; address: string; context: DashboardContext }) {
  const { audit: labels, decisions } = context.labels;
  return (
    <FilterForm columns="five" action={address} isNarrowed={isFiltered(filter)}>
      <SearchField name="by" label={labels.person} value={filter.by} most={DECISION_WIDTH.by} />
      <Choice
        name="kind"
        label={labels.kind}
        all={labels.anyKind}
        values={Object.keys(decisions.did).map((kind) => [kind, decisionText(decisions, kind)])}
        chosen={filter.kind}
      />
      <DayField name="from" label={labels.from} day={filter.from} />
      <DayField name="to" label={labels.to} day={filter.to} />
    </FilterForm>
  );
}

function Nothing({ filter, all, labels }: { filter: AuditFilter; all: string; labels: Labels }) {
  if (isFiltered(filter)) return <NothingMatches what={labels.what} all={all} />;
  return <Empty title={labels.empty}>{labels.emptyText}</Empty>;
}

function Row({ line, context }: { line: DecisionLine; context: DashboardContext }) {
  const { about, subject, group, orderId, by, decision, why, decidedAt } = line;
  const { audit: labels } = context.labels;
  return (
    <tr>
      <th scope="row" class="c-id">
        <a href={addressOfSubject(line, context)}>{orderId === '' ? group || labels.about[about] : orderId}</a>
        <span class="under">{subject ?? labels.about[about]}</span>
      </th>
      <td class="c-about">
        <a href={addressOf(context.base + PATHS.audit, { by })}>{by}</a>{' '}
        {decisionText(context.labels.decisions, decision)}
      </td>
      <td class="c-to">{maskPersonal(why)}</td>
      <td class="c-time">
        <When at={decidedAt} context={context} />
      </td>
    </tr>
  );
}

/** The page of a decision's subject. */
function addressOfSubject({ about, subjectId, group, orderId }: DecisionLine, context: DashboardContext): string {
  if (about === 'group') return context.base + PATHS.settings;
  if (about === 'notification') {
    return subjectId === null ? context.base + PATHS.notifications : notificationAddress(context, subjectId);
  }
  if (about === 'refund' && subjectId !== null) return refundPath(context, subjectId);
  if (about === 'batch' && subjectId !== null) return batchPath(context, subjectId);
  return orderAddress(context, { group, orderId });
}

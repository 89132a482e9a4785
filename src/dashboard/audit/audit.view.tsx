import { Choice, DayField, FilterForm, SearchField } from '../../pages/filter.parts.js';
import { ListCard, ListTable, NothingMatches } from '../../pages/list.parts.js';
import type { RenderedPage } from '../../pages/page.frame.js';
import { addressOf, pagerLinks } from '../../pages/paging.js';
import { Empty, When } from '../../pages/parts.js';
import type { DecisionLine } from '../../shop/admin/index.js';
import { maskPersonal, type Page } from '../../support/index.js';
import { batchPath } from '../batches/batch-parts.js';
import { dashboardPage, PATHS, type DashboardContext } from '../frame/dashboard.layout.js';
import { ExportLink } from '../frame/export-link.view.js';
import { notificationAddress } from '../notifications/tabs.view.js';
import { orderAddress } from '../orders/order-address.js';
import { refundPath } from '../refunds/refund-parts.js';
import { LONGEST_NAME, type AuditFilter } from './audit-filter.js';
import { ABOUT_LABELS, AUDIT_LABELS, DECISION_LABELS } from './audit.labels.js';

/** What the page shows. */
export interface AuditPage {
  readonly filter: AuditFilter;
  readonly list: Page<DecisionLine>;
  readonly context: DashboardContext;
}

/** Renders what people did by hand. */
export function auditPage({ filter, list, context }: AuditPage): RenderedPage {
  const address = context.base + PATHS.audit;
  const links = pagerLinks(list, address, { ...filter });
  const children = (
    <>
      <h1>{AUDIT_LABELS.title}</h1>
      <p class="lead">{AUDIT_LABELS.lead(context.timeZone)}</p>
      <Filters filter={filter} address={address} />
      <ListCard name={AUDIT_LABELS.title} part="audit" links={links} empty={<Nothing filter={filter} all={address} />}>
        <ListTable kind="t-audit" caption={AUDIT_LABELS.title} columns={AUDIT_LABELS.columns}>
          {list.items.map((line) => (
            <Row key={line.id} line={line} context={context} />
          ))}
        </ListTable>
      </ListCard>
      {list.items.length > 0 && <ExportLink path={PATHS.audit} fields={{ ...filter }} context={context} />}
    </>
  );
  return dashboardPage({ title: AUDIT_LABELS.title, section: PATHS.audit, context, children });
}

const isNarrowed = (filter: AuditFilter): boolean => Object.values(filter).some(Boolean);

function Filters({ filter, address }: { filter: AuditFilter; address: string }) {
  return (
    <FilterForm columns="five" action={address} isNarrowed={isNarrowed(filter)}>
      <SearchField name="by" label={AUDIT_LABELS.person} value={filter.by} most={LONGEST_NAME} />
      <Choice
        name="kind"
        label={AUDIT_LABELS.kind}
        all={AUDIT_LABELS.anyKind}
        values={Object.entries(DECISION_LABELS)}
        chosen={filter.kind}
      />
      <DayField name="from" label={AUDIT_LABELS.from} day={filter.from} />
      <DayField name="to" label={AUDIT_LABELS.to} day={filter.to} />
    </FilterForm>
  );
}

function Nothing({ filter, all }: { filter: AuditFilter; all: string }) {
  if (isNarrowed(filter)) return <NothingMatches what={AUDIT_LABELS.what} all={all} />;
  return <Empty title={AUDIT_LABELS.empty}>{AUDIT_LABELS.emptyText}</Empty>;
}

function Row({ line, context }: { line: DecisionLine; context: DashboardContext }) {
  const { about, subject, group, orderId, by, decision, why, decidedAt } = line;
  return (
    <tr>
      <th scope="row" class="c-id">
        <a href={addressOfSubject(line, context)}>{orderId === '' ? group || ABOUT_LABELS[about] : orderId}</a>
        <span class="under">{subject ?? ABOUT_LABELS[about]}</span>
      </th>
      <td class="c-about">
        <a href={addressOf(context.base + PATHS.audit, { by })}>{by}</a> {DECISION_LABELS[decision]}
      </td>
      <td class="c-to">{maskPersonal(why)}</td>
      <td class="c-time">
        <When at={decidedAt} context={context} />
      </td>
    </tr>
  );
}

/** The page of what it was about. */
function addressOfSubject({ about, subjectId, group, orderId }: DecisionLine, context: DashboardContext): string {
  if (about === 'group') return context.base + PATHS.settings;
  if (about === 'notification') {
    return subjectId === null ? context.base + PATHS.notifications : notificationAddress(context, subjectId);
  }
  if (about === 'refund' && subjectId !== null) return refundPath(context, subjectId);
  if (about === 'batch' && subjectId !== null) return batchPath(context, subjectId);
  return orderAddress(context, { group, orderId });
}

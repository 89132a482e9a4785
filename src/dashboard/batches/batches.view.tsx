import { ListCard, ListTable } from '../../pages/list.parts.js';
import { moneyText } from '../../pages/money-text.js';
import type { RenderedPage } from '../../pages/page.frame.js';
import { pagerLinks } from '../../pages/paging.js';
import type { Page } from '../../support/index.js';
import { ActionForm, Empty, When } from '../../pages/parts.js';
import type { RefundBatch } from '../../shop/refunds/index.js';
import { dashboardPage, PATHS, type DashboardContext } from '../frame/dashboard.layout.js';
import { NEEDS } from '../frame/rights.js';
import { IfAllowed } from '../frame/rights.view.js';
import { batchPath, BatchTag, ProgressBar, sentCount } from './batch-parts.js';

/** The content of the list of batches. */
export interface BatchesPage {
  readonly list: Page<RefundBatch>;
  /** Names of all terminal groups. */
  readonly groups: readonly string[];
  readonly context: DashboardContext;
}

/** What a clerk has entered. */
export interface UploadFields {
  readonly group: string;
  readonly key: string;
  readonly why: string;
}

/** Renders the list of batches, below the upload form. */
export function batchesPage({ list, groups, context }: BatchesPage): RenderedPage {
  const { batches: labels } = context.labels;
  const links = pagerLinks(list, context.base + PATHS.batches);
  const children = (
    <>
      <h1>{labels.title}</h1>
      <p class="lead">{labels.lead}</p>
      <section class="card" aria-labelledby="upload">
        <div class="head">
          <h2 id="upload">{labels.upload.title}</h2>
          <p>{labels.upload.hint}</p>
        </div>
        <IfAllowed needs={NEEDS.upload} title={labels.upload.title} context={context}>
          <div class="body">
            <UploadForm fields={EMPTY} groups={groups} context={context} />
          </div>
        </IfAllowed>
      </section>
      <ListCard
        name={labels.name}
        part="batches"
        links={links}
        empty={<Empty title={labels.none.title}>{labels.none.text}</Empty>}
      >
        <BatchTable batches={list.items} context={context} />
      </ListCard>
    </>
  );
  return dashboardPage({ title: labels.name, section: PATHS.batches, context, children });
}

const EMPTY: UploadFields = { group: '', key: '', why: '' };

/** Fields for a file, or for its text. The text is never written back into the page: it may be megabytes. */
export function FileFields({ context }: { context: Pick<DashboardContext, 'labels'> }) {
  const { upload: labels } = context.labels.batches;
  return (
    <>
      <div class="field">
        <label for="file">{labels.file}</label>
        <input id="file" type="file" name="file" accept=".csv,text/csv,text/plain" />
      </div>
      <div class="field">
        <label for="csv">{labels.text}</label>
        <textarea id="csv" class="csv" name="csv" placeholder={labels.example} spellcheck={false} />
      </div>
    </>
  );
}

/** Fields for name, group and reason of a batch, next to its rows. */
export function UploadForm(props: { fields: UploadFields; groups: readonly string[]; context: DashboardContext }) {
  const { fields, groups, context } = props;
  const { upload: labels } = context.labels.batches;
  return (
    <ActionForm action={`${context.base}${PATHS.batches}/preview`} context={context} hasFiles>
      <div class="upload">
        <div class="pair">
          <div class="field">
            <label for="group">{labels.group}</label>
            <select id="group" name="group" required>
              {groups.map((name) => (
                <option key={name} value={name} selected={name === fields.group}>
                  {name}
                </option>
              ))}
            </select>
          </div>
          <div class="field">
            <label for="key">{labels.key}</label>
            <input id="key" type="text" name="key" value={fields.key} required maxlength={120} autocomplete="off" />
          </div>
        </div>
        <FileFields context={context} />
        <div class="field">
          <label for="why">{labels.why}</label>
          <input id="why" type="text" name="why" value={fields.why} required maxlength={200} autocomplete="off" />
        </div>
        <button class="button main" type="submit">
          {labels.button}
        </button>
      </div>
    </ActionForm>
  );
}

function BatchTable({ batches, context }: { batches: readonly RefundBatch[]; context: DashboardContext }) {
  const { name, columns } = context.labels.batches;
  return (
    <ListTable
      kind="t-batches"
      caption={name}
      columns={[columns.batch, columns.state, columns.sent, columns.group, columns.requested]}
    >
      {batches.map((batch) => (
        <Row key={batch.id} batch={batch} context={context} />
      ))}
    </ListTable>
  );
}

function Row({ batch, context }: { batch: RefundBatch; context: DashboardContext }) {
  const { batches: labels } = context.labels;
  const totals = batch.totals.map(({ amount }) => moneyText(amount.amount, amount.currency)).join(labels.and);
  return (
    <tr>
      <th scope="row" class="c-id">
        <a href={batchPath(context, batch.id)}>{batch.key}</a>
        <span class="under">{totals}</span>
      </th>
      <td class="c-status">
        <BatchTag batch={batch} context={context} />
      </td>
      <td class="c-to">
        <ProgressBar batch={batch} context={context} isThin />
        <span class="under">
          {labels.of(sentCount(batch), batch.size)}
          {batch.estimatedEnd !== null && (
            <>
              {labels.last} <When at={batch.estimatedEnd} context={context} />
            </>
          )}
        </span>
      </td>
      <td class="c-group">{batch.group}</td>
      <td class="c-time">
        <When at={batch.createdAt} context={context} />
        {batch.askedBy !== null && <span class="under">{labels.by(batch.askedBy)}</span>}
      </td>
    </tr>
  );
}

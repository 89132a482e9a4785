import { ListCard, ListTable } from '../../pages/list.parts.js';
import { moneyText } from '../../pages/money-text.js';
import type { RenderedPage } from '../../pages/page.frame.js';
import { pagerLinks } from '../../pages/paging.js';
import type { Page } from '../../support/index.js';
import { ActionForm, Empty, When } from '../../pages/parts.js';
import type { RefundBatch } from '../../shop/refunds/index.js';
import { dashboardPage, PATHS, type DashboardContext } from '../frame/dashboard.layout.js';
import { IfAllowed } from '../frame/rights.view.js';
import { batchPath, BatchTag, ProgressBar, sentCount } from './batch-parts.js';

/** What the list of batches shows. */
export interface BatchesPage {
  readonly list: Page<RefundBatch>;
  /** Names of all terminal groups. */
  readonly groups: readonly string[];
  readonly context: DashboardContext;
}

/** What a clerk has filled in. */
export interface UploadFields {
  readonly group: string;
  readonly key: string;
  readonly why: string;
}

/** Renders the list of batches, below the form that uploads one. */
export function batchesPage({ list, groups, context }: BatchesPage): RenderedPage {
  const links = pagerLinks(list, context.base + PATHS.batches);
  const children = (
    <>
      <h1>Batches of refunds</h1>
      <p class="lead">
        Many refunds from one file. The file is judged as a whole before anything is written; nothing is sent before
        every refund is on record; and the same file uploaded again under the same name changes nothing.
      </p>
      <section class="card" aria-labelledby="upload">
        <div class="head">
          <h2 id="upload">Upload a batch</h2>
          <p>You see what it comes to before anything happens</p>
        </div>
        <IfAllowed action="/refunds/batches/preview" title="Upload a batch" context={context}>
          <div class="body">
            <UploadForm fields={EMPTY} groups={groups} context={context} />
          </div>
        </IfAllowed>
      </section>
      <ListCard
        name="Batches"
        part="batches"
        links={links}
        empty={<Empty title="No batches yet">They are listed here, the newest first.</Empty>}
      >
        <BatchTable batches={list.items} context={context} />
      </ListCard>
    </>
  );
  return dashboardPage({ title: 'Batches', section: PATHS.batches, context, children });
}

const EMPTY: UploadFields = { group: '', key: '', why: '' };
const EXAMPLE = 'order id,amount,currency,reason,key\nS10042,12.50,EUR,Mug broken,return-88';

/** Where a file is chosen, or its text pasted. What was sent is never written back: it may be megabytes. */
export function FileFields() {
  return (
    <>
      <div class="field">
        <label for="file">A CSV file with a header: order id, amount, currency, reason, key</label>
        <input id="file" type="file" name="file" accept=".csv,text/csv,text/plain" />
      </div>
      <div class="field">
        <label for="csv">Or its text</label>
        <textarea id="csv" class="csv" name="csv" placeholder={EXAMPLE} spellcheck={false} />
      </div>
    </>
  );
}

/** What a batch is called, whose it is and why, beside its rows. */
export function UploadForm(props: { fields: UploadFields; groups: readonly string[]; context: DashboardContext }) {
  const { fields, groups, context } = props;
  return (
    <ActionForm action={`${context.base}${PATHS.batches}/preview`} context={context} hasFiles>
      <div class="upload">
        <div class="pair">
          <div class="field">
            <label for="group">Terminal group</label>
            <select id="group" name="group" required>
              {groups.map((name) => (
                <option key={name} value={name} selected={name === fields.group}>
                  {name}
                </option>
              ))}
            </select>
          </div>
          <div class="field">
            <label for="key">Name of the batch, such as that of the file</label>
            <input id="key" type="text" name="key" value={fields.key} required maxlength={120} autocomplete="off" />
          </div>
        </div>
        <FileFields />
        <div class="field">
          <label for="why">Why are these refunds made? It is recorded with your name.</label>
          <input id="why" type="text" name="why" value={fields.why} required maxlength={200} autocomplete="off" />
        </div>
        <button class="button main" type="submit">
          Check it
        </button>
      </div>
    </ActionForm>
  );
}

function BatchTable({ batches, context }: { batches: readonly RefundBatch[]; context: DashboardContext }) {
  return (
    <ListTable kind="t-batches" caption="Batches" columns={['Batch', 'State', 'Sent', 'Terminal group', 'Requested']}>
      {batches.map((batch) => (
        <Row key={batch.id} batch={batch} context={context} />
      ))}
    </ListTable>
  );
}

function Row({ batch, context }: { batch: RefundBatch; context: DashboardContext }) {
  const totals = batch.totals.map(({ amount }) => moneyText(amount.amount, amount.currency)).join(' and ');
  return (
    <tr>
      <th scope="row" class="c-id">
        <a href={batchPath(context, batch.id)}>{batch.key}</a>
        <span class="under">{totals}</span>
      </th>
      <td class="c-status">
        <BatchTag batch={batch} />
      </td>
      <td class="c-to">
        <ProgressBar batch={batch} isThin />
        <span class="under">
          {sentCount(batch)} of {batch.size}
          {batch.estimatedEnd !== null && (
            <>
              , the last one <When at={batch.estimatedEnd} context={context} />
            </>
          )}
        </span>
      </td>
      <td class="c-group">{batch.group}</td>
      <td class="c-time">
        <When at={batch.createdAt} context={context} />
        {batch.askedBy !== null && <span class="under">by {batch.askedBy}</span>}
      </td>
    </tr>
  );
}

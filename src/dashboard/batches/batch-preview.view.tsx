import type { ComponentChildren } from 'preact';
import { ListTable } from '../../pages/list.parts.js';
import { moneyText } from '../../pages/money-text.js';
import type { RenderedPage } from '../../pages/page.frame.js';
import { ActionForm, Fact } from '../../pages/parts.js';
import { dateText, durationText } from '../../pages/time-text.js';
import type { Fault } from '../../protocol/index.js';
import type { RefundBatchPreview } from '../../shop/refunds/index.js';
import { dashboardPage, PATHS, type DashboardContext } from '../frame/dashboard.layout.js';
import type { UploadVerdict } from './batch-uploads.service.js';
import { FileFields, UploadForm, type UploadFields } from './batches.view.js';

/** What came of checking an upload. */
export interface PreviewPage {
  readonly fields: UploadFields;
  readonly verdict: UploadVerdict;
  /** What the checked file is called when it is confirmed. */
  readonly file: string;
  /** Why it could not be confirmed just now; null when no one tried. */
  readonly refusal: string | null;
  readonly groups: readonly string[];
  readonly context: DashboardContext;
}

/** Renders what a batch would do, or every row that is wrong and why; nothing has been written. */
export function previewPage({ fields, verdict, file, refusal, groups, context }: PreviewPage): RenderedPage {
  const children = (
    <>
      <h1>{'preview' in verdict ? 'Is this what you mean?' : 'Nothing was written'}</h1>
      {refusal !== null && (
        <p class="notice bad" role="alert">
          {refusal}
        </p>
      )}
      {'preview' in verdict && (
        <p class="lead">All rows are right. Nothing has been written, and nothing is sent before you say yes.</p>
      )}
      {'preview' in verdict ? (
        <Confirmation preview={verdict.preview} fields={fields} file={file} context={context} />
      ) : (
        <Faults faults={verdict.faults} />
      )}
      <section class="card" aria-labelledby="again">
        <div class="head">
          <h2 id="again">{'preview' in verdict ? 'Or change it' : 'Correct the file, and upload it again'}</h2>
        </div>
        <div class="body">
          <UploadForm fields={fields} groups={groups} context={context} />
        </div>
      </section>
    </>
  );
  const above = [{ href: context.base + PATHS.batches, text: 'Batches' }];
  return dashboardPage({ title: 'Check a batch', section: PATHS.batches, above, context, children });
}

function Confirmation(props: {
  preview: RefundBatchPreview;
  fields: UploadFields;
  file: string;
  context: DashboardContext;
}) {
  const { preview, fields, file, context } = props;
  const count = `${preview.refunds} ${preview.refunds === 1 ? 'refund' : 'refunds'}`;
  const sums = preview.totals.map(({ amount }) => moneyText(amount.amount, amount.currency)).join(' and ');
  return (
    <section class="card" aria-labelledby="confirm">
      <div class="head">
        <h2 id="confirm">
          {count}, {sums}
        </h2>
        <p>Nothing has been written yet</p>
      </div>
      <dl class="facts body">
        <Fact name="Batch">{fields.key}</Fact>
        <Fact name="Terminal group">{fields.group}</Fact>
        <Fact name="Sending takes about">{durationText(preview.durationMs)}</Fact>
        <Fact name="Over at the soonest">{dateText(context.now + preview.durationMs, context.timeZone)}</Fact>
        <Fact name="Why">{fields.why}</Fact>
      </dl>
      <div class="body">
        <ConfirmForm fields={fields} file={file} context={context}>
          <button class="button main" type="submit">
            Refund {sums}
          </button>
        </ConfirmForm>
      </div>
    </section>
  );
}

/** Renders what is asked where a checked file is confirmed and not kept any more: the very same file, once more. */
export function chooseAgainPage({
  fields,
  file,
  context,
}: Pick<PreviewPage, 'fields' | 'file' | 'context'>): RenderedPage {
  const children = (
    <>
      <h1>Please choose the file once more</h1>
      <p class="lead">
        Nothing has been written. A checked file is kept for half an hour, by the process that has checked it, and this
        one does not have it. Only the very same file is taken; another one is checked first.
      </p>
      <section class="card" aria-label="The file">
        <div class="body">
          <ConfirmForm fields={fields} file={file} context={context}>
            <div class="upload">
              <FileFields />
              <button class="button main" type="submit">
                Refund what was checked
              </button>
            </div>
          </ConfirmForm>
        </div>
      </section>
    </>
  );
  const above = [{ href: context.base + PATHS.batches, text: 'Batches' }];
  return dashboardPage({ title: 'Choose the file once more', section: PATHS.batches, above, context, children });
}

function ConfirmForm(props: {
  fields: UploadFields;
  file: string;
  context: DashboardContext;
  children: ComponentChildren;
}) {
  const { fields, file, context, children } = props;
  return (
    <ActionForm action={`${context.base}${PATHS.batches}/confirm`} context={context} hasFiles>
      <input type="hidden" name="group" value={fields.group} />
      <input type="hidden" name="key" value={fields.key} />
      <input type="hidden" name="why" value={fields.why} />
      <input type="hidden" name="checked" value={file} />
      {children}
    </ActionForm>
  );
}

/** As many as someone corrects before checking again. */
const SHOWN = 200;
/** Messages name what is in the file, and a cell may be long. */
const LONGEST_MESSAGE = 300;
const PLACE = /^line (\d+)(?:, (.+))?$/;

function Faults({ faults }: { faults: readonly Fault[] }) {
  return (
    <>
      <p class="lead">
        {faults.length === 1 ? 'One thing is wrong.' : `${faults.length} things are wrong.`} A batch is taken as a whole
        or not at all.
      </p>
      <section class="card" aria-label="What is wrong">
        <ListTable kind="t-faults" caption="What is wrong" columns={['Line', 'What is wrong']}>
          {faults.slice(0, SHOWN).map((fault, index) => (
            <FaultRow key={index} fault={fault} />
          ))}
        </ListTable>
        {faults.length > SHOWN && <p class="body small">… and {faults.length - SHOWN} more.</p>}
      </section>
    </>
  );
}

function FaultRow({ fault }: { fault: Fault }) {
  const [, line, column] = PLACE.exec(fault.path) ?? [];
  const message = fault.message.replace(/^[A-Z][A-Z_0-9]+: /, '');
  const about = column ?? (line === undefined ? fault.path || 'the file' : null);
  return (
    <tr>
      <th scope="row" class="c-line">
        {line ?? 'all'}
      </th>
      <td class="c-to c-wrong">
        {about !== null && <strong>{about}</strong>}{' '}
        {message.length > LONGEST_MESSAGE ? `${message.slice(0, LONGEST_MESSAGE)}…` : message}
      </td>
    </tr>
  );
}

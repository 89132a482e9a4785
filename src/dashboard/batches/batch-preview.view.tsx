import type { ComponentChildren } from 'preact';
import { ListTable } from '../../pages/list.parts.js';
import { moneyText } from '../../pages/money-text.js';
import type { RenderedPage } from '../../pages/page.frame.js';
import { ActionForm, Fact } from '../../pages/parts.js';
import { dateText, durationText } from '../../pages/time-text.js';
import type { Fault } from '../../protocol/index.js';
import type { RefundBatchPreview, RefundBatchTotal } from '../../shop/refunds/index.js';
import { dashboardPage, PATHS, type DashboardContext } from '../frame/dashboard.layout.js';
import type { UploadVerdict } from './batch-uploads.service.js';
import { FileFields, UploadForm, type UploadFields } from './batches.view.js';

/** The result of checking an upload. */
export interface PreviewPage {
  readonly fields: UploadFields;
  readonly verdict: UploadVerdict;
  /** The name of the checked file for the confirmation. */
  readonly file: string;
  /** Why it could not be confirmed; null before the first attempt. */
  readonly refusal: string | null;
  readonly groups: readonly string[];
  readonly context: DashboardContext;
}

/** Renders what a batch would do, or every wrong row and why; nothing has been written. */
export function previewPage({ fields, verdict, file, refusal, groups, context }: PreviewPage): RenderedPage {
  const { name, preview: labels } = context.labels.batches;
  const children = (
    <>
      <h1>{'preview' in verdict ? labels.right : labels.wrong}</h1>
      {refusal !== null && (
        <p class="notice bad" role="alert">
          {refusal}
        </p>
      )}
      {'preview' in verdict && <p class="lead">{labels.lead}</p>}
      {'preview' in verdict ? (
        <Checked preview={verdict.preview} fields={fields} file={file} context={context} />
      ) : (
        <Faults faults={verdict.faults} context={context} />
      )}
      <section class="card" aria-labelledby="again">
        <div class="head">
          <h2 id="again">{'preview' in verdict ? labels.change : labels.correct}</h2>
        </div>
        <div class="body">
          <UploadForm fields={fields} groups={groups} context={context} />
        </div>
      </section>
    </>
  );
  const above = [{ href: context.base + PATHS.batches, text: name }];
  return dashboardPage({ title: labels.name, section: PATHS.batches, above, context, children });
}

interface CheckedProps {
  readonly preview: RefundBatchPreview;
  readonly fields: UploadFields;
  readonly file: string;
  readonly context: DashboardContext;
}

/** What may be a repeat stands before the button. */
function Checked(props: CheckedProps) {
  const { alike: labels } = props.context.labels.batches.preview;
  const { alike } = props.preview;
  return (
    <>
      {alike.length > 0 && (
        <>
          <p class="notice bad" role="alert">
            {labels.lead(alike.length)}
          </p>
          <FaultTable title={labels.title} columns={labels.columns} faults={alike} context={props.context} />
        </>
      )}
      <Confirmation {...props} />
    </>
  );
}

function Confirmation(props: CheckedProps) {
  const { preview, fields, file, context } = props;
  const { and, preview: labels } = context.labels.batches;
  const { facts } = labels;
  const sumsOf = (totals: readonly RefundBatchTotal[]): string =>
    totals.map(({ amount }) => moneyText(amount.amount, amount.currency)).join(and);
  const sums = sumsOf(preview.totals);
  const fresh = sumsOf(freshTotals(preview));
  const known = preview.known.reduce((sum, { refunds }) => sum + refunds, 0);
  return (
    <section class="card" aria-labelledby="confirm">
      <div class="head">
        <h2 id="confirm">{labels.refunds(preview.refunds, sums)}</h2>
        <p>{labels.hint}</p>
      </div>
      <dl class="facts body">
        <Fact name={facts.batch}>{fields.key}</Fact>
        <Fact name={facts.group}>{fields.group}</Fact>
        {known > 0 && <Fact name={labels.known.fact}>{labels.known.text(known, sumsOf(preview.known))}</Fact>}
        <Fact name={facts.duration}>{durationText(preview.durationMs)}</Fact>
        <Fact name={facts.end}>{dateText(context.now + preview.durationMs, context.timeZone)}</Fact>
        <Fact name={facts.why}>{fields.why}</Fact>
      </dl>
      <div class="body">
        <ConfirmForm fields={fields} file={file} context={context}>
          <button class="button main" type="submit">
            {fresh === '' ? labels.known.button : labels.button(fresh)}
          </button>
        </ConfirmForm>
      </div>
    </section>
  );
}

/** What is requested anew, one total for each currency of which there is any. */
const freshTotals = ({ totals, known }: RefundBatchPreview): RefundBatchTotal[] =>
  totals.flatMap(({ refunds, amount }) => {
    const old = known.find((each) => each.amount.currency === amount.currency);
    if (old === undefined) return [{ refunds, amount }];
    return old.refunds < refunds ? [{ refunds: refunds - old.refunds, amount: amount.minus(old.amount) }] : [];
  });

/** Renders the form after the confirmation of a file that is no longer kept: the same file must be uploaded again. */
export function chooseAgainPage({
  fields,
  file,
  context,
}: Pick<PreviewPage, 'fields' | 'file' | 'context'>): RenderedPage {
  const { name, chooseAgain: labels } = context.labels.batches;
  const children = (
    <>
      <h1>{labels.title}</h1>
      <p class="lead">{labels.lead}</p>
      <section class="card" aria-label={labels.file}>
        <div class="body">
          <ConfirmForm fields={fields} file={file} context={context}>
            <div class="upload">
              <FileFields context={context} />
              <button class="button main" type="submit">
                {labels.button}
              </button>
            </div>
          </ConfirmForm>
        </div>
      </section>
    </>
  );
  const above = [{ href: context.base + PATHS.batches, text: name }];
  return dashboardPage({ title: labels.name, section: PATHS.batches, above, context, children });
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

/** As many faults as a clerk can correct before the next check. */
const SHOWN = 200;
/** Messages quote the file, and a cell may be long. */
const LONGEST_MESSAGE = 300;
const PLACE = /^line (\d+)(?:, (.+))?$/;

function Faults({ faults, context }: { faults: readonly Fault[]; context: DashboardContext }) {
  const { faults: labels } = context.labels.batches;
  return (
    <>
      <p class="lead">{labels.lead(faults.length)}</p>
      <FaultTable
        title={labels.title}
        columns={{ line: labels.columns.line, on: labels.columns.wrong }}
        faults={faults}
        context={context}
      />
    </>
  );
}

function FaultTable(props: {
  title: string;
  columns: { readonly line: string; readonly on: string };
  faults: readonly Fault[];
  context: DashboardContext;
}) {
  const { title, columns, faults, context } = props;
  const { more } = context.labels.batches.faults;
  return (
    <section class="card" aria-label={title}>
      <ListTable kind="t-faults" caption={title} columns={[columns.line, columns.on]}>
        {faults.slice(0, SHOWN).map((fault, index) => (
          <FaultRow key={index} fault={fault} context={context} />
        ))}
      </ListTable>
      {faults.length > SHOWN && <p class="body small">{more(faults.length - SHOWN)}</p>}
    </section>
  );
}

function FaultRow({ fault, context }: { fault: Fault; context: DashboardContext }) {
  const { faults: labels } = context.labels.batches;
  const [, line, column] = PLACE.exec(fault.path) ?? [];
  const message = fault.message.replace(/^[A-Z][A-Z_0-9]+: /, '');
  const about = column ?? (line === undefined ? fault.path || labels.wholeFile : null);
  return (
    <tr>
      <th scope="row" class="c-line">
        {line ?? labels.allLines}
      </th>
      <td class="c-to c-wrong">
        {about !== null && <strong>{about}</strong>}{' '}
        {message.length > LONGEST_MESSAGE ? `${message.slice(0, LONGEST_MESSAGE)}…` : message}
      </td>
    </tr>
  );
}

import { ListTable } from '../../pages/list.parts.js';
import { moneyText } from '../../pages/money-text.js';
import type { RenderedPage } from '../../pages/page.frame.js';
import { Fact, When } from '../../pages/parts.js';
import type { RecordedDecision } from '../../shop/decisions/index.js';
import type { Refund, RefundBatch } from '../../shop/refunds/index.js';
import { dashboardPage, PATHS, type DashboardContext } from '../frame/dashboard.layout.js';
import { FoldedAction } from '../refunds/refund-parts.js';
import { RefundTable } from '../refunds/refunds.view.js';
import { batchPath, BatchTag, phaseMeaning, phaseOf, ProgressBar, ProgressLegend, sentCount } from './batch-parts.js';

/** What one batch's page shows. */
export interface BatchPage {
  readonly batch: RefundBatch;
  readonly decisions: readonly RecordedDecision[];
  /** Those that a person should look at, and what is sent next. */
  readonly refunds: readonly Refund[];
  readonly context: DashboardContext;
}

/** Renders how far a batch has come, and what can be done with it. */
export function batchPage(page: BatchPage): RenderedPage {
  const { batch, decisions, refunds, context } = page;
  const all = `${context.base}${PATHS.refunds}?${new URLSearchParams({ batch: batch.id })}`;
  const children = (
    <>
      <Summary batch={batch} context={context} />
      {batch.refused.length > 0 && <Refused batch={batch} />}
      <section class="card" aria-labelledby="refunds" data-part="refunds">
        <div class="head">
          <h2 id="refunds">Its refunds, those that need attention first</h2>
          <p>
            <a href={all}>All of them</a>
          </p>
        </div>
        <RefundTable refunds={refunds} context={context} />
      </section>
      <Decisions decisions={decisions} context={context} />
    </>
  );
  const above = [{ href: context.base + PATHS.batches, text: 'Batches' }];
  return dashboardPage({ title: batch.key, section: PATHS.batches, above, context, children });
}

function Summary({ batch, context }: { batch: RefundBatch; context: DashboardContext }) {
  return (
    <section class="card" aria-label="How far it has come" data-part="progress">
      <div class="body order">
        <div>
          <div class="title">
            <h1>{batch.key}</h1>
            <BatchTag batch={batch} />
          </div>
          <p class="lead">{phaseMeaning(batch)}</p>
        </div>
        <div>
          <p class="sum">
            {sentCount(batch)} of {batch.size}
          </p>
          <p class="small">sent</p>
        </div>
      </div>
      <div class="body">
        <ProgressBar batch={batch} />
        <ProgressLegend batch={batch} context={context} />
      </div>
      {batch.state === 'queueing' && <Queueing batch={batch} context={context} />}
      <dl class="facts body">
        <Fact name="Terminal group">{batch.group}</Fact>
        <Fact name="Requested">
          <When at={batch.createdAt} context={context} /> {batch.askedBy !== null && `by ${batch.askedBy}`}
        </Fact>
        {batch.totals.map(({ refunds, amount }) => (
          <Fact key={amount.currency} name={`${refunds} on record`}>
            {moneyText(amount.amount, amount.currency)}
          </Fact>
        ))}
        {batch.estimatedEnd !== null && (
          <Fact name="The last one is sent">
            <When at={batch.estimatedEnd} context={context} />
          </Fact>
        )}
      </dl>
      <Actions batch={batch} context={context} />
    </section>
  );
}

function Queueing({ batch, context }: { batch: RefundBatch; context: DashboardContext }) {
  const onRecord = Object.values(batch.counts).reduce((sum, count) => sum + count, 0);
  return (
    <p class="body">
      <strong>
        {onRecord} of {batch.size}
      </strong>{' '}
      are on record. If that number stands still, the process that wrote them down has ended:{' '}
      <a href={context.base + PATHS.batches}>upload the same rows again</a> under the same name, and it goes on where it
      stopped. Nothing is sent twice.
    </p>
  );
}

function Actions({ batch, context }: { batch: RefundBatch; context: DashboardContext }) {
  const phase = phaseOf(batch);
  const path = batchPath(context, batch.id);
  return (
    <>
      {phase === 'running' && (
        <FoldedAction
          id="pause"
          title="Hold it"
          needs="/refunds/batches/:id/pause"
          action={`${path}/pause`}
          context={context}
          button={{ text: 'Hold the batch' }}
        >
          <p class="small">Nothing more of it is sent until someone lets it go on. Its refunds keep their places.</p>
        </FoldedAction>
      )}
      {phase === 'paused' && (
        <FoldedAction
          id="resume"
          title="Let it go on"
          needs="/refunds/batches/:id/resume"
          action={`${path}/resume`}
          context={context}
          button={{ text: 'Let it go on' }}
        />
      )}
      {batch.state !== 'stopped' && phase !== 'done' && (
        <FoldedAction
          id="stop"
          title="Stop it permanently"
          needs="/refunds/batches/:id/stop"
          action={`${path}/stop`}
          context={context}
          button={{ text: 'Cancel what was not sent', isDestructive: true }}
        >
          <p class="small">
            What has not been sent is cancelled permanently. What has been sent comes to its end. To refund that money
            after all, it is requested again under other keys.
          </p>
        </FoldedAction>
      )}
    </>
  );
}

function Refused({ batch: { refused } }: { batch: RefundBatch }) {
  return (
    <section class="card" aria-labelledby="refused">
      <div class="head">
        <h2 id="refused">Could not be taken any more</h2>
        <p>They were right when the file was checked; something else happened to their orders meanwhile</p>
      </div>
      <ListTable kind="t-faults" caption="Rows that could not be taken" columns={['Key', 'Order', 'Why']}>
        {refused.map(({ key, orderId, code }) => (
          <tr key={key}>
            <th scope="row" class="c-line">
              {key}
            </th>
            <td class="c-id">{orderId}</td>
            <td class="c-to mono">{code}</td>
          </tr>
        ))}
      </ListTable>
    </section>
  );
}

const DECISIONS: Readonly<Partial<Record<RecordedDecision['decision'], string>>> = {
  requested: 'requested it',
  paused: 'held it',
  resumed: 'let it go on',
  stopped: 'stopped it',
};

function Decisions({ decisions, context }: { decisions: readonly RecordedDecision[]; context: DashboardContext }) {
  if (decisions.length === 0) return null;
  return (
    <section class="card" aria-labelledby="decisions" data-part="decisions">
      <div class="head">
        <h2 id="decisions">Who did what, and why</h2>
      </div>
      <ol class="proofs">
        {decisions.map(({ by, why, decision, decidedAt }, index) => (
          <li key={index}>
            <When at={decidedAt} context={context} />
            <div>
              {by} {DECISIONS[decision] ?? decision}
              <blockquote>{why}</blockquote>
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}

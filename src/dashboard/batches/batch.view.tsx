import { ListTable } from '../../pages/list.parts.js';
import { moneyText } from '../../pages/money-text.js';
import type { RenderedPage } from '../../pages/page.frame.js';
import { Fact, When } from '../../pages/parts.js';
import type { RecordedDecision } from '../../shop/decisions/index.js';
import type { Refund, RefundBatch } from '../../shop/refunds/index.js';
import { dashboardPage, PATHS, type DashboardContext } from '../frame/dashboard.layout.js';
import { decisionText } from '../frame/decision-text.js';
import { NEEDS } from '../frame/rights.js';
import { FoldedAction } from '../refunds/refund-parts.js';
import { RefundTable } from '../refunds/refunds.view.js';
import { batchPath, BatchTag, phaseOf, ProgressBar, ProgressLegend, sentCount } from './batch-parts.js';

/** The content of one batch's page. */
export interface BatchPage {
  readonly batch: RefundBatch;
  readonly decisions: readonly RecordedDecision[];
  /** Refunds that need attention, and those that are sent next. */
  readonly refunds: readonly Refund[];
  readonly context: DashboardContext;
}

/** Renders the progress of a batch, and its actions. */
export function batchPage(page: BatchPage): RenderedPage {
  const { batch, decisions, refunds, context } = page;
  const { batch: labels, batches: list } = context.labels;
  const all = `${context.base}${PATHS.refunds}?${new URLSearchParams({ batch: batch.id })}`;
  const children = (
    <>
      <Summary batch={batch} context={context} />
      {batch.refused.length > 0 && <Refused batch={batch} context={context} />}
      <section class="card" aria-labelledby="refunds" data-part="refunds">
        <div class="head">
          <h2 id="refunds">{labels.refunds.title}</h2>
          <p>
            <a href={all}>{labels.refunds.all}</a>
          </p>
        </div>
        <RefundTable refunds={refunds} context={context} />
      </section>
      <Decisions decisions={decisions} context={context} />
    </>
  );
  const above = [{ href: context.base + PATHS.batches, text: list.name }];
  return dashboardPage({ title: batch.key, section: PATHS.batches, above, context, children });
}

function Summary({ batch, context }: { batch: RefundBatch; context: DashboardContext }) {
  const { phases, progress } = context.labels.batch;
  return (
    <section class="card" aria-label={progress.part} data-part="progress">
      <div class="body order">
        <div>
          <div class="title">
            <h1>{batch.key}</h1>
            <BatchTag batch={batch} context={context} />
          </div>
          <p class="lead">{phases[phaseOf(batch)].meaning}</p>
        </div>
        <div>
          <p class="sum">{progress.of(sentCount(batch), batch.size)}</p>
          <p class="small">{progress.sent}</p>
        </div>
      </div>
      <div class="body">
        <ProgressBar batch={batch} context={context} />
        <ProgressLegend batch={batch} context={context} />
      </div>
      {batch.state === 'queueing' && <Queueing batch={batch} context={context} />}
      <Facts batch={batch} context={context} />
      <Actions batch={batch} context={context} />
    </section>
  );
}

function Facts({ batch, context }: { batch: RefundBatch; context: DashboardContext }) {
  const { facts: labels } = context.labels.batch;
  return (
    <dl class="facts body">
      <Fact name={labels.group}>{batch.group}</Fact>
      <Fact name={labels.requested}>
        <When at={batch.createdAt} context={context} /> {batch.askedBy !== null && labels.by(batch.askedBy)}
      </Fact>
      {batch.totals.map(({ refunds, amount }) => (
        <Fact key={amount.currency} name={labels.onRecord(refunds)}>
          {moneyText(amount.amount, amount.currency)}
        </Fact>
      ))}
      {batch.known > 0 && <Fact name={labels.known}>{labels.knownOf(batch.known)}</Fact>}
      {batch.estimatedEnd !== null && (
        <Fact name={labels.end}>
          <When at={batch.estimatedEnd} context={context} />
        </Fact>
      )}
    </dl>
  );
}

function Queueing({ batch, context }: { batch: RefundBatch; context: DashboardContext }) {
  const { queueing: labels } = context.labels.batch;
  const onRecord = Object.values(batch.counts).reduce((sum, count) => sum + count, 0);
  return (
    <p class="body">
      <strong>{labels.onRecord(onRecord, batch.size)}</strong> {labels.stuck}{' '}
      <a href={context.base + PATHS.batches}>{labels.again}</a> {labels.goesOn}
    </p>
  );
}

function Actions({ batch, context }: { batch: RefundBatch; context: DashboardContext }) {
  const { pause, resume, stop } = context.labels.batch.actions;
  const phase = phaseOf(batch);
  const path = batchPath(context, batch.id);
  return (
    <>
      {phase === 'running' && (
        <FoldedAction
          id="pause"
          title={pause.title}
          needs={NEEDS.batch.pause}
          action={`${path}/pause`}
          context={context}
          button={{ text: pause.button }}
        >
          <p class="small">{pause.text}</p>
        </FoldedAction>
      )}
      {phase === 'paused' && (
        <FoldedAction
          id="resume"
          title={resume.title}
          needs={NEEDS.batch.resume}
          action={`${path}/resume`}
          context={context}
          button={{ text: resume.button }}
        />
      )}
      {phase !== 'done' && (batch.state !== 'stopped' || Boolean(batch.counts.queued)) && (
        <FoldedAction
          id="stop"
          title={stop.title}
          needs={NEEDS.batch.stop}
          action={`${path}/stop`}
          context={context}
          button={{ text: stop.button, isDestructive: true }}
        >
          <p class="small">{stop.text}</p>
        </FoldedAction>
      )}
    </>
  );
}

function Refused({ batch: { refused }, context }: { batch: RefundBatch; context: DashboardContext }) {
  const { refused: labels } = context.labels.batch;
  const { columns } = labels;
  return (
    <section class="card" aria-labelledby="refused">
      <div class="head">
        <h2 id="refused">{labels.title}</h2>
        <p>{labels.hint}</p>
      </div>
      <ListTable kind="t-faults" caption={labels.caption} columns={[columns.key, columns.order, columns.why]}>
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

function Decisions({ decisions, context }: { decisions: readonly RecordedDecision[]; context: DashboardContext }) {
  const { decided: labels } = context.labels.batch;
  if (decisions.length === 0) return null;
  return (
    <section class="card" aria-labelledby="decisions" data-part="decisions">
      <div class="head">
        <h2 id="decisions">{labels.title}</h2>
      </div>
      <ol class="proofs">
        {decisions.map(({ by, why, decision, decidedAt }, index) => (
          <li key={index}>
            <When at={decidedAt} context={context} />
            <div>
              {by} {decisionText(context.labels.decisions, decision)}
              <blockquote>{why}</blockquote>
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}

import { moneyText } from '../../pages/money-text.js';
import type { RenderedPage } from '../../pages/page.frame.js';
import { Fact, When } from '../../pages/parts.js';
import { refundReasonText } from '../../shop/refund-records/index.js';
import type { RecordedDecision } from '../../shop/decisions/index.js';
import type { Refund, RefundProof } from '../../shop/refunds/index.js';
import type { DashboardLabels } from '../dashboard.labels.js';
import { dashboardPage, PATHS, type DashboardContext } from '../frame/dashboard.layout.js';
import { decisionText } from '../frame/decision-text.js';
import { NEEDS } from '../frame/rights.js';
import { orderAddress } from '../orders/order-address.js';
import { proofText } from './proof-text.js';
import type { RefundPage } from './refund-page.types.js';
import { FoldedAction, refundPath, RefundTag, standingText } from './refund-parts.js';
import { AtTheService } from './refund-service.view.js';
import { VerdictForm } from './refund-verdict.view.js';
import { RefundTable } from './refunds.view.js';

/** Renders one refund: its outcome in plain words, what is known, and what a person can do. */
export function refundPage(page: RefundPage): RenderedPage {
  const { refund, context, siblings } = page;
  const { refund: labels, refunds: list } = context.labels;
  const { title } = refund.origin === 'chargeback' ? labels.chargeback : labels;
  const amount = moneyText(refund.amount.amount, refund.amount.currency);
  const children = (
    <>
      <Summary refund={refund} amount={amount} context={context} />
      <Known page={page} />
      <AtTheService page={page} />
      {refund.state === 'manual' && <VerdictForm page={page} />}
      {siblings.length > 0 && (
        <section class="card" aria-labelledby="siblings">
          <div class="head">
            <h2 id="siblings">{labels.siblings}</h2>
          </div>
          <RefundTable refunds={siblings} context={context} />
        </section>
      )}
    </>
  );
  const above = [{ href: context.base + PATHS.refunds, text: list.title }];
  return dashboardPage({ title: title(amount), section: PATHS.refunds, above, context, children });
}

function Summary({ refund, amount, context }: { refund: Refund; amount: string; context: DashboardContext }) {
  const { chargeback, summary, cancel } = context.labels.refund;
  const { state, stateReason, orderId, origin } = refund;
  const isCancellable = state === 'queued' || (state === 'accepted' && refund.serviceRefundId !== null);
  return (
    <section class="card" aria-label={summary.part} data-part="summary">
      <div class="body order">
        <div>
          <div class="title">
            <h1>{(origin === 'chargeback' ? chargeback.heading : summary.title)(orderId)}</h1>
            <RefundTag of={refund} context={context} />
          </div>
          <p class="lead">
            {standingText(refund, context.labels.refund).text} {stateReason !== null && refundReasonText(stateReason)}
          </p>
        </div>
        <div>
          <p class="sum">{amount}</p>
        </div>
      </div>
      <dl class="facts body">
        <Facts refund={refund} context={context} />
      </dl>
      {isCancellable && (
        <FoldedAction
          id="cancel"
          needs={NEEDS.refund.cancel}
          title={cancel.title}
          action={`${refundPath(context, refund.id)}/cancel`}
          context={context}
          button={{ text: cancel.button, isDestructive: true }}
        >
          <p class="small">{state === 'queued' ? cancel.queued : cancel.accepted}</p>
        </FoldedAction>
      )}
    </section>
  );
}

function Facts({ refund, context }: { refund: Refund; context: DashboardContext }) {
  const { facts: labels, chargeback } = context.labels.refund;
  const isChargeback = refund.origin === 'chargeback';
  return (
    <>
      <Fact name={labels.order}>
        <a href={orderAddress(context, refund)}>{refund.orderId}</a>
      </Fact>
      <Fact name={labels.group}>{refund.group}</Fact>
      <Fact name={isChargeback ? chargeback.seen : labels.requested}>
        <When at={refund.createdAt} context={context} /> {refund.askedBy !== null && labels.by(refund.askedBy)}
      </Fact>
      {refund.origin === 'elsewhere' && <Fact name={labels.where}>{labels.elsewhere}</Fact>}
      {refund.origin === 'shop' && (
        <Fact name={labels.reason}>{refund.reason === '' ? labels.erased : refund.reason}</Fact>
      )}
      {refund.state === 'queued' && (
        <Fact name={labels.planned}>
          {refund.plannedAt === null ? labels.held : <When at={refund.plannedAt} context={context} />}
        </Fact>
      )}
      {refund.lastSentAt !== null && (
        <Fact name={labels.sent(refund.attempts)}>
          <When at={refund.lastSentAt} context={context} />
        </Fact>
      )}
      {refund.batchId !== null && (
        <Fact name={labels.batch}>
          <a href={`${context.base}${PATHS.batches}/${refund.batchId}`}>{labels.itsBatch}</a>
        </Fact>
      )}
      {refund.tag !== null && (
        <Fact name={labels.tag}>
          <span class="mono">{refund.tag}</span>
        </Fact>
      )}
      {refund.serviceRefundId !== null && (
        <Fact name={labels.number}>
          <span class="mono">{refund.serviceRefundId}</span>
        </Fact>
      )}
    </>
  );
}

/** All that is known about its outcome, in the order of events. */
function Known({ page: { refund, proofs, decisions, context } }: { page: RefundPage }) {
  const { refund: labels } = context.labels;
  const { known, chargeback } = labels;
  const unsent = refund.origin === 'chargeback' ? chargeback.notSent : known.notSent;
  const notKnown = refund.lastSentAt === null ? unsent : known.none;
  const seen = proofs
    .filter(({ kind }) => kind !== 'decision')
    .map((proof) => ({ at: proof.at, ...evidenceLine(proof, labels) }));
  const decided = decisions.map((row) => ({ at: row.decidedAt, ...decisionLine(row, context.labels.decisions) }));
  const entries = [...seen, ...decided].sort((a, b) => a.at - b.at);
  return (
    <section class="card" aria-labelledby="known" data-part="known">
      <div class="head">
        <h2 id="known">{known.title}</h2>
        <p>{known.hint}</p>
      </div>
      {entries.length === 0 ? (
        <p class="body small">{notKnown}</p>
      ) : (
        <ol class="proofs">
          {entries.map(({ at, text, details, quote }, index) => (
            <li key={index}>
              <When at={at} context={context} />
              <div>
                {text}
                {details.length > 0 && <span class="under">{details.join(' · ')}</span>}
                {quote !== null && <blockquote>{quote}</blockquote>}
              </div>
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}

interface EvidenceLine {
  readonly text: string;
  readonly details: readonly string[];
  readonly quote: string | null;
}

// Only the text of an answer is for people; the text of other evidence is a tag or a source.
const evidenceLine = (proof: RefundProof, labels: DashboardLabels['refund']): EvidenceLine => ({
  ...proofText(proof, labels),
  quote: proof.kind === 'answer' ? proof.text : null,
});

const decisionLine = ({ by, why, decision }: RecordedDecision, labels: DashboardLabels['decisions']): EvidenceLine => ({
  text: `${by} ${decisionText(labels, decision)}`,
  details: [],
  quote: why,
});

import { moneyText } from '../../pages/money-text.js';
import type { RenderedPage } from '../../pages/page.frame.js';
import { Fact, When } from '../../pages/parts.js';
import { REFUND_LABELS, refundReasonText } from '../../shop/refund-records/index.js';
import type { RecordedDecision } from '../../shop/decisions/index.js';
import type { Refund, RefundProof } from '../../shop/refunds/index.js';
import { dashboardPage, PATHS, type DashboardContext } from '../frame/dashboard.layout.js';
import { orderAddress } from '../orders/order-address.js';
import type { RefundPage } from './refund-page.types.js';
import { FoldedAction, refundPath, RefundTag } from './refund-parts.js';
import { AtTheService } from './refund-service.view.js';
import { VerdictForm } from './refund-verdict.view.js';
import { proofText } from './refund.labels.js';
import { RefundTable } from './refunds.view.js';

/** Renders one refund: what became of it in plain words, what is known, and what a person can do. */
export function refundPage(page: RefundPage): RenderedPage {
  const { refund, context, siblings } = page;
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
            <h2 id="siblings">Other refunds of this order</h2>
          </div>
          <RefundTable refunds={siblings} context={context} />
        </section>
      )}
    </>
  );
  const title = `Refund of ${amount}`;
  const above = [{ href: context.base + PATHS.refunds, text: 'Refunds' }];
  return dashboardPage({ title, section: PATHS.refunds, above, context, children });
}

function Summary({ refund, amount, context }: { refund: Refund; amount: string; context: DashboardContext }) {
  const { state, stateReason, orderId } = refund;
  const isCancellable = state === 'queued' || (state === 'accepted' && refund.serviceRefundId !== null);
  return (
    <section class="card" aria-label="What became of it" data-part="summary">
      <div class="body order">
        <div>
          <div class="title">
            <h1>Refund of order {orderId}</h1>
            <RefundTag state={state} />
          </div>
          <p class="lead">
            It {REFUND_LABELS[state].text}. {stateReason !== null && refundReasonText(stateReason)}
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
          needs="/refunds/:id/cancel"
          title="Cancel it"
          action={`${refundPath(context, refund.id)}/cancel`}
          context={context}
          button={{ text: 'Cancel the refund', isDestructive: true }}
        >
          <p class="small">{CANCEL[state === 'queued' ? 'queued' : 'accepted']}</p>
        </FoldedAction>
      )}
    </section>
  );
}

const CANCEL = {
  queued: 'It has not been sent: it is cancelled here, and the customer gets nothing. It can be asked for again.',
  accepted: 'The service has it: it is asked to cancel it, which it does as long as the money has not left.',
};

function Facts({ refund, context }: { refund: Refund; context: DashboardContext }) {
  const { base } = context;
  return (
    <>
      <Fact name="Order">
        <a href={orderAddress(context, refund)}>{refund.orderId}</a>
      </Fact>
      <Fact name="Terminal group">{refund.group}</Fact>
      <Fact name="Requested">
        <When at={refund.createdAt} context={context} /> {refund.askedBy !== null && `by ${refund.askedBy}`}
      </Fact>
      {refund.origin === 'elsewhere' ? (
        <Fact name="Where">Made elsewhere, as in the service's own dashboard, and seen there</Fact>
      ) : (
        <Fact name="Reason, as the customer may read it">{refund.reason === '' ? 'erased' : refund.reason}</Fact>
      )}
      {refund.state === 'queued' && (
        <Fact name="Planned for">
          {refund.plannedAt === null ? (
            'held: its lane or its batch stands still'
          ) : (
            <When at={refund.plannedAt} context={context} />
          )}
        </Fact>
      )}
      {refund.lastSentAt !== null && (
        <Fact name={`Sent, ${refund.attempts === 1 ? 'once' : `${refund.attempts} times; the last time`}`}>
          <When at={refund.lastSentAt} context={context} />
        </Fact>
      )}
      {refund.batchId !== null && (
        <Fact name="Batch">
          <a href={`${base}${PATHS.batches}/${refund.batchId}`}>the batch that it is of</a>
        </Fact>
      )}
      {refund.tag !== null && (
        <Fact name="What the service knows it by">
          <span class="mono">{refund.tag}</span>
        </Fact>
      )}
      {refund.serviceRefundId !== null && (
        <Fact name="The service's own number">
          <span class="mono">{refund.serviceRefundId}</span>
        </Fact>
      )}
    </>
  );
}

/** Everything that is known of its fate, in the order in which it happened. */
function Known({ page: { refund, proofs, decisions, context } }: { page: RefundPage }) {
  const seen = proofs
    .filter(({ kind }) => kind !== 'decision')
    .map((proof) => ({ at: proof.at, ...evidenceLine(proof) }));
  const decided = decisions.map((row) => ({ at: row.decidedAt, ...decisionLine(row) }));
  const entries = [...seen, ...decided].sort((a, b) => a.at - b.at);
  return (
    <section class="card" aria-labelledby="known" data-part="known">
      <div class="head">
        <h2 id="known">What is known</h2>
        <p>Only ever added to; oldest first</p>
      </div>
      {entries.length === 0 ? (
        <p class="body small">
          {refund.lastSentAt === null ? 'Nothing yet: it has not been sent.' : 'Nothing was written down.'}
        </p>
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
const evidenceLine = (proof: RefundProof): EvidenceLine => ({
  ...proofText(proof),
  quote: proof.kind === 'answer' ? proof.text : null,
});

const DECISIONS: Readonly<Partial<Record<RecordedDecision['decision'], string>>> = {
  requested: 'requested it',
  cancelled: 'cancelled it',
  recalled: 'had the service asked to cancel it',
  paid: 'said that the service has it',
  'not-paid': 'said that the service does not have it',
};

const decisionLine = ({ by, why, decision }: RecordedDecision): EvidenceLine => ({
  text: `${by} ${DECISIONS[decision] ?? decision}`,
  details: [],
  quote: why,
});

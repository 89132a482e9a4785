import { maskPersonal } from '../../support/index.js';
import { moneyText } from '../../pages/money-text.js';
import type { RenderedPage } from '../../pages/page.frame.js';
import { Fact, When } from '../../pages/parts.js';
import type { AttemptLine, OrderDetails } from '../../shop/admin/index.js';
import { dashboardPage, PATHS, type DashboardContext } from '../frame/dashboard.layout.js';
import { RefundTable } from '../refunds/refunds.view.js';
import { OrderActions } from './order-actions.view.js';
import { AttentionTag, OrderTag } from './order-tag.view.js';
import { Story } from './story.view.js';
import type { StoryPart } from './story-part.js';

/** What the page of one order shows. */
export interface OrderViewPage {
  readonly details: OrderDetails;
  readonly part: StoryPart;
  readonly context: DashboardContext;
}

/** Renders one order: how it stands in plain words, what can be done, and its whole story. */
export function orderPage({ details, part, context }: OrderViewPage): RenderedPage {
  const { order, refunds } = details;
  const children = (
    <>
      <Summary details={details} context={context} />
      <OrderActions details={details} context={context} />
      {refunds.length > 0 && (
        <section class="card" aria-labelledby="refunds" data-part="refunds">
          <div class="head">
            <h2 id="refunds">Refunds</h2>
            <p>{moneyText(details.remaining.amount, details.remaining.currency)} can still be given back</p>
          </div>
          <RefundTable refunds={refunds} context={context} />
        </section>
      )}
      <Story details={details} part={part} context={context} />
    </>
  );
  const above = [{ href: context.base + PATHS.orders, text: 'Orders' }];
  return dashboardPage({ title: order.orderId, section: PATHS.orders, above, context, children });
}

interface Part {
  readonly details: OrderDetails;
  readonly context: DashboardContext;
}

function Summary({ details, context }: Part) {
  const { order } = details;
  const { amount, amountRefunded } = order;
  return (
    <section class="card" aria-labelledby="order" data-part="summary">
      <div class="body order">
        <div>
          <div class="title">
            <h1 id="order">{order.orderId}</h1>
            <OrderTag status={order.status} />
            <AttentionTag attention={order.attention} />
          </div>
          <p class="lead">{maskPersonal(order.description)}</p>
        </div>
        <div>
          <p class="sum">{moneyText(amount.amount, amount.currency)}</p>
          {amountRefunded.amount > 0 && (
            <p class="small">{moneyText(amountRefunded.amount, amountRefunded.currency)} given back</p>
          )}
        </div>
      </div>
      <Headline details={details} context={context} />
      <dl class="facts body">
        <Facts details={details} context={context} />
      </dl>
      {details.attempts.length > 1 && <Attempts attempts={details.attempts} context={context} />}
    </section>
  );
}

/** What it is, what happens next, and when. */
function Headline({ details: { headline }, context }: Part) {
  return (
    <div class="body outlook">
      <p class="say">{headline.now}</p>
      <ul>
        {headline.next.map(({ text, at, needsAttention }) => (
          <li key={text} class={needsAttention ? 'for-person' : undefined}>
            {needsAttention && <b>To do: </b>}
            {at !== null && <When at={at} context={context} />} {text}
          </li>
        ))}
      </ul>
    </div>
  );
}

function Facts({ details: { order, attempts }, context }: Part) {
  const [only] = attempts.length === 1 ? attempts : [];
  return (
    <>
      <Fact name="Terminal group">{order.group}</Fact>
      {order.reference !== null && (
        <Fact name="Reference">
          <span class="mono">{order.reference}</span>
        </Fact>
      )}
      <Fact name="Created">
        <When at={order.createdAt} context={context} />
      </Fact>
      {order.paidAt !== null && (
        <Fact name="Seen to be paid">
          <When at={order.paidAt} context={context} />
        </Fact>
      )}
      {order.serviceStatus !== null && order.serviceStatus !== order.status && (
        <Fact name="The service calls it">
          <span class="mono">{order.serviceStatus}</span>
        </Fact>
      )}
      {order.transactionId !== null && (
        <Fact name="Transaction at the service">
          <span class="mono">{order.transactionId}</span>
        </Fact>
      )}
      {only?.poll?.lastAt && (
        <Fact name="The service was last asked">
          <When at={only.poll.lastAt} context={context} />
        </Fact>
      )}
      {order.erasedAt !== null && (
        <Fact name="Personal data erased">
          <When at={order.erasedAt} context={context} />
        </Fact>
      )}
    </>
  );
}

function Attempts({ attempts, context }: { attempts: readonly AttemptLine[]; context: DashboardContext }) {
  return (
    <details class="fold">
      <summary>{attempts.length} attempts to have it paid</summary>
      <dl class="facts body">
        {attempts.map((attempt) => (
          <Fact key={attempt.number} name={`Attempt ${attempt.number}`}>
            <span class="mono">{attempt.serviceOrderId}</span>
            <span class="under">{moneyText(attempt.amount.amount, attempt.amount.currency)}</span>
            <When at={attempt.createdAt} context={context} />
          </Fact>
        ))}
      </dl>
    </details>
  );
}

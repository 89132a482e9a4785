import { Art } from './art.js';
import { Layout, tabTitle } from './layout.js';
import { StateIcon } from './state.js';
import { Timeline } from './timeline.js';
import type { NextStepView, OrderView } from './views.js';

/** The page's own address: who came back from the payment page stays somebody who came back. */
const addressOf = ({ orderId, returned }: OrderView, part = ''): string =>
  `/orders/${orderId}${part}${returned ? `?transactionid=${orderId}` : ''}`;

const titleOf = ({ state, orderId }: OrderView): string => `${state.title}, order ${orderId}`;

const NextStep = ({ step }: { step: NextStepView }) =>
  step.method === 'get' ? (
    <a class="button" href={step.href}>
      {step.label}
    </a>
  ) : (
    <form method="post" action={step.href}>
      <button class="button">{step.label}</button>
    </form>
  );

const Actions = ({ order }: { order: OrderView }) => (
  <>
    <div class="actions">
      {order.nextStep && <NextStep step={order.nextStep} />}
      <a class="plain" href={addressOf(order)}>
        Refresh
      </a>
      <a class="plain" href="/">
        Back to the shop
      </a>
    </div>
    {order.related.map((other) => (
      <p class="related">
        <a href={other.href}>{other.text}</a>
      </p>
    ))}
  </>
);

const State = ({ order }: { order: OrderView }) => (
  <div class={`state tone-${order.state.tone}`}>
    <StateIcon tone={order.state.tone} />
    <div>
      <h1>{order.state.title}</h1>
      <p>{order.state.text}</p>
    </div>
  </div>
);

/** What was bought, for how much, under which number. */
const Summary = ({ order }: { order: OrderView }) => (
  <div class="summary">
    <Art slug={order.product.slug} />
    <dl>
      <div>
        <dt>Product</dt>
        <dd>{order.product.name}</dd>
      </div>
      <div>
        <dt>Amount</dt>
        <dd class="price">{order.price}</dd>
      </div>
      <div>
        <dt>Order</dt>
        <dd class="order-id">{order.orderId}</dd>
      </div>
    </dl>
  </div>
);

/**
 * The parts of the page that change. Each has a `data-part`, by which the live script knows what to replace:
 * the state is announced to screen readers when it changes, the timeline is not.
 */
export function OrderParts({ order }: { order: OrderView }) {
  return (
    <>
      <section class="card order-card" aria-label="Order">
        <div data-part="state" data-title={tabTitle(titleOf(order))} role="status">
          <State order={order} />
        </div>
        <Summary order={order} />
        <div data-part="actions">
          <Actions order={order} />
        </div>
      </section>
      <section class="card timeline-card" aria-labelledby="timeline-title">
        <div class="timeline-head">
          <h2 id="timeline-title">What happened</h2>
          <p class="live-pill" data-live-pill hidden>
            Live
          </p>
        </div>
        <div data-part="timeline">
          <Timeline entries={order.timeline} />
        </div>
        <noscript>
          <p class="hint">
            Without JavaScript this page does not update by itself: use <em>Refresh</em> to look again.
          </p>
        </noscript>
      </section>
    </>
  );
}

/** `/orders/:id`: where the shopper returns to. */
export function OrderPage({ order }: { order: OrderView }) {
  return (
    <Layout title={titleOf(order)} live>
      <div class="order-page" data-live={addressOf(order, '/events')}>
        <OrderParts order={order} />
      </div>
    </Layout>
  );
}

import { TIME_ZONE } from '../format.js';
import { Art } from './art.js';
import { Layout, tabTitle } from './layout.js';
import { StateIcon } from './state.js';
import { Timeline } from './timeline.js';
import type { OrderView } from './views.js';

/** The page's own address, with the mark that the customer has returned from the payment page. */
const addressOf = ({ orderId, returnedFrom }: OrderView, part = ''): string =>
  `/orders/${orderId}${part}${returnedFrom ? `?${new URLSearchParams({ transactionid: returnedFrom })}` : ''}`;

const dashboardOf = ({ orderId }: OrderView): string =>
  `/payments/dashboard/orders/order?${new URLSearchParams({ group: 'web', id: orderId })}`;

const titleOf = ({ state, orderId }: OrderView): string => `${state.title}, order ${orderId}`;

const Actions = ({ order }: { order: OrderView }) => (
  <div class="actions">
    {order.state.next && (
      <form method="post" action={`/orders/${order.orderId}/pay`}>
        <button class="button">{order.state.next}</button>
      </form>
    )}
    <a class="plain" href={addressOf(order)}>
      Refresh
    </a>
    <a class="plain" href="/">
      Back to the shop
    </a>
    <a class="plain" href={dashboardOf(order)}>
      In the dashboard
    </a>
  </div>
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

/** The product, the price, and the order number. */
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
 * The parts of the page that change. Each has a `data-part`, by which the live script replaces it: screen readers
 * announce a change of the state, but not of the timeline.
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
          <div>
            <h2 id="timeline-title">What happened</h2>
            <p class="zone">Times of {TIME_ZONE}</p>
          </div>
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

/** `/orders/:id`: the page to which the customer returns. */
export function OrderPage({ order }: { order: OrderView }) {
  return (
    <Layout title={titleOf(order)} live>
      <div class="order-page" data-live={addressOf(order, '/events')}>
        <OrderParts order={order} />
      </div>
    </Layout>
  );
}

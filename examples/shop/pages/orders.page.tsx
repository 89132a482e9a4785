import { Art } from './art.js';
import { Layout } from './layout.js';
import { StateBadge } from './state.js';
import type { OrderRowView } from './views.js';

const Row = ({ order }: { order: OrderRowView }) => (
  <li class="order-row">
    <Art slug={order.product.slug} />
    <div class="order-row-name">
      <a href={`/orders/${order.orderId}`}>{order.product.name}</a>
      <span class="order-id">{order.orderId}</span>
    </div>
    <span class="price">{order.price}</span>
    <StateBadge state={order.state} />
  </li>
);

const Nothing = () => (
  <div class="card empty">
    <p>No orders yet.</p>
    <a class="button" href="/">
      Choose something
    </a>
  </div>
);

/** `/orders`: the latest orders. */
export function OrdersPage({ orders }: { orders: readonly OrderRowView[] }) {
  return (
    <Layout title="Orders" here="orders">
      <div class="intro">
        <h1>Latest orders</h1>
        <p>In a real shop only its staff would see this page.</p>
      </div>
      {orders.length === 0 ? (
        <Nothing />
      ) : (
        <ul class="card order-list">
          {orders.map((order) => (
            <Row key={order.orderId} order={order} />
          ))}
        </ul>
      )}
    </Layout>
  );
}

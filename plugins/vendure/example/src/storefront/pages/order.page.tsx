import type { OrderSeen, PaymentStatusSeen } from '../../api/shop-types';
import { money } from '../format';
import { refundsOf, stateOf } from '../order-state';
import { Layout, Problem } from './layout';
import { Lines, Totals } from './lines';
import { Badge, StateHead } from './state';

/** What the page of an order shows. */
export interface OrderProps {
  readonly order: OrderSeen;
  readonly status: PaymentStatusSeen;
  readonly problem?: string;
}

const PayAgain = ({ order, status }: OrderProps) => {
  const { action } = stateOf(status, order);
  if (action === 'continue' && status.paymentUrl) {
    return (
      <p class="actions">
        <a class="button" href={status.paymentUrl}>
          Continue to payment
        </a>
      </p>
    );
  }
  if (action !== 'retry') return null;
  return (
    <form method="post" action={`/orders/${order.code}/payments`} class="actions">
      <a href="/basket">Change the basket</a>
      <button class="button">Try again</button>
    </form>
  );
};

const Refunds = ({ order }: Pick<OrderProps, 'order'>) => {
  const refunds = refundsOf(order);
  if (refunds.length === 0) return null;
  return (
    <>
      <h2>Money back</h2>
      <ul class="rows">
        {refunds.map(({ id, total, state }) => (
          <li key={id}>
            {state === 'Settled' ? <Badge tone="good">Sent</Badge> : <Badge tone="waiting">On its way</Badge>}
            <span class="price">{money(total, order.currencyCode)}</span>
          </li>
        ))}
      </ul>
    </>
  );
};

/** The parts of the page that change while it is open. */
export const OrderParts = (props: OrderProps) => (
  <>
    <div data-part="state">
      <StateHead state={stateOf(props.status, props.order)} />
      <PayAgain {...props} />
    </div>
    <div data-part="refunds">
      <Refunds order={props.order} />
    </div>
  </>
);

/** `/orders/:code`: where the shopper comes back to, and how the payment stands. */
export const OrderPage = (props: OrderProps) => {
  const { order, problem } = props;
  return (
    <Layout title={`Order ${order.code}`} isLive>
      <Problem text={problem} />
      <div class="columns">
        <div class="card sheet" data-live={`/orders/${order.code}/parts`}>
          <OrderParts {...props} />
          <noscript>
            <p class="soft">
              This page does not update by itself without scripts. <a href={`/orders/${order.code}`}>Refresh</a>
            </p>
          </noscript>
        </div>
        <section class="card sheet summary" aria-label="What you bought">
          <p class="soft">Order {order.code}</p>
          <Lines order={order} />
          <Totals order={order} />
        </section>
      </div>
    </Layout>
  );
};

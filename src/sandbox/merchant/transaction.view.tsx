import type { RenderedPage } from '../../pages/page.frame.js';
import { moneyText } from '../../pages/money-text.js';
import { findMethod, type SandboxTransactionEntity } from '../orders/index.js';
import { DeliveryAttempt } from './delivery.view.js';
import type { PageContext } from '../../pages/page-context.js';
import { merchantPage, PATHS } from './merchant.layout.js';
import { isLeftOpen, TryActions } from './try-actions.view.js';
import { OrderActions } from './order-actions.view.js';
import { OrderFacts } from './order-facts.view.js';
import { MOST_MOVEMENTS, type OrderHistory } from './order-histories.js';
import { ListTable, Pager } from '../../pages/list.parts.js';
import { pagerLinks } from '../../pages/paging.js';
import { Empty, StatusTag, When } from '../../pages/parts.js';
import { transactionPath } from './transactions.view.js';

/** Renders one transaction with its complete history. */
export function transactionPage(history: OrderHistory, context: PageContext): RenderedPage {
  const { order } = history;
  const children = (
    <>
      <section class="card" aria-labelledby="order">
        <div class="body order">
          <div>
            <div class="title">
              <h1 id="order">{order.orderId}</h1>
              <StatusTag status={order.status} />
            </div>
            <p class="lead">{order.description}</p>
          </div>
          <div>
            <p class="sum">{moneyText(order.amount, order.currency)}</p>
            {order.amountRefunded > 0 && (
              <p class="small">{moneyText(order.amountRefunded, order.currency)} refunded</p>
            )}
          </div>
        </div>
        <OrderActions history={history} context={context} />
        <OrderFacts history={history} context={context} />
      </section>
      <Movements history={history} context={context} />
      <Notifications history={history} context={context} />
    </>
  );
  return merchantPage({
    title: order.orderId,
    section: PATHS.transactions,
    above: [{ href: PATHS.transactions, text: 'Transactions' }],
    context,
    children,
  });
}

interface Part {
  readonly history: OrderHistory;
  readonly context: PageContext;
}

function Movements({ history, context }: Part) {
  const { movements } = history;
  return (
    <section class="card" aria-labelledby="movements">
      <div class="head">
        <h2 id="movements">Payments and refunds</h2>
        <p>{movements.length === MOST_MOVEMENTS ? `The newest ${MOST_MOVEMENTS}` : 'Newest first'}</p>
      </div>
      {movements.length === 0 ? (
        <Empty title="No one has tried to pay yet" />
      ) : (
        <ListTable
          kind="t-orders"
          caption="Payments and refunds"
          columns={['Transaction', 'Status', { name: 'Amount', of: 'figures' }, 'Method', 'Created']}
        >
          {movements.map((movement) => (
            <Movement key={movement.id} movement={movement} history={history} context={context} />
          ))}
        </ListTable>
      )}
    </section>
  );
}

function Movement({ movement, history, context }: Part & { movement: SandboxTransactionEntity }) {
  const { order } = history;
  return (
    <tr>
      <th scope="row" class="c-id">
        {movement.type}
        <span class="under mono">{movement.transactionId}</span>
        {movement.refundOrderId !== null && <span class="under">refund order {movement.refundOrderId}</span>}
        {movement.type !== 'payment' && movement.description !== '' && (
          <span class="under">{movement.description}</span>
        )}
      </th>
      <td class="c-status">
        <StatusTag status={movement.status} />
        {isLeftOpen(movement, order) && <TryActions order={order} movement={movement} context={context} />}
      </td>
      <td class="c-amount number">{moneyText(movement.amount, movement.currency)}</td>
      <td class="c-group">{findMethod(movement.method)?.name ?? movement.method}</td>
      <td class="c-time">
        <When at={movement.createdAt} context={context} />
      </td>
    </tr>
  );
}

function Notifications({ history, context }: Part) {
  const { order, deliveries, pending } = history;
  const links = pagerLinks(deliveries, transactionPath(order.id));
  return (
    <section class="card" aria-labelledby="notifications">
      <div class="head">
        <h2 id="notifications">Notifications</h2>
        <p>What the shop was told, and what it answered</p>
      </div>
      {pending.map((each) => (
        <p class="due inline" key={each.id}>
          <span>
            <b>{each.cause}</b> is to be sent {each.rounds > 0 && 'again'}
          </span>
          <When at={each.dueAt} context={context} />
        </p>
      ))}
      {deliveries.items.length === 0 && pending.length === 0 && (
        <Empty title="Nothing was sent">Neither the order nor its terminal group has a notification address.</Empty>
      )}
      <ol class="attempts">
        {deliveries.items.map((entry) => (
          <DeliveryAttempt key={entry.id} entry={entry} context={context} />
        ))}
      </ol>
      {deliveries.items.length > 0 && <Pager links={links} />}
    </section>
  );
}

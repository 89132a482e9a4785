import { formatServiceTime, ORDER_STATUS_TABLE, type OrderStatus } from '../../protocol/index.js';
import type { SandboxOrderEntity } from '../orders/order.entity.js';
import { moneyText } from '../pages/money-text.js';
import { renderPage, type RenderedPage } from '../pages/page.layout.js';

/** One line of the list. */
export interface HomeRow {
  readonly order: SandboxOrderEntity;
  /** The payment page, while it is open. */
  readonly paymentUrl: string | null;
}

const TAGS: Partial<Record<OrderStatus, string>> = { initialized: 'wait', declined: 'bad', cancelled: 'bad' };

function tagOf(status: OrderStatus): string {
  return ORDER_STATUS_TABLE[status].paid ? 'good' : (TAGS[status] ?? 'plain');
}

/** Renders the list of the newest orders. */
export function homePage(rows: readonly HomeRow[], timeZone: string): RenderedPage {
  const content = (
    <>
      <h1 class="title">Orders</h1>
      <p class="lead">The newest first, of every terminal group. Times are those of {timeZone}.</p>
      <div class="card">{rows.length === 0 ? <Empty /> : <OrderTable rows={rows} timeZone={timeZone} />}</div>
    </>
  );
  return renderPage({ title: 'Orders · Tillbridge sandbox', wide: true, content });
}

function Empty() {
  return (
    <p class="empty">
      <strong>No orders yet</strong>
      Let your shop create one with <code>POST /v1/json/orders</code>.
    </p>
  );
}

function OrderTable({ rows, timeZone }: { rows: readonly HomeRow[]; timeZone: string }) {
  return (
    <table>
      <caption>Newest orders</caption>
      <thead>
        <tr>
          <th scope="col">Order</th>
          <th scope="col">Description</th>
          <th scope="col" class="number">
            Amount
          </th>
          <th scope="col">Status</th>
          <th scope="col">Group</th>
          <th scope="col">Created</th>
          <th scope="col">Page</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <OrderRow key={row.order.id} row={row} timeZone={timeZone} />
        ))}
      </tbody>
    </table>
  );
}

function OrderRow({ row: { order, paymentUrl }, timeZone }: { row: HomeRow; timeZone: string }) {
  return (
    <tr>
      <th scope="row" class="id">
        {order.orderId}
      </th>
      <td class="about">{order.description}</td>
      <td class="number">{moneyText(order.amount, order.currency)}</td>
      <td class="status">
        <span class={`tag ${tagOf(order.status)}`}>{order.status}</span>
      </td>
      <td class="group">{order.group}</td>
      <td class="time">{formatServiceTime(order.createdAt, timeZone).replace('T', ' ')}</td>
      <td class="link">{paymentUrl !== null && <a href={paymentUrl}>Open</a>}</td>
    </tr>
  );
}

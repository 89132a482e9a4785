import { maskPersonal } from '../../support/index.js';
import { moneyText } from '../../pages/money-text.js';
import type { RenderedPage } from '../../pages/page.frame.js';
import { pagerLinks } from '../../pages/paging.js';
import { Empty, Pager, When } from '../../pages/parts.js';
import type { OrderLine, OrderPage } from '../../shop/operator/index.js';
import { dashboardPage, PATHS, type DashboardDesk } from '../frame/dashboard.layout.js';
import { Choice } from '../refunds/refund-parts.js';
import { orderAddress } from './order-address.js';
import { isNarrowed, STATUS_CHOICES, type OrdersFilter } from './order-filter.js';
import { AttentionTag, OrderTag } from './order-tag.view.js';

/** What the list of orders shows. */
export interface OrdersPage {
  readonly filter: OrdersFilter;
  readonly list: OrderPage;
  /** Names of all terminal groups. */
  readonly groups: readonly string[];
  /** For which reasons a person should look at orders just now. */
  readonly attentions: readonly string[];
  readonly desk: DashboardDesk;
}

/** Renders the list of orders. */
export function ordersPage(page: OrdersPage): RenderedPage {
  const { filter, list, desk } = page;
  const { search } = filter;
  const links = pagerLinks(list, desk.base + PATHS.orders, search === '' ? { ...filter } : { search });
  const children = (
    <>
      <h1>Orders</h1>
      <p class="lead">Every order of every terminal group, the newest first. Times are those of {desk.timeZone}.</p>
      <Search page={page} />
      <Filters page={page} />
      <section class="card" aria-label="Orders" data-part="orders">
        {list.items.length === 0 ? <Nothing page={page} /> : <OrderTable orders={list.items} desk={desk} />}
        {list.items.length > 0 && <Pager links={{ ...links, byAge: search === '' }} />}
      </section>
    </>
  );
  return dashboardPage({ title: 'Orders', section: PATHS.orders, desk, children });
}

function Search({ page: { filter, desk } }: { page: OrdersPage }) {
  return (
    <form class="filters one" method="get" action={desk.base + PATHS.orders} role="search">
      <div class="field">
        <label for="search">Order id or transaction id, from its beginning, or the id at the service</label>
        <input id="search" type="search" name="search" value={filter.search} maxlength={64} autocomplete="off" />
      </div>
      <div class="go">
        <button class="button main" type="submit">
          Find
        </button>
        {filter.search !== '' && <a href={desk.base + PATHS.orders}>Show all</a>}
      </div>
    </form>
  );
}

function Filters({ page: { filter, groups, attentions, desk } }: { page: OrdersPage }) {
  if (filter.search !== '') return null;
  const reasons = attentions.map((reason): [string, string] => [reason, reason.replace(/[_-]+/g, ' ')]);
  return (
    <form class="filters five" method="get" action={desk.base + PATHS.orders} aria-label="Narrow the list down">
      <Choice
        name="attention"
        label="Needs a person"
        all="Whether or not"
        values={[['any', 'For any reason'], ...reasons]}
        chosen={filter.attention}
      />
      <Choice
        name="status"
        label="Status"
        all="Any"
        values={STATUS_CHOICES.map((status) => [status, status === 'none' ? 'no word yet' : status])}
        chosen={filter.status}
      />
      <Choice
        name="group"
        label="Terminal group"
        all="Any"
        values={groups.map((group) => [group, group])}
        chosen={filter.group}
      />
      <Day name="from" label="Created from" day={filter.from} />
      <Day name="to" label="until" day={filter.to} />
      <div class="go">
        <button class="button" type="submit">
          Show
        </button>
        {isNarrowed(filter) && <a href={desk.base + PATHS.orders}>Show all</a>}
      </div>
    </form>
  );
}

function Day({ name, label, day }: { name: string; label: string; day: string | null }) {
  return (
    <div class="field">
      <label for={name}>{label}</label>
      <input id={name} type="date" name={name} value={day ?? ''} />
    </div>
  );
}

function Nothing({ page: { filter, desk } }: { page: OrdersPage }) {
  if (!isNarrowed(filter)) return <Empty title="No orders yet">The first one appears here when it is created.</Empty>;
  return (
    <Empty title="Nothing matches">
      Change what is looked for, or <a href={desk.base + PATHS.orders}>show all orders</a>.
    </Empty>
  );
}

function OrderTable({ orders, desk }: { orders: readonly OrderLine[]; desk: DashboardDesk }) {
  return (
    <table class="t-orders">
      <caption>Orders</caption>
      <thead>
        <tr>
          <th scope="col">Order</th>
          <th scope="col">Status</th>
          <th scope="col" class="number">
            Amount
          </th>
          <th scope="col">Terminal group</th>
          <th scope="col">Created</th>
        </tr>
      </thead>
      <tbody>
        {orders.map((order) => (
          <Row key={order.id} order={order} desk={desk} />
        ))}
      </tbody>
    </table>
  );
}

function Row({ order, desk }: { order: OrderLine; desk: DashboardDesk }) {
  const { amount, amountRefunded } = order;
  return (
    <tr>
      <th scope="row" class="c-id">
        <a href={orderAddress(desk, order)}>{order.orderId}</a>
        <span class="under">{maskPersonal(order.description)}</span>
      </th>
      <td class="c-status">
        <OrderTag status={order.status} /> <AttentionTag attention={order.attention} />
      </td>
      <td class="c-amount number">
        {moneyText(amount.amount, amount.currency)}
        {amountRefunded.amount > 0 && (
          <span class="under">{moneyText(amountRefunded.amount, amountRefunded.currency)} given back</span>
        )}
      </td>
      <td class="c-group">{order.group}</td>
      <td class="c-time">
        <When at={order.createdAt} desk={desk} />
      </td>
    </tr>
  );
}

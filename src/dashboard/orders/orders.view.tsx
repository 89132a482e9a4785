import { maskPersonal, type Page } from '../../support/index.js';
import { moneyText } from '../../pages/money-text.js';
import { Choice, DayField, FilterForm, SearchField, TextField } from '../../pages/filter.parts.js';
import { ListCard, ListTable, NothingMatches } from '../../pages/list.parts.js';
import type { RenderedPage } from '../../pages/page.frame.js';
import { PAGE_SIZE, pagerLinks } from '../../pages/paging.js';
import { Empty, When } from '../../pages/parts.js';
import type { OrderLine } from '../../shop/admin/index.js';
import { dashboardPage, PATHS, type DashboardContext } from '../frame/dashboard.layout.js';
import { ExportLink } from '../frame/export-link.view.js';
import { isUnread } from './amount-filter.js';
import { orderAddress } from './order-address.js';
import { isNarrowed, LONGEST_SEARCH, STATUS_CHOICES, type OrdersFilter } from './order-filter.js';
import { ORDER_LIST_LABELS } from './order-list.labels.js';
import { attentionName, choiceName, methodName } from './order-names.js';
import { AttentionTag, OrderTag } from './order-tag.view.js';

/** What the list of orders shows. */
export interface OrdersPage {
  readonly filter: OrdersFilter;
  readonly list: Page<OrderLine>;
  /** Names of all terminal groups. */
  readonly groups: readonly string[];
  /** For which reasons a person should look at orders just now. */
  readonly attentions: readonly string[];
  /** How orders are known to be paid. */
  readonly methods: readonly string[];
  /** Of the terminal groups. */
  readonly currencies: readonly string[];
  readonly context: DashboardContext;
}

/** Renders the list of orders. */
export function ordersPage(page: OrdersPage): RenderedPage {
  const { filter, list, context } = page;
  const { search } = filter;
  const fields = search === '' ? { ...filter } : { search };
  const links = pagerLinks(list, context.base + PATHS.orders, fields);
  const children = (
    <>
      <h1>Orders</h1>
      <p class="lead">Every order of every terminal group, the newest first. Times are those of {context.timeZone}.</p>
      <Search page={page} />
      <Filters page={page} />
      {isUnread(filter) && (
        <p class="notice bad" role="alert">
          {ORDER_LIST_LABELS.wrongAmount}
        </p>
      )}
      <ListCard
        name="Orders"
        part="orders"
        links={links}
        byAge={search === ''}
        empty={<Nothing page={page} further={links.next} />}
      >
        <OrderTable orders={list.items} context={context} />
        {list.next !== null && list.items.length < PAGE_SIZE && <p class="body small">{ORDER_LIST_LABELS.partly}</p>}
      </ListCard>
      {list.items.length > 0 && <ExportLink path={PATHS.orders} fields={fields} context={context} />}
    </>
  );
  return dashboardPage({ title: 'Orders', section: PATHS.orders, context, children });
}

function Search({ page: { filter, context } }: { page: OrdersPage }) {
  return (
    <FilterForm columns="one" action={context.base + PATHS.orders} button="Find" isNarrowed={filter.search !== ''}>
      <SearchField name="search" label={ORDER_LIST_LABELS.search} value={filter.search} most={LONGEST_SEARCH} />
    </FilterForm>
  );
}

function Filters({ page: { filter, groups, attentions, methods, currencies, context } }: { page: OrdersPage }) {
  if (filter.search !== '') return null;
  const labels = context.labels.order;
  const reasons = attentions.map((reason): [string, string] => [reason, attentionName(labels, reason)]);
  return (
    <FilterForm
      columns="five"
      action={context.base + PATHS.orders}
      label="Narrow the list down"
      isNarrowed={isNarrowed(filter)}
    >
      <Choice
        name="attention"
        label="Needs attention"
        all="Whether or not"
        values={[['any', 'For any reason'], ...reasons]}
        chosen={filter.attention}
      />
      <Choice
        name="status"
        label="Status"
        all="Any"
        values={STATUS_CHOICES.filter((status) => status !== 'void').map((status) => [
          status,
          choiceName(labels, status),
        ])}
        chosen={filter.status}
      />
      <Choice name="group" label="Terminal group" all="Any" values={groups} chosen={filter.group} />
      <Choice
        name="method"
        label={ORDER_LIST_LABELS.method}
        all={ORDER_LIST_LABELS.anyMethod}
        values={methods.map((method) => [method, methodName(context.labels.order, method)] as const)}
        chosen={filter.method}
      />
      <Money filter={filter} currencies={currencies} />
      <DayField name="from" label="Created from" day={filter.from} />
      <DayField name="to" label="until" day={filter.to} />
    </FilterForm>
  );
}

function Money({ filter, currencies }: Pick<OrdersPage, 'filter' | 'currencies'>) {
  return (
    <>
      <TextField name="least" label={ORDER_LIST_LABELS.least} value={filter.least} />
      <TextField name="most" label={ORDER_LIST_LABELS.most} value={filter.most} />
      <Choice
        name="currency"
        label={ORDER_LIST_LABELS.currency}
        all={ORDER_LIST_LABELS.anyCurrency}
        values={currencies}
        chosen={filter.currency}
      />
    </>
  );
}

function Nothing({ page: { filter, context }, further }: { page: OrdersPage; further: string | null }) {
  if (further !== null) {
    return (
      <Empty title={ORDER_LIST_LABELS.notYet}>
        <a href={further}>{ORDER_LIST_LABELS.further}</a>
      </Empty>
    );
  }

  if (!isNarrowed(filter)) return <Empty title="No orders yet">The first one appears here when it is created.</Empty>;
  return <NothingMatches what="orders" all={context.base + PATHS.orders} />;
}

function OrderTable({ orders, context }: { orders: readonly OrderLine[]; context: DashboardContext }) {
  return (
    <ListTable
      kind="t-orders"
      caption="Orders"
      columns={['Order', 'Status', { name: 'Amount', of: 'figures' }, 'Terminal group', 'Created']}
    >
      {orders.map((order) => (
        <Row key={`${order.group}/${order.orderId}`} order={order} context={context} />
      ))}
    </ListTable>
  );
}

function Row({ order, context }: { order: OrderLine; context: DashboardContext }) {
  const { amount, amountRefunded } = order;
  return (
    <tr>
      <th scope="row" class="c-id">
        <a href={orderAddress(context, order)}>{order.orderId}</a>
        {order.reference !== null && <span class="under">{order.reference}</span>}
        <span class="under">{maskPersonal(order.description)}</span>
      </th>
      <td class="c-status">
        <OrderTag status={order.status} context={context} />{' '}
        <AttentionTag attention={order.attention} context={context} />
      </td>
      <td class="c-amount number">
        {moneyText(amount.amount, amount.currency)}
        {order.paymentMethod !== null && (
          <span class="under">{methodName(context.labels.order, order.paymentMethod)}</span>
        )}
        {amountRefunded.amount > 0 && (
          <span class="under">{moneyText(amountRefunded.amount, amountRefunded.currency)} refunded</span>
        )}
      </td>
      <td class="c-group">{order.group}</td>
      <td class="c-time">
        <When at={order.createdAt} context={context} />
      </td>
    </tr>
  );
}

import { maskPersonal, type Page } from '../../support/index.js';
import { amountText } from '../../pages/money-text.js';
import { Choice, DayField, FilterForm, isFiltered, SearchField, TextField } from '../../pages/filter.parts.js';
import { ListCard, ListTable, NothingMatches } from '../../pages/list.parts.js';
import type { RenderedPage } from '../../pages/page.frame.js';
import { PAGE_SIZE, pagerLinks } from '../../pages/paging.js';
import { Empty, When } from '../../pages/parts.js';
import type { OrderLine } from '../../shop/admin/index.js';
import { dashboardPage, PATHS, type DashboardContext } from '../frame/dashboard.layout.js';
import { ExportLink } from '../frame/export-link.view.js';
import { isUnread } from './amount-filter.js';
import { orderAddress } from './order-address.js';
import { LONGEST_SEARCH, STATUS_CHOICES, type OrdersFilter } from './order-filter.js';
import { attentionName, choiceName, methodName } from './order-names.js';
import { AttentionTag, OrderTag } from './order-tag.view.js';

/** The content of the list of orders. */
export interface OrdersPage {
  readonly filter: OrdersFilter;
  readonly list: Page<OrderLine>;
  /** Names of all terminal groups. */
  readonly groups: readonly string[];
  /** The reasons for attention that orders have now. */
  readonly attentions: readonly string[];
  /** The known payment methods of orders. */
  readonly methods: readonly string[];
  /** The currencies of the terminal groups. */
  readonly currencies: readonly string[];
  readonly context: DashboardContext;
}

/** Renders the list of orders. */
export function ordersPage(page: OrdersPage): RenderedPage {
  const { filter, list, context } = page;
  const { search } = filter;
  const { orders: labels } = context.labels;
  const fields = search === '' ? { ...filter } : { search };
  const links = pagerLinks(list, context.base + PATHS.orders, fields);
  const children = (
    <>
      <h1>{labels.title}</h1>
      <p class="lead">{labels.lead(context.timeZone)}</p>
      <Search page={page} />
      <Filters page={page} />
      {isUnread(filter) && (
        <p class="notice bad" role="alert">
          {labels.wrongAmount}
        </p>
      )}
      <ListCard
        name={labels.title}
        part="orders"
        links={links}
        byAge={search === ''}
        empty={<Nothing page={page} further={links.next} />}
      >
        <OrderTable orders={list.items} context={context} />
        {list.next !== null && list.items.length < PAGE_SIZE && <p class="body small">{labels.partly}</p>}
      </ListCard>
      {list.items.length > 0 && <ExportLink path={PATHS.orders} fields={fields} context={context} />}
    </>
  );
  return dashboardPage({ title: labels.title, section: PATHS.orders, context, children });
}

function Search({ page: { filter, context } }: { page: OrdersPage }) {
  const { orders: labels } = context.labels;
  return (
    <FilterForm
      columns="one"
      action={context.base + PATHS.orders}
      button={labels.find}
      isNarrowed={filter.search !== ''}
    >
      <SearchField name="search" label={labels.search} value={filter.search} most={LONGEST_SEARCH} />
    </FilterForm>
  );
}

function Filters({ page: { filter, groups, attentions, methods, currencies, context } }: { page: OrdersPage }) {
  if (filter.search !== '') return null;
  const { order: names, orders: labels } = context.labels;
  const reasons = attentions.map((reason): [string, string] => [reason, attentionName(names, reason)]);
  return (
    <FilterForm
      columns="five"
      action={context.base + PATHS.orders}
      label={labels.narrow}
      isNarrowed={isFiltered(filter)}
    >
      <Choice
        name="attention"
        label={labels.attention}
        all={labels.anyAttention}
        values={[['any', labels.everyReason], ...reasons]}
        chosen={filter.attention}
      />
      <Choice
        name="status"
        label={labels.status}
        all={labels.anyStatus}
        values={STATUS_CHOICES.filter((status) => status !== 'void').map((status) => [
          status,
          choiceName(names, status),
        ])}
        chosen={filter.status}
      />
      <Choice name="group" label={labels.group} all={labels.anyGroup} values={groups} chosen={filter.group} />
      <Choice
        name="method"
        label={labels.method}
        all={labels.anyMethod}
        values={methods.map((method) => [method, methodName(names, method)] as const)}
        chosen={filter.method}
      />
      <Money filter={filter} currencies={currencies} context={context} />
      <DayField name="from" label={labels.from} day={filter.from} />
      <DayField name="to" label={labels.to} day={filter.to} />
    </FilterForm>
  );
}

function Money({ filter, currencies, context }: Pick<OrdersPage, 'filter' | 'currencies' | 'context'>) {
  const { orders: labels } = context.labels;
  return (
    <>
      <TextField name="least" label={labels.least} value={filter.least} />
      <TextField name="most" label={labels.most} value={filter.most} />
      <Choice
        name="currency"
        label={labels.currency}
        all={labels.anyCurrency}
        values={currencies}
        chosen={filter.currency}
      />
    </>
  );
}

function Nothing({ page: { filter, context }, further }: { page: OrdersPage; further: string | null }) {
  const { orders: labels } = context.labels;
  if (further !== null) {
    return (
      <Empty title={labels.notYet}>
        <a href={further}>{labels.further}</a>
      </Empty>
    );
  }

  if (!isFiltered(filter)) return <Empty title={labels.none}>{labels.noneText}</Empty>;
  // A customer says an address or an amount, which the search does not know, and the fields for amounts are gone meanwhile.
  if (filter.search !== '') {
    return (
      <Empty title={labels.nothingFound}>
        {labels.nothingFoundText}
        <a href={context.base + PATHS.orders}>{labels.narrowInstead}</a>
      </Empty>
    );
  }
  return <NothingMatches what={labels.what} all={context.base + PATHS.orders} />;
}

function OrderTable({ orders, context }: { orders: readonly OrderLine[]; context: DashboardContext }) {
  const { title, columns } = context.labels.orders;
  return (
    <ListTable
      kind="t-orders"
      caption={title}
      columns={[columns.order, columns.status, { name: columns.amount, of: 'figures' }, columns.group, columns.created]}
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
        {amountText(amount)}
        {order.paymentMethod !== null && (
          <span class="under">{methodName(context.labels.order, order.paymentMethod)}</span>
        )}
        {amountRefunded.amount > 0 && (
          <span class="under">{context.labels.orders.refunded(amountText(amountRefunded))}</span>
        )}
      </td>
      <td class="c-group">{order.group}</td>
      <td class="c-time">
        <When at={order.createdAt} context={context} />
      </td>
    </tr>
  );
}

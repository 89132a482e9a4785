import { ORDER_STATUSES } from '../../protocol/index.js';
import { Choice, FilterForm, SearchField } from '../../pages/filter.parts.js';
import { ListCard, ListTable, NothingMatches } from '../../pages/list.parts.js';
import type { RenderedPage } from '../../pages/page.frame.js';
import { moneyText } from '../../pages/money-text.js';
import { findMethod } from '../orders/index.js';
import type { PageContext } from '../../pages/page-context.js';
import { merchantPage, PATHS } from './merchant.layout.js';
import { pagerLinks } from '../../pages/paging.js';
import type { Page } from '../../support/index.js';
import { Empty, StatusTag, When } from '../../pages/parts.js';
import type { MerchantListFilter, TransactionRow } from './merchant-transaction-list.js';

/** The content of the list of transactions. */
export interface TransactionListContent {
  readonly filter: MerchantListFilter;
  readonly list: Page<TransactionRow>;
  /** Names of all terminal groups. */
  readonly groups: readonly string[];
  readonly context: PageContext;
}

/** The address of one transaction's page. */
export function transactionPath(id: string): string {
  return `${PATHS.transactions}/${id}`;
}

/** Renders the list of transactions. */
export function transactionsPage(page: TransactionListContent): RenderedPage {
  const { filter, list, context } = page;
  const links = pagerLinks(list, PATHS.transactions, { ...filter });
  const children = (
    <>
      <h1>Transactions</h1>
      <p class="lead">Every order of every terminal group, the newest first. Times are those of {context.timeZone}.</p>
      <Filters page={page} />
      <ListCard name="Transactions" links={links} byAge={filter.search === ''} empty={<Nothing filter={filter} />}>
        <TransactionTable rows={list.items} context={context} />
      </ListCard>
    </>
  );
  return merchantPage({ title: 'Transactions', section: PATHS.transactions, context, children });
}

function Filters({ page: { filter, groups } }: { page: TransactionListContent }) {
  return (
    <FilterForm action={PATHS.transactions} isNarrowed={isFiltered(filter)}>
      <SearchField
        name="search"
        label="Order id, from its beginning, or transaction id"
        value={filter.search}
        most={50}
      />
      <Choice name="status" label="Status" all="Any status" values={ORDER_STATUSES} chosen={filter.status} />
      <Choice name="group" label="Terminal group" all="Any group" values={groups} chosen={filter.group} />
    </FilterForm>
  );
}

function Nothing({ filter }: { filter: MerchantListFilter }) {
  if (isFiltered(filter)) return <NothingMatches what="transactions" all={PATHS.transactions} />;
  return (
    <Empty title="No orders yet">
      Let your shop create one with <code>POST /v1/json/orders</code>.
    </Empty>
  );
}

/** Orders as rows of a table; also for the overview. */
export function TransactionTable({ rows, context }: { rows: readonly TransactionRow[]; context: PageContext }) {
  return (
    <ListTable
      kind="t-orders"
      caption="Transactions"
      columns={[
        'Order',
        'Status',
        { name: 'Amount', of: 'figures' },
        'Group, method',
        'Created',
        { name: 'Payment page', of: 'links' },
      ]}
    >
      {rows.map((row) => (
        <Row key={row.id} row={row} context={context} />
      ))}
    </ListTable>
  );
}

function Row({ row: { id, order, method, paymentUrl }, context }: { row: TransactionRow; context: PageContext }) {
  return (
    <tr>
      <th scope="row" class="c-id">
        <a href={transactionPath(id)}>{order.orderId}</a>
        <span class="under">{order.description}</span>
      </th>
      <td class="c-status">
        <StatusTag status={order.status} />
      </td>
      <td class="c-amount number">{moneyText(order.amount, order.currency)}</td>
      <td class="c-group">
        {order.group}
        {method !== null && <span class="under">{findMethod(method)?.name ?? method}</span>}
      </td>
      <td class="c-time">
        <When at={order.createdAt} context={context} />
      </td>
      <td class="c-link">
        {paymentUrl !== null && (
          <a href={paymentUrl} aria-label={`Pay ${order.orderId}`}>
            Pay
          </a>
        )}
      </td>
    </tr>
  );
}

function isFiltered({ status, group, search }: MerchantListFilter): boolean {
  return status !== null || group !== null || search !== '';
}

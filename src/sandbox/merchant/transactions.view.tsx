import { ORDER_STATUSES } from '../../protocol/index.js';
import type { RenderedPage } from '../../pages/page.frame.js';
import { moneyText } from '../../pages/money-text.js';
import { findMethod } from '../transactions/payment-methods.js';
import type { Desk } from '../../pages/desk.js';
import { merchantPage, PATHS } from './merchant.layout.js';
import { pagerLinks, type ListPage } from '../../pages/paging.js';
import { Empty, Pager, StatusTag, When } from '../../pages/parts.js';
import type { TransactionFilter, TransactionRow } from './transaction-list.js';

/** What the list of transactions shows. */
export interface TransactionsPage {
  readonly filter: TransactionFilter;
  readonly list: ListPage<TransactionRow>;
  /** Names of all terminal groups. */
  readonly groups: readonly string[];
  readonly desk: Desk;
}

/** The address of one transaction's page. */
export function transactionPath(id: string): string {
  return `${PATHS.transactions}/${id}`;
}

/** Renders the list of transactions. */
export function transactionsPage(page: TransactionsPage): RenderedPage {
  const { filter, list, desk } = page;
  const links = pagerLinks(list, PATHS.transactions, { ...filter });
  const children = (
    <>
      <h1>Transactions</h1>
      <p class="lead">Every order of every terminal group, the newest first. Times are those of {desk.timeZone}.</p>
      <Filters page={page} />
      <section class="card" aria-label="Transactions">
        {list.items.length === 0 ? <Nothing filter={filter} /> : <TransactionTable rows={list.items} desk={desk} />}
        {list.items.length > 0 && <Pager links={{ ...links, byAge: filter.search === '' }} />}
      </section>
    </>
  );
  return merchantPage({ title: 'Transactions', section: PATHS.transactions, desk, children });
}

function Filters({ page: { filter, groups } }: { page: TransactionsPage }) {
  return (
    <form class="filters" method="get" action={PATHS.transactions} role="search">
      <div class="field">
        <label for="search">Order id, from its beginning, or transaction id</label>
        <input id="search" type="search" name="search" value={filter.search} maxlength={50} autocomplete="off" />
      </div>
      <Choice name="status" label="Status" all="Any status" values={ORDER_STATUSES} chosen={filter.status} />
      <Choice name="group" label="Terminal group" all="Any group" values={groups} chosen={filter.group} />
      <div class="go">
        <button class="button main" type="submit">
          Show
        </button>
        {isFiltered(filter) && <a href={PATHS.transactions}>Show all</a>}
      </div>
    </form>
  );
}

interface ChoiceProps {
  readonly name: string;
  readonly label: string;
  readonly all: string;
  readonly values: readonly string[];
  readonly chosen: string | null;
}

/** A labelled choice of one value or all. */
export function Choice({ name, label, all, values, chosen }: ChoiceProps) {
  return (
    <div class="field">
      <label for={name}>{label}</label>
      <select id={name} name={name}>
        <option value="">{all}</option>
        {values.map((value) => (
          <option key={value} value={value} selected={value === chosen}>
            {value}
          </option>
        ))}
      </select>
    </div>
  );
}

function Nothing({ filter }: { filter: TransactionFilter }) {
  if (isFiltered(filter)) {
    return (
      <Empty title="Nothing matches">
        Change what is looked for, or <a href={PATHS.transactions}>show all transactions</a>.
      </Empty>
    );
  }
  return (
    <Empty title="No orders yet">
      Let your shop create one with <code>POST /v1/json/orders</code>.
    </Empty>
  );
}

/** Orders as lines of a table; also for the overview. */
export function TransactionTable({ rows, desk }: { rows: readonly TransactionRow[]; desk: Desk }) {
  return (
    <table class="t-orders">
      <caption>Transactions</caption>
      <thead>
        <tr>
          <th scope="col">Order</th>
          <th scope="col">Status</th>
          <th scope="col" class="number">
            Amount
          </th>
          <th scope="col">Group, method</th>
          <th scope="col">Created</th>
          <th scope="col">
            <span class="unseen">Payment page</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <Row key={row.id} row={row} desk={desk} />
        ))}
      </tbody>
    </table>
  );
}

function Row({ row: { id, order, method, paymentUrl }, desk }: { row: TransactionRow; desk: Desk }) {
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
        <When at={order.createdAt} desk={desk} />
      </td>
      <td class="c-link">
        {paymentUrl !== null && (
          <a href={paymentUrl} aria-label={`Open the payment page of ${order.orderId}`}>
            Pay
          </a>
        )}
      </td>
    </tr>
  );
}

function isFiltered({ status, group, search }: TransactionFilter): boolean {
  return status !== null || group !== null || search !== '';
}

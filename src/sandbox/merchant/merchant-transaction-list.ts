import { Injectable } from '@nestjs/common';
import { And, In, LessThan, MoreThanOrEqual } from 'typeorm';
import { readPage, type RowList } from '../../database/engine/index.js';
import type { OrderStatus } from '../../protocol/index.js';
import {
  SandboxOrderEntity,
  SandboxSessionEntity,
  SandboxTransactionEntity,
  type Till,
  tillOrders,
} from '../orders/index.js';
import { SandboxDatabase } from '../core/index.js';
import { PAGE_SIZE } from '../../pages/paging.js';
import type { Page } from '../../support/index.js';

/** The filter of a list of transactions. */
export interface MerchantListFilter {
  readonly status: OrderStatus | null;
  /** Name of a terminal group. */
  readonly group: string | null;
  /** The beginning of an order id, or a whole transaction id; empty for all. */
  readonly search: string;
}

/** One line of the list. */
export interface TransactionRow {
  readonly id: string;
  readonly order: SandboxOrderEntity;
  /** The newest attempt's method; null before the first attempt. */
  readonly method: string | null;
  /** The payment page, while it is open. */
  readonly paymentUrl: string | null;
}

// Sorts after every text that a key or an order id can begin with.
const LAST = '\u{10FFFF}';
const TRANSACTION_ID = /^\d{10,18}$/;

/**
 * Lists orders with their newest payment attempt: newest first, or by order id in a search. Each page is read through
 * an index with the filter and the sort order, so its cost does not depend on the number of orders.
 */
@Injectable()
export class MerchantTransactionList {
  constructor(private readonly database: SandboxDatabase) {}

  /** A page of the list. */
  async page(filter: MerchantListFilter, cursor: string | null, size = PAGE_SIZE): Promise<Page<TransactionRow>> {
    const found = await readPage(this.database.manager, ordersOf(filter), { cursor, limit: size });
    if (found.items.length === 0 && cursor !== null) return this.page(filter, null, size);
    if (found.items.length > 0 || !TRANSACTION_ID.test(filter.search)) {
      return { ...found, items: await this.#complete(found.items) };
    }
    return { items: await this.#complete(await this.#ofTransaction(filter.search)), previous: null, next: null };
  }

  /** The newest orders of one till. */
  async ofTill(till: Till, count: number): Promise<TransactionRow[]> {
    return this.#complete(await tillOrders(this.database.manager, till, count));
  }

  async #ofTransaction(transactionId: string): Promise<SandboxOrderEntity[]> {
    const transaction = await this.database.manager.findOneBy(SandboxTransactionEntity, { transactionId });
    return transaction === null ? [] : this.database.manager.findBy(SandboxOrderEntity, { id: transaction.orderKey });
  }

  async #complete(orders: readonly SandboxOrderEntity[]): Promise<TransactionRow[]> {
    // An empty list of ids would still cost two queries.
    if (orders.length === 0) return [];
    const { manager } = this.database;
    const keys = orders.flatMap(({ transactionKey }) => transactionKey ?? []);
    const transactions = await manager.findBy(SandboxTransactionEntity, { id: In(keys) });
    const orderKey = In(orders.map(({ id }) => id));
    const sessions = await manager.findBy(SandboxSessionEntity, { orderKey, open: true });
    const methods = new Map(transactions.map(({ id, method }) => [id, method]));
    const urls = new Map(sessions.map((session) => [session.orderKey, session.paymentUrl]));
    return orders.map((order) => ({
      id: order.id,
      order,
      method: methods.get(order.transactionKey ?? '') ?? null,
      paymentUrl: urls.get(order.id) ?? null,
    }));
  }
}

/** An order id is unique only within its website, so the key sorts equal ones. */
const ordersOf = ({ group, status, search }: MerchantListFilter): RowList<SandboxOrderEntity> => ({
  entity: SandboxOrderEntity,
  where: {
    ...(group !== null && { group }),
    ...(status !== null && { status }),
    ...(search === '' ? { id: LessThan(LAST) } : { orderId: And(MoreThanOrEqual(search), LessThan(search + LAST)) }),
  },
  key: search === '' ? ['id'] : ['orderId', 'id'],
  isRising: search !== '',
});

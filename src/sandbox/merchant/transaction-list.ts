import { Injectable } from '@nestjs/common';
import { In, type SelectQueryBuilder } from 'typeorm';
import type { OrderStatus } from '../../protocol/index.js';
import { SandboxOrderEntity, SandboxSessionEntity, SandboxTransactionEntity } from '../orders/index.js';
import { SandboxDatabase } from '../core/index.js';
import { FIRST_PAGE, goesBack, PAGE_SIZE, pageOf, type ListPage, type PageCursor } from '../../pages/paging.js';

/** What a list of transactions is narrowed down to. */
export interface TransactionFilter {
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
  /** The newest attempt's method; null while nobody has tried to pay. */
  readonly method: string | null;
  /** The payment page, while it is open. */
  readonly paymentUrl: string | null;
}

type Query = SelectQueryBuilder<SandboxOrderEntity>;

// Sorts after every text that a key or an order id can begin with.
const LAST = '\u{10FFFF}';
const TRANSACTION_ID = /^\d{10,18}$/;

/**
 * Lists orders with their newest attempt to pay: newest first, or by order id when one is searched for. Each page is
 * read through an index that has the filter and the order, so it costs the same however many orders there are.
 */
@Injectable()
export class TransactionList {
  constructor(private readonly database: SandboxDatabase) {}

  /** A page of the list. */
  async page(filter: TransactionFilter, cursor: PageCursor, size = PAGE_SIZE): Promise<ListPage<TransactionRow>> {
    const found = pageOf(await this.#read(filter, cursor, size), cursor, size);
    if (found.items.length === 0 && goesBack(cursor)) return this.page(filter, FIRST_PAGE, size);
    if (found.items.length > 0 || !TRANSACTION_ID.test(filter.search)) {
      return { ...found, items: await this.#complete(found.items) };
    }
    return { items: await this.#complete(await this.#ofTransaction(filter.search)), previous: null, next: null };
  }

  async #read(filter: TransactionFilter, cursor: PageCursor, size: number): Promise<SandboxOrderEntity[]> {
    const query = this.database.manager.createQueryBuilder(SandboxOrderEntity, 'o').limit(size + 1);
    if (filter.group !== null) query.andWhere('o.group = :group', filter);
    if (filter.status !== null) query.andWhere('o.status = :status', filter);
    if (filter.search === '') this.#byAge(query, cursor);
    else await this.#byOrderId(query, filter.search, cursor);
    return query.getMany();
  }

  #byAge(query: Query, cursor: PageCursor): void {
    if (goesBack(cursor)) query.andWhere('o.id > :before', cursor).orderBy('o.id', 'ASC');
    else query.andWhere('o.id < :after', { after: cursor.after ?? LAST }).orderBy('o.id', 'DESC');
  }

  // An order id is unique within its website only: the key decides among equal ones.
  async #byOrderId(query: Query, search: string, cursor: PageCursor): Promise<void> {
    const back = goesBack(cursor);
    const id = cursor.after ?? cursor.before;
    const at = id && (await this.database.manager.findOne(SandboxOrderEntity, { select: KEYS, where: { id } }));
    const bounds = { from: search, to: search + LAST };
    query.andWhere('o.orderId >= :from AND o.orderId < :to', bounds);
    if (at)
      query.andWhere(`(o.orderId, o.id) ${back ? '<' : '>'} (:atOrder, :atKey)`, { atOrder: at.orderId, atKey: id });
    query.orderBy('o.orderId', back ? 'DESC' : 'ASC').addOrderBy('o.id', back ? 'DESC' : 'ASC');
  }

  async #ofTransaction(transactionId: string): Promise<SandboxOrderEntity[]> {
    const transaction = await this.database.manager.findOneBy(SandboxTransactionEntity, { transactionId });
    return transaction === null ? [] : this.database.manager.findBy(SandboxOrderEntity, { id: transaction.orderKey });
  }

  async #complete(orders: readonly SandboxOrderEntity[]): Promise<TransactionRow[]> {
    // Nothing to look for would be looked for everywhere.
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

const KEYS = { id: true, orderId: true } as const;

import { Inject, Injectable } from '@nestjs/common';
import { Brackets, In, type SelectQueryBuilder } from 'typeorm';
import { SandboxOrderEntity } from '../orders/order.entity.js';
import { SandboxDatabase } from '../sandbox.database.js';
import type { SandboxAccount, SandboxSettings } from '../sandbox.settings.js';
import { SANDBOX_SETTINGS } from '../sandbox.tokens.js';
import { siteNumber } from '../terminals/account-numbers.js';
import { listCursor } from './list-cursor.js';
import type { ListQuery } from './list-query.js';
import { SandboxTransactionEntity, type SandboxTransactionType } from './transaction.entity.js';

/** A transaction with the order that says who paid. */
export interface ListedTransaction {
  readonly transaction: SandboxTransactionEntity;
  readonly order: SandboxOrderEntity;
}

/** One page of the list, newest first. The cursors are null on a page without transactions. */
export interface TransactionPage {
  readonly items: readonly ListedTransaction[];
  readonly after: string | null;
  readonly before: string | null;
}

type Rows = SelectQueryBuilder<SandboxTransactionEntity>;

/** What the account pays out; everything else comes in. */
const DEBIT: readonly SandboxTransactionType[] = ['refund', 'chargeback'];
// A reservation that is released moves no money.
const HIDDEN: readonly SandboxTransactionType[] = ['auth-cancellation'];

/** Lists the transactions of a terminal group (spec §4.3). */
@Injectable()
export class TransactionList {
  constructor(
    private readonly database: SandboxDatabase,
    @Inject(SANDBOX_SETTINGS) private readonly settings: SandboxSettings,
  ) {}

  /** A page. What comes in meanwhile is newer than every cursor, so it moves nothing. */
  async page(account: SandboxAccount, query: ListQuery): Promise<TransactionPage> {
    const isOwnSite = query.siteId === null || query.siteId === String(siteNumber(account, this.settings.accounts));
    const found = isOwnSite ? await this.#rows(account, query) : [];
    const rows = query.before === null ? found : found.reverse();
    const items = await this.#withOrders(rows);
    const [first, last] = [rows[0], rows.at(-1)];
    return { items, after: last ? listCursor(last.id) : null, before: first ? listCursor(first.id) : null };
  }

  /** One transaction; null when the group has none of this id. */
  async one(group: string, transactionId: string): Promise<ListedTransaction | null> {
    const transaction = await this.database.manager.findOneBy(SandboxTransactionEntity, { group, transactionId });
    const [item] = transaction === null ? [] : await this.#withOrders([transaction]);
    return item ?? null;
  }

  #rows(account: SandboxAccount, query: ListQuery): Promise<SandboxTransactionEntity[]> {
    const rows = this.database.manager
      .createQueryBuilder(SandboxTransactionEntity, 't')
      .where('t.group = :group', { group: account.name })
      .andWhere('t.type NOT IN (:...hidden)', { hidden: HIDDEN });
    if (query.after !== null) rows.andWhere('t.id < :after', { after: query.after });
    if (query.before !== null) rows.andWhere('t.id > :before', { before: query.before });
    filterByKind(rows, query);
    filterByTime(rows, query);
    return rows
      .orderBy('t.id', query.before === null ? 'DESC' : 'ASC')
      .take(query.limit)
      .getMany();
  }

  async #withOrders(rows: readonly SandboxTransactionEntity[]): Promise<ListedTransaction[]> {
    const keys = [...new Set(rows.map(({ orderKey }) => orderKey))];
    const orders = await this.database.manager.findBy(SandboxOrderEntity, { id: In(keys) });
    const byKey = new Map(orders.map((order) => [order.id, order]));
    return rows.flatMap((transaction) => {
      const order = byKey.get(transaction.orderKey);
      return order === undefined ? [] : [{ transaction, order }];
    });
  }
}

function filterByKind(rows: Rows, query: ListQuery): void {
  const lists = {
    status: query.statuses,
    financialStatus: query.financialStatuses,
    method: query.methods,
    type: query.types,
  };
  for (const [field, values] of Object.entries(lists)) {
    if (values !== null && values.length > 0) rows.andWhere(`t.${field} IN (:...${field})`, { [field]: values });
  }
  // A filter by types that nobody has here finds nothing.
  if (query.types !== null && query.types.length === 0) rows.andWhere('1 = 0');
  if (query.currency !== null) rows.andWhere('t.currency = :currency', { currency: query.currency });
  if (query.debitCredit === null) return;
  const sign = query.debitCredit === 'D' ? 'IN' : 'NOT IN';
  rows.andWhere(new Brackets((or) => or.where(`t.type ${sign} (:...debit)`, { debit: DEBIT })));
}

function filterByTime(rows: Rows, query: ListQuery): void {
  const { createdFrom, createdUntil, completedFrom, completedUntil } = query;
  if (createdFrom !== null) rows.andWhere('t.createdAt >= :createdFrom', { createdFrom });
  if (createdUntil !== null) rows.andWhere('t.createdAt < :createdUntil', { createdUntil });
  if (completedFrom !== null) rows.andWhere('t.completedAt >= :completedFrom', { completedFrom });
  if (completedUntil !== null) rows.andWhere('t.completedAt < :completedUntil', { completedUntil });
}

/** Whether a transaction takes money from the account (`D`) or brings it in (`C`). */
export function debitOrCredit(type: SandboxTransactionType): 'C' | 'D' {
  return DEBIT.includes(type) ? 'D' : 'C';
}

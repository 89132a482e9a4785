import { Inject, Injectable } from '@nestjs/common';
import { Brackets, In, type SelectQueryBuilder } from 'typeorm';
import { SandboxOrderEntity, SandboxTransactionEntity, type SandboxTransactionType } from '../../orders/index.js';
import {
  GroupSwitches,
  SANDBOX_SETTINGS,
  type SandboxAccount,
  SandboxDatabase,
  type SandboxSettings,
  siteNumber,
} from '../../core/index.js';
import { listCursor, type CursorPlace } from './list-cursor.js';
import type { ListQuery } from './list-query.js';

/** A transaction with its order, which names the payer. */
export interface TransactionWithOrder {
  readonly transaction: SandboxTransactionEntity;
  readonly order: SandboxOrderEntity;
}

/** One page of the list, newest first. The cursors are null if the page is empty. */
export interface TransactionPage {
  readonly items: readonly TransactionWithOrder[];
  readonly after: string | null;
  readonly before: string | null;
}

/** The range of a page, and the direction in which it is read. */
interface ListWindow {
  readonly olderThan: string | null;
  readonly newerThan: string | null;
  /** From the place to newer transactions. */
  readonly isUpwards: boolean;
  readonly skip: number;
  readonly take: number;
}

type Rows = SelectQueryBuilder<SandboxTransactionEntity>;

/** Types with which the account pays money; with all others it receives money. */
const DEBIT: readonly SandboxTransactionType[] = ['refund', 'chargeback'];
// A released reservation moves no money.
const HIDDEN: readonly SandboxTransactionType[] = ['auth-cancellation'];

/** Lists the transactions of a terminal group (spec §4.3). */
@Injectable()
export class TransactionList {
  constructor(
    private readonly database: SandboxDatabase,
    private readonly switches: GroupSwitches,
    @Inject(SANDBOX_SETTINGS) private readonly settings: SandboxSettings,
  ) {}

  /** A page. New transactions are newer than every cursor of a transaction, so pages do not shift. */
  async page(account: SandboxAccount, query: ListQuery): Promise<TransactionPage> {
    const isOwnSite = query.siteId === null || query.siteId === String(siteNumber(account, this.settings.accounts));
    const window = windowOf(query);
    const found = isOwnSite && window.take > 0 ? await this.#rows(account, query, window) : [];
    const rows = window.isUpwards ? found.reverse() : found;
    const items = await this.#withOrders(rows);
    const [first, last] = [rows[0], rows.at(-1)];
    if (!first || !last) return { items, after: null, before: null };
    const isOffset = this.switches.of(account.name).listCursor === 'offset';
    const [above, below]: CursorPlace[] = isOffset
      ? [{ skip: window.skip }, { skip: window.skip + rows.length }]
      : [{ key: first.id }, { key: last.id }];
    return { items, after: listCursor(below!), before: listCursor(above!) };
  }

  /** One transaction; null if the group has none with this id. */
  async one(group: string, transactionId: string): Promise<TransactionWithOrder | null> {
    const transaction = await this.database.manager.findOneBy(SandboxTransactionEntity, { group, transactionId });
    const [item] = transaction === null ? [] : await this.#withOrders([transaction]);
    return item ?? null;
  }

  #rows(account: SandboxAccount, query: ListQuery, window: ListWindow): Promise<SandboxTransactionEntity[]> {
    const rows = this.database.manager
      .createQueryBuilder(SandboxTransactionEntity, 't')
      .where('t.group = :group', { group: account.name })
      .andWhere('t.type NOT IN (:...hidden)', { hidden: HIDDEN });
    const { olderThan, newerThan, isUpwards, skip, take } = window;
    if (olderThan !== null) rows.andWhere('t.id < :olderThan', { olderThan });
    if (newerThan !== null) rows.andWhere('t.id > :newerThan', { newerThan });
    filterByKind(rows, query);
    filterByTime(rows, query);
    return rows
      .orderBy('t.id', isUpwards ? 'ASC' : 'DESC')
      .skip(skip)
      .take(take)
      .getMany();
  }

  async #withOrders(rows: readonly SandboxTransactionEntity[]): Promise<TransactionWithOrder[]> {
    const keys = [...new Set(rows.map(({ orderKey }) => orderKey))];
    const orders = await this.database.manager.findBy(SandboxOrderEntity, { id: In(keys) });
    const byKey = new Map(orders.map((order) => [order.id, order]));
    return rows.flatMap((transaction) => {
      const order = byKey.get(transaction.orderKey);
      return order === undefined ? [] : [{ transaction, order }];
    });
  }
}

function windowOf({ after, before, limit }: ListQuery): ListWindow {
  const whole = { olderThan: null, newerThan: null, isUpwards: false, skip: 0, take: limit };
  if (after !== null) return 'skip' in after ? { ...whole, skip: after.skip } : { ...whole, olderThan: after.key };
  if (before === null) return whole;
  if ('key' in before) return { ...whole, newerThan: before.key, isUpwards: true };
  const skip = Math.max(0, before.skip - limit);
  return { ...whole, skip, take: before.skip - skip };
}

function filterByKind(rows: Rows, query: ListQuery): void {
  const { statuses: status, financialStatuses: financialStatus, methods: method, types: type } = query;
  const lists = { status, financialStatus, method, type };
  for (const [field, values] of Object.entries(lists)) {
    if (values !== null && values.length > 0) rows.andWhere(`t.${field} IN (:...${field})`, { [field]: values });
  }
  // A filter by types that the sandbox never uses finds nothing.
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

/** Whether the account pays (`D`) or receives (`C`) the money of a transaction. */
export function debitOrCredit(type: SandboxTransactionType): 'C' | 'D' {
  return DEBIT.includes(type) ? 'D' : 'C';
}

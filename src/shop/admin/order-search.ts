import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Transactions } from '../../database/engine/index.js';
import { MAX_ORDER_ID_LENGTH, Money } from '../../protocol/index.js';
import { pageOf, pageStart, type Clock, type Page, type PageOptions, type PageStart } from '../../support/index.js';
import { AttemptEntity, ordersByReference, type PaymentOrderEntity } from '../orders/index.js';
import { TerminalGroups, CLOCK, TRANSACTIONS } from '../core/index.js';
import { valuesOf } from './order-kinds.js';
import { rowsAt } from './order-rows-at.js';
import { PAID_STATUSES } from './paid-statuses.js';
import { rowsByAge, type OrderBranch } from './order-rows-by-age.js';
import { rowsById, rowsByTransaction } from './order-rows-by-id.js';
import type { OrderFilter, OrderLine } from './order-search.types.js';

/** For how long the list of groups is taken to be as it was read, in milliseconds: groups come with a deployment. */
const GROUPS_KEPT_MS = 60_000;

/**
 * Finds orders for people: the newest of a kind, by how an id begins, or by the shop's own reference. Every page is answered by an index, so that it
 * costs the same however many orders there are (decision 023).
 *
 * @example
 * ```ts
 * async function lookAt(search: OrderSearch): Promise<string[]> {
 *   const { items } = await search.newest({ attention: 'any', group: 'web' });
 *   return items.map(({ orderId, attention }) => `${orderId}: ${attention}`);
 * }
 * ```
 */
@Injectable()
export class OrderSearch {
  private known: { readonly groups: readonly string[]; readonly until: number } | null = null;

  constructor(
    @Inject(TRANSACTIONS) private readonly transactions: Transactions,
    private readonly configured: TerminalGroups,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** One page of orders, the newest first. */
  newest(filter: OrderFilter = {}): Promise<Page<OrderLine>> {
    const start = pageStart(filter, PLACE);
    return this.transactions.run(async (tx) => {
      const branches = await this.branchesOf(tx, filter);
      const created = { from: filter.from, to: filter.to };
      return toPage(await rowsByAge(tx, branches, { start, created }), start);
    });
  }

  /**
   * One page of the orders that a text leads to: those whose id begins with it, sorted by id; where there are none, the one
   * that the service knows by it (`S1-2`); where there is none, the first of those whose payment's id begins with it. The
   * newest that the shop calls by exactly this text (`reference`) stand before the first page, a page of them at most.
   *
   * @param text - blank: no orders
   */
  find(text: string, options: PageOptions = {}): Promise<Page<OrderLine>> {
    const start = pageStart(options, PLACE);
    // No database looks for a NUL, and some refuse to.
    const reference = text.replaceAll('\0', '').trim();
    const wanted = reference.slice(0, MAX_ORDER_ID_LENGTH);
    if (wanted === '') return Promise.resolve(NOTHING);
    return this.transactions.run(async (tx) => {
      const page = toPage(await rowsById(tx, wanted, start), start);
      const isFirst = start.isBack ? page.previous === null : start.place === null;
      if (!isFirst) return page;
      const named = await ordersByReference(tx, reference, { limit: start.size });
      // Those whose id begins so have their place in the list.
      const before = named.filter(({ orderId }) => !orderId.startsWith(wanted)).map(toLine);
      if (page.items.length > 0) return { ...page, items: [...before, ...page.items] };
      const others = start.place ? [] : (await this.byOtherIds(tx, wanted, start.size)).map(toLine);
      return { ...page, items: [...before, ...others.filter((other) => !before.some((one) => isSame(one, other)))] };
    });
  }

  /** The order that has needed attention for longest, by when it was created; null when none does. */
  async oldestWithAttention(): Promise<OrderLine | null> {
    return this.transactions.run(async (tx) => {
      const branches = await this.branchesOf(tx, { attention: 'any' });
      const [row] = await rowsByAge(tx, branches, { start: { isBack: true, place: null, size: 1 }, created: {} });
      return row ? toLine(row) : null;
    });
  }

  /** Names of all terminal groups that are configured or have orders, sorted. */
  groups(): Promise<readonly string[]> {
    return this.transactions.run((tx) => this.groupsOf(tx));
  }

  /** For which reasons a person should look at orders just now. */
  attentions(): Promise<readonly string[]> {
    return this.transactions.run((tx) => valuesOf(tx, 'attention'));
  }

  private async byOtherIds(tx: EntityManager, text: string, limit: number): Promise<PaymentOrderEntity[]> {
    const attempts = await tx.find(AttemptEntity, { where: { serviceOrderId: text }, take: limit });
    const ours = await rowsAt(tx, attempts);
    return ours.length > 0 ? ours : rowsByTransaction(tx, text, limit);
  }

  private async branchesOf(tx: EntityManager, filter: OrderFilter): Promise<OrderBranch[]> {
    const { group, status, attention } = filter;
    const groups = group === undefined ? await this.groupsOf(tx) : [group];
    const attentions = attention === 'any' ? await valuesOf(tx, 'attention') : [attention];
    const statuses = statusesOf(status);
    return attentions.flatMap((reason) =>
      groups.flatMap((name) => statuses.map((each) => ({ group: name, status: each, attention: reason }))),
    );
  }

  /** Also of groups that are not configured any more: their orders are still there. */
  private async groupsOf(tx: EntityManager): Promise<readonly string[]> {
    const now = this.clock.now();
    if (this.known && now < this.known.until) return this.known.groups;
    const names = new Set([...this.configured.all.map(({ name }) => name), ...(await valuesOf(tx, 'group'))]);
    this.known = { groups: [...names].sort(), until: now + GROUPS_KEPT_MS };
    return this.known.groups;
  }
}

const UNFINISHED = ['none', 'initialized', 'uncleared', 'reserved', 'authorised', 'declined'] as const;

/** The statuses that are looked for under one name. */
function statusesOf(status: OrderFilter['status']): readonly OrderBranch['status'][] {
  if (status === 'unfinished') return UNFINISHED;
  if (status === 'paid') return PAID_STATUSES;
  // Release 0.1 wrote `void` for what is `cancelled` now.
  return status === 'cancelled' ? ['cancelled', 'void'] : [status];
}

const isSame = (one: OrderLine, other: OrderLine): boolean =>
  one.group === other.group && one.orderId === other.orderId;

const NOTHING: Page<OrderLine> = { items: [], previous: null, next: null };
/** A place of the lists of orders: when it was created, its group and id. In a list by ids the time plays no part. */
const PLACE = [0, '', ''] as const;

const toPage = (rows: readonly PaymentOrderEntity[], start: PageStart): Page<OrderLine> => {
  const page = pageOf(rows, start, ({ createdAt, group, orderId }) => [createdAt, group, orderId]);
  return { ...page, items: page.items.map(toLine) };
};

const toLine = (row: PaymentOrderEntity): OrderLine => ({
  group: row.group,
  orderId: row.orderId,
  amount: Money.ofMinor(row.amount, row.currency),
  amountRefunded: Money.ofMinor(row.amountRefunded, row.currency),
  description: row.description,
  reference: row.reference,
  status: row.status,
  paid: row.paidAt !== null,
  attempt: row.attempt,
  transactionId: row.transactionId,
  attention: row.attention,
  createdAt: row.createdAt,
});

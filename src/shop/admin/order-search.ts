import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Transactions } from '../../database/engine/index.js';
import { MAX_ORDER_ID_LENGTH, Money } from '../../protocol/index.js';
import {
  pageOf,
  pageStart,
  type Clock,
  type Page,
  type PageOptions,
  type PageStart,
  type Place,
} from '../../support/index.js';
import { AttemptEntity, ordersByReference, type PaymentOrderEntity } from '../orders/index.js';
import { TerminalGroups, CLOCK, TRANSACTIONS } from '../core/index.js';
import { valuesOf } from './order-kinds.js';
import { rowsAt } from './order-rows-at.js';
import { otherSpellings } from './order-spellings.js';
import { orderPlan, type OrderPlan } from './order-plan.js';
import { rowsByAge } from './order-rows-by-age.js';
import { rowsById, rowsByTransaction } from './order-rows-by-id.js';
import { rowsInWindow, type WindowRows } from './order-rows-in-window.js';
import { ordersOfRefund } from './orders-of-refund.js';
import type { OrderFilter, OrderLine } from './order-search.types.js';

/** How long the list of groups is kept, in milliseconds: groups change with a deployment. */
const GROUPS_KEPT_MS = 60_000;

/**
 * Finds orders for people: the newest of a kind, by the beginning of an id, or by the shop's own reference. An index serves
 * every page, so that it costs the same for any number of orders (decision 023).
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
      const { branches, besides } = await this.planOf(tx, filter);
      const created = { from: filter.from, to: filter.to };
      if (besides === null) return toPage(await rowsByAge(tx, branches, { start, created }), start);
      return windowPage(await rowsInWindow(tx, branches, { start, created, besides }), start);
    });
  }

  /**
   * One page of the orders for a text: those whose id begins with it, sorted by id. If there are none: the order with an
   * attempt of this id at the service (`S1-2`). If there is none: the first orders whose payment's id begins with it. If
   * there are none: the order of a refund with this id, key or number at the service. Before the first page stand the newest
   * orders with exactly this text as their `reference`, at most one page of them. If nothing is found at all, its other
   * spellings are tried: see {@link otherSpellings}.
   *
   * @param text - blank: no orders
   */
  find(text: string, options: PageOptions = {}): Promise<Page<OrderLine>> {
    const start = pageStart(options, PLACE);
    // No database can find a NUL, and some refuse the search.
    const reference = text.replaceAll('\0', '').trim();
    if (reference === '') return Promise.resolve(NOTHING);
    return this.transactions.run(async (tx) => {
      const page = await this.written(tx, reference, start);
      if (page.items.length > 0) return page;
      for (const other of otherSpellings(reference)) {
        const found = await this.written(tx, other, start);
        if (found.items.length > 0) return found;
      }
      return page;
    });
  }

  /** The order that needs attention and was created first; null when there is none. */
  async oldestWithAttention(): Promise<OrderLine | null> {
    return this.transactions.run(async (tx) => {
      const { branches } = await this.planOf(tx, { attention: 'any' });
      const [row] = await rowsByAge(tx, branches, { start: { isBack: true, place: null, size: 1 }, created: {} });
      return row ? toLine(row) : null;
    });
  }

  /** Names of all terminal groups that are configured or have orders, sorted. */
  groups(): Promise<readonly string[]> {
    return this.transactions.run((tx) => this.groupsOf(tx));
  }

  /** The known payment methods of orders, in the service's words. */
  methods(): Promise<readonly string[]> {
    return this.transactions.run((tx) => valuesOf(tx, 'paymentMethod'));
  }

  /** The present reasons why orders need attention. */
  attentions(): Promise<readonly string[]> {
    return this.transactions.run((tx) => valuesOf(tx, 'attention'));
  }

  /** What is found for a text exactly as it is written. */
  private async written(tx: EntityManager, text: string, start: PageStart): Promise<Page<OrderLine>> {
    const wanted = text.slice(0, MAX_ORDER_ID_LENGTH);
    const page = toPage(await rowsById(tx, wanted, start), start);
    const isFirst = start.isBack ? page.previous === null : start.place === null;
    if (!isFirst) return page;
    const named = await ordersByReference(tx, text, { limit: start.size });
    // Orders whose id begins with the text have their place in the list.
    const before = named.filter(({ orderId }) => !orderId.startsWith(wanted)).map(toLine);
    if (page.items.length > 0) return { ...page, items: [...before, ...page.items] };
    const others = start.place ? [] : (await this.byOtherIds(tx, wanted, start.size)).map(toLine);
    return { ...page, items: [...before, ...others.filter((other) => !before.some((one) => isSame(one, other)))] };
  }

  private async byOtherIds(tx: EntityManager, text: string, limit: number): Promise<PaymentOrderEntity[]> {
    const attempts = await tx.find(AttemptEntity, { where: { serviceOrderId: text }, take: limit });
    const ours = await rowsAt(tx, attempts);
    if (ours.length > 0) return ours;
    const paid = await rowsByTransaction(tx, text, limit);
    return paid.length > 0 ? paid : ordersOfRefund(tx, text, await this.groupsOf(tx));
  }

  private async planOf(tx: EntityManager, filter: OrderFilter): Promise<OrderPlan> {
    const groups = filter.group === undefined ? await this.groupsOf(tx) : [filter.group];
    const attentions = filter.attention === 'any' ? await valuesOf(tx, 'attention') : [];
    return orderPlan(filter, { groups, attentions });
  }

  /** Includes groups that are no longer configured: their orders still exist. */
  private async groupsOf(tx: EntityManager): Promise<readonly string[]> {
    const now = this.clock.now();
    if (this.known && now < this.known.until) return this.known.groups;
    const names = new Set([...this.configured.all.map(({ name }) => name), ...(await valuesOf(tx, 'group'))]);
    this.known = { groups: [...names].sort(), until: now + GROUPS_KEPT_MS };
    return this.known.groups;
  }
}

const isSame = (one: OrderLine, other: OrderLine): boolean =>
  one.group === other.group && one.orderId === other.orderId;

const NOTHING: Page<OrderLine> = { items: [], previous: null, next: null };
/** A place in the lists of orders: time of creation, group and id. A list by ids does not use the time. */
const PLACE = [0, '', ''] as const;

const toPage = (rows: readonly PaymentOrderEntity[], start: PageStart): Page<OrderLine> => {
  const page = pageOf(rows, start, ({ createdAt, group, orderId }) => [createdAt, group, orderId]);
  return { ...page, items: page.items.map(toLine) };
};

/** A page of the matches of a search. If the search ended before the list did, the next one begins there. */
function windowPage({ rows, end }: WindowRows, start: PageStart): Page<OrderLine> {
  if (end === null) return toPage(rows, start);
  const found = rows.map((row) => ({ row, place: [row.createdAt, row.group, row.orderId] as Place }));
  const marks = [...found, { row: null, place: end }, { row: null, place: end }];
  const page = pageOf(marks, { ...start, size: found.length + 1 }, ({ place }) => place);
  return { ...page, items: page.items.flatMap(({ row }) => (row === null ? [] : [toLine(row)])) };
}

const toLine = (row: PaymentOrderEntity): OrderLine => ({
  group: row.group,
  orderId: row.orderId,
  amount: Money.ofMinor(row.amount, row.currency),
  amountRefunded: Money.ofMinor(row.amountRefunded, row.currency),
  description: row.description,
  reference: row.reference,
  status: row.status,
  paid: row.paidAt !== null,
  paymentMethod: row.paymentMethod,
  attempt: row.attempt,
  transactionId: row.transactionId,
  attention: row.attention,
  createdAt: row.createdAt,
});

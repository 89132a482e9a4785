import { Inject, Injectable } from '@nestjs/common';
import { In, type EntityManager } from 'typeorm';
import { readRows, type Transactions } from '../../database/engine/index.js';
import { Money } from '../../protocol/index.js';
import { OutboxEntity } from '../effects/index.js';
import { NotificationEntity } from '../notifications/index.js';
import {
  newestAttempt,
  OrdersRepository,
  toPaymentOrder,
  type AttemptEntity,
  type PaymentOrderEntity,
} from '../orders/index.js';
import { PollEntity, PollScheduleRepository } from '../poll-schedule/index.js';
import { RefundsService } from '../refunds/index.js';
import { handlerIn, TerminalGroups, TRANSACTIONS } from '../core/index.js';
import { customerOf, type OrderCustomer } from './order-customer.js';
import type { AttemptLine, PollLine, OrderDetails } from './order-details.types.js';
import { Timeline } from './timeline/timeline.js';
import { OrderMoneyReader } from './order-money-reader.js';
import { orderHeadline, type AmountText, type HeadlineFacts } from './order-headline.js';

const MOST_REFUNDS = 200;

/** The work about an order that is not finished. */
type OpenWork = Pick<HeadlineFacts, 'notifications' | 'effects' | 'pollFails'>;

/**
 * Collects what is known of one order, for the page of the order. Makes no call.
 *
 * @example
 * ```ts
 * async function nextStepOf(orders: OrderDetailsService, orderId: string): Promise<string> {
 *   const details = await orders.of({ group: 'web', orderId });
 *   return details === null ? 'no such order' : `${details.headline.now} ${details.headline.next[0]?.text}`;
 * }
 * ```
 */
@Injectable()
export class OrderDetailsService {
  constructor(
    @Inject(TRANSACTIONS) private readonly transactions: Transactions,
    private readonly orders: OrdersRepository,
    private readonly groups: TerminalGroups,
    private readonly polls: PollScheduleRepository,
    private readonly refunds: RefundsService,
    private readonly money: OrderMoneyReader,
    private readonly timeline: Timeline,
  ) {}

  /**
   * Everything about one order; null when there is none.
   *
   * @param amountText - formats the amounts of its headline; default as `12.50 EUR`
   * @throws PaymentError `ORDER_AMBIGUOUS` without a group
   */
  async of(
    { group, orderId }: { group?: string; orderId: string },
    amountText?: AmountText,
  ): Promise<OrderDetails | null> {
    const record = await this.orders.find(orderId, group);
    if (record === null) return null;
    const { order: row, attempts: sent } = record;
    const order = toPaymentOrder(row, newestAttempt(record));
    const { attempts, work, customer } = await this.transactions.run((tx) => openThings(tx, row, sent));
    const { items: refunds } = await this.refunds.list({
      group: row.group,
      orderId: row.orderId,
      order: 'newest-first',
      limit: MOST_REFUNDS,
    });
    const knownBy = await this.knownBy(row, attempts);
    const money = await this.money.of(row, sent);
    const pollTimes = attempts.flatMap(({ poll }) => poll?.nextAt ?? []);
    const nextPollAt = pollTimes.length === 0 ? null : Math.min(...pollTimes);
    return {
      order,
      headline: orderHeadline({ ...order, money, refunds, ...work, nextPollAt, knownBy }, amountText),
      money,
      customer,
      attempts,
      refunds,
      timeline: await this.timeline.of(row, sent),
    };
  }

  /** The time by which a payment is known, as from `payments.orders.settlesWithin`; null where no payment is polled for. */
  private async knownBy(
    { group, paidAt }: PaymentOrderEntity,
    attempts: readonly AttemptLine[],
  ): Promise<number | null> {
    if (paidAt !== null || (await this.groups.learn(group)) === null) return null;
    return this.polls.polledBy(
      group,
      attempts.map(({ serviceOrderId }) => serviceOrderId),
    );
  }
}

async function openThings(
  tx: EntityManager,
  { group, orderId }: PaymentOrderEntity,
  attempts: readonly AttemptEntity[],
): Promise<{ attempts: AttemptLine[]; work: OpenWork; customer: OrderCustomer | null }> {
  const ids = attempts.map(({ serviceOrderId }) => serviceOrderId);
  const polls = await readRows(tx, PollEntity, { equal: { group }, property: 'serviceOrderId', values: ids });
  const pollTimes = new Map(polls.map((poll) => [poll.serviceOrderId, toPollLine(poll)]));
  return {
    attempts: attempts.map((row) => toLine(row, pollTimes.get(row.serviceOrderId) ?? null)),
    work: {
      ...(await workAbout(tx, group, { orderId, ids })),
      pollFails: polls.some(({ lastError }) => handlerIn(lastError ?? '') !== null),
    },
    customer: await customerOf(tx, group, ids),
  };
}

async function workAbout(
  tx: EntityManager,
  group: string,
  { orderId, ids }: { orderId: string; ids: readonly string[] },
): Promise<Omit<OpenWork, 'pollFails'>> {
  const about = { group, orderId: In([...ids]) };
  const open = await tx.find(NotificationEntity, {
    select: { id: true, state: true, lastError: true },
    where: { ...about, state: In(['pending', 'parked']) },
  });
  const effects = await tx.find(OutboxEntity, {
    select: { id: true, state: true, lastError: true },
    where: { group, orderId, state: In(['pending', 'dead']) },
  });
  const [waiting, toRun] = [split(open), split(effects)];
  return {
    notifications: { pending: waiting.pending, failing: waiting.failing, parked: waiting.ended },
    effects: { pending: toRun.pending, failing: toRun.failing, failed: toRun.ended },
  };
}

/** How many are still to be tried, have failed and are tried again, and were given up. */
function split(rows: readonly { readonly state: string; readonly lastError: string | null }[]) {
  const open = rows.filter(({ state }) => state === 'pending');
  const failing = open.filter(({ lastError }) => lastError !== null).length;
  return { pending: open.length - failing, failing, ended: rows.length - open.length };
}

const toPollLine = ({ state, dueAt, polledAt, reason }: PollEntity): PollLine => ({
  state,
  nextAt: state === 'pending' ? dueAt : null,
  lastAt: polledAt === 0 ? null : polledAt,
  reason: state === 'parked' ? reason : null,
});

const toLine = (row: AttemptEntity, poll: PollLine | null): AttemptLine => ({
  number: row.number,
  serviceOrderId: row.serviceOrderId,
  amount: Money.ofMinor(row.amount, row.currency),
  createState: row.createState,
  createdAt: row.createdAt,
  poll,
});

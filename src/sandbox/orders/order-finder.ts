import { Injectable } from '@nestjs/common';
import { In, type EntityManager } from 'typeorm';
import { lockRow } from '../../database/engine/index.js';
import { SandboxSessionEntity } from './sandbox-session.entity.js';
import { GroupSwitches, SandboxDatabase } from '../core/index.js';
import { SandboxTransactionEntity, type SandboxTransactionType } from './sandbox-transaction.entity.js';
import { SandboxOrderEntity } from './sandbox-order.entity.js';
import type { RefundRecord } from './wire/refund-wire.js';
import { readOrderRecord, recordOfTry, type OrderRecord } from './order-record.js';

// Transactions of other kinds, such as refunds, have an order_id of their own.
const PAYING: readonly SandboxTransactionType[] = ['payment', 'capture', 'shipment'];

/** An order with its newest session. */
export interface OrderVisit extends OrderRecord {
  readonly session: SandboxSessionEntity;
}

/** Finds orders by the ids of the shop and the service. */
@Injectable()
export class OrderFinder {
  constructor(
    private readonly database: SandboxDatabase,
    private readonly switches: GroupSwitches,
  ) {}

  /**
   * Finds an order of one terminal group by the shop's `order_id`, or else by the service's `transaction_id`. An order
   * that has lapsed on a till is no longer found (protocol §7).
   */
  async find(group: string, id: string, em: EntityManager = this.database.manager): Promise<SandboxOrderEntity | null> {
    const order =
      (await em.findOneBy(SandboxOrderEntity, { group, orderId: id })) ?? (await byTransaction(em, group, id));
    return order === null || hasLapsed(order) ? null : order;
  }

  /** A refund, by its `order_id` or by its `transaction_id`. */
  async findRefund(group: string, id: string): Promise<RefundRecord | null> {
    const em = this.database.manager;
    const where = [{ orderId: id }, { transactionId: id }].map((one) => ({ ...one, group, type: 'refund' as const }));
    const [refund] = await em.find(SandboxTransactionEntity, { where, order: { id: 'DESC' }, take: 1 });
    const order = refund && (await em.findOneBy(SandboxOrderEntity, { id: refund.orderKey }));
    return refund && order ? { order, refund } : null;
  }

  /** Finds an order by the sandbox's own key, and locks it until the end of the transaction. */
  async byKey(em: EntityManager, id: string): Promise<SandboxOrderEntity> {
    return (await lockRow(em, SandboxOrderEntity, { id })) ?? em.findOneByOrFail(SandboxOrderEntity, { id });
  }

  /** Orders with this `order_id` in any terminal group. */
  findInAllGroups(orderId: string): Promise<SandboxOrderEntity[]> {
    return this.database.manager.findBy(SandboxOrderEntity, { orderId });
  }

  /** Finds the session of a payment page, open or closed; null if there is none. */
  async findVisit(sessionId: string): Promise<OrderVisit | null> {
    const em = this.database.manager;
    const session = await em.findOneBy(SandboxSessionEntity, { id: sessionId });
    if (session === null) return null;
    const order = await em.findOneByOrFail(SandboxOrderEntity, { id: session.orderKey });
    return { ...(await this.withTransaction(order, em)), session };
  }

  /** The open session of an order; null if it has none. */
  openSession(
    order: SandboxOrderEntity,
    em: EntityManager = this.database.manager,
  ): Promise<SandboxSessionEntity | null> {
    return em.findOneBy(SandboxSessionEntity, { orderKey: order.id, open: true });
  }

  /** What a read tells of the open page of an order: nothing if it has none, or its terminal group hides it. */
  async pageIn(order: SandboxOrderEntity, em: EntityManager = this.database.manager): Promise<Record<string, string>> {
    const isHidden = this.switches.of(order.group).readPage === 'hidden';
    const session = isHidden ? null : await this.openSession(order, em);
    return session === null ? {} : { payment_url: session.paymentUrl, session_id: session.id };
  }

  /**
   * What a read of an order shows, by the id with which it was found: by the transaction of a try, the order as that try has
   * it; by its own id, one of several tries (`shownTry`).
   */
  async recordBy(
    id: string,
    order: SandboxOrderEntity,
    em: EntityManager = this.database.manager,
  ): Promise<OrderRecord> {
    const record = await this.withTransaction(order, em);
    const { tries } = record;
    const named = tries.find(({ transactionId }) => transactionId === id);
    const isWhole = tries.some((each) => each.id === order.transactionKey);
    const isLast = isWhole && this.switches.of(order.group).shownTry === 'last';
    return recordOfTry(record, (id === order.orderId ? isLast && tries.at(-1)?.id : named?.id) || null);
  }

  /** Adds the order's newest transaction, its refunds and other related transactions. */
  withTransaction(order: SandboxOrderEntity, em: EntityManager = this.database.manager): Promise<OrderRecord> {
    return readOrderRecord(em, order);
  }
}

async function byTransaction(em: EntityManager, group: string, id: string): Promise<SandboxOrderEntity | null> {
  const transaction = await em.findOneBy(SandboxTransactionEntity, { transactionId: id, type: In(PAYING) });
  return transaction && em.findOneBy(SandboxOrderEntity, { id: transaction.orderKey, group });
}

function hasLapsed({ terminalId, status, transactionKey }: SandboxOrderEntity): boolean {
  return terminalId !== null && status === 'expired' && transactionKey === null;
}

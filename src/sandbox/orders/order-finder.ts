import { Injectable } from '@nestjs/common';
import { In, type EntityManager } from 'typeorm';
import { SandboxSessionEntity } from '../checkout/session.entity.js';
import { SandboxDatabase } from '../sandbox.database.js';
import { SandboxTransactionEntity } from '../transactions/transaction.entity.js';
import { SandboxOrderEntity } from './order.entity.js';
import { readOrderRecord, type OrderRecord } from './order-record.js';

/** An order with its newest session. */
export interface OrderVisit extends OrderRecord {
  readonly session: SandboxSessionEntity;
}

/** Finds orders by the names that others know them by. */
@Injectable()
export class OrderFinder {
  constructor(private readonly database: SandboxDatabase) {}

  /** By the shop's `order_id`, or else by the service's `transaction_id`, among the orders of one terminal group. */
  async find(group: string, id: string, em: EntityManager = this.database.manager): Promise<SandboxOrderEntity | null> {
    const order = await em.findOneBy(SandboxOrderEntity, { group, orderId: id });
    if (order !== null) return order;
    const transaction = await em.findOneBy(SandboxTransactionEntity, { transactionId: id });
    return transaction && em.findOneBy(SandboxOrderEntity, { id: transaction.orderKey, group });
  }

  /** Orders with this `order_id` in any terminal group. */
  findInAllGroups(orderId: string): Promise<SandboxOrderEntity[]> {
    return this.database.manager.findBy(SandboxOrderEntity, { orderId });
  }

  /** By a payment page's session, open or closed; null when there is no such session. */
  async findVisit(sessionId: string, em: EntityManager = this.database.manager): Promise<OrderVisit | null> {
    const session = await em.findOneBy(SandboxSessionEntity, { id: sessionId });
    if (session === null) return null;
    const order = await em.findOneByOrFail(SandboxOrderEntity, { id: session.orderKey });
    return { ...(await this.withTransaction(order, em)), session };
  }

  /** The open session of an order; null when it has none. */
  openSession(order: SandboxOrderEntity): Promise<SandboxSessionEntity | null> {
    return this.database.manager.findOneBy(SandboxSessionEntity, { orderKey: order.id, open: true });
  }

  /** Adds what belongs to the order: its newest transaction, and refunds and the like. */
  withTransaction(order: SandboxOrderEntity, em: EntityManager = this.database.manager): Promise<OrderRecord> {
    return readOrderRecord(em, order);
  }

  /** The newest orders, newest first, each with the address of its payment page while that is open. */
  async newestVisits(count: number): Promise<{ order: SandboxOrderEntity; paymentUrl: string | null }[]> {
    const { manager } = this.database;
    const orders = await manager.find(SandboxOrderEntity, { order: { id: 'DESC' }, take: count });
    const sessions = await manager.findBy(SandboxSessionEntity, {
      orderKey: In(orders.map(({ id }) => id)),
      open: true,
    });
    const urls = new Map(sessions.map(({ orderKey, paymentUrl }) => [orderKey, paymentUrl]));
    return orders.map((order) => ({ order, paymentUrl: urls.get(order.id) ?? null }));
  }
}

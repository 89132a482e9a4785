import { Inject, Injectable } from '@nestjs/common';
import { Not, type DataSource } from 'typeorm';
import type { Transactions } from '../../database/engine/index.js';
import { DATA_SOURCE, TRANSACTIONS } from '../tillbridge.tokens.js';
import { orderAmbiguous, orderUnknown } from './orders.errors.js';
import { PaymentOrderEntity, type CreateState } from './payment-order.entity.js';

/** Reads and writes the part of an order that belongs to its creation; what the service says of it is the ledger's. */
@Injectable()
export class OrdersRepository {
  constructor(
    @Inject(DATA_SOURCE) private readonly dataSource: DataSource,
    @Inject(TRANSACTIONS) private readonly transactions: Transactions,
  ) {}

  /** The order of this id, in the group named or in whichever has it; null when there is none. */
  async find(orderId: string, group?: string): Promise<PaymentOrderEntity | null> {
    const rows = await this.dataSource.manager.find(PaymentOrderEntity, {
      where: group ? { group, orderId } : { orderId },
    });
    // Some databases compare text loosely; an id is the same only when it is the same to the letter.
    const exact = rows.filter((row) => row.orderId === orderId);
    if (exact.length > 1)
      throw orderAmbiguous(
        orderId,
        exact.map((row) => row.group),
      );
    return exact[0] ?? null;
  }

  /** @throws PaymentError `ORDER_UNKNOWN`, `ORDER_AMBIGUOUS` */
  async get(orderId: string, group?: string): Promise<PaymentOrderEntity> {
    const row = await this.find(orderId, group);
    if (!row) throw orderUnknown({ group, orderId });
    return row;
  }

  /** Adds the order unless its id is taken. Answers the row that stands, and whether it is this one. */
  async add(order: Partial<PaymentOrderEntity>): Promise<{ row: PaymentOrderEntity; isNew: boolean }> {
    const existing = await this.find(order.orderId!, order.group);
    if (existing) return { row: existing, isNew: false };
    try {
      await this.transactions.run((tx) => tx.insert(PaymentOrderEntity, order));
    } catch (error) {
      const winner = await this.find(order.orderId!, order.group);
      if (winner) return { row: winner, isNew: false };
      throw error;
    }
    return { row: await this.get(order.orderId!, order.group), isNew: true };
  }

  /** Notes that the service refused an order, unless another call has created it meanwhile. */
  async markFailed({ group, orderId }: Pick<PaymentOrderEntity, 'group' | 'orderId'>, now: number): Promise<void> {
    const open = { group, orderId, createState: Not<CreateState>('created') };
    await this.transactions.run((tx) => tx.update(PaymentOrderEntity, open, { createState: 'failed', updatedAt: now }));
  }

  /** Changes facts of the creation. Status and amounts are never changed here. */
  async update(
    { group, orderId }: Pick<PaymentOrderEntity, 'group' | 'orderId'>,
    change: Partial<Pick<PaymentOrderEntity, 'createState' | 'paymentUrl' | 'sessionId' | 'updatedAt'>>,
  ): Promise<void> {
    await this.transactions.run((tx) => tx.update(PaymentOrderEntity, { group, orderId }, change));
  }
}

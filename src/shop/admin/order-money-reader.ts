import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { lockRow, lockRows, type Transactions } from '../../database/engine/index.js';
import { Money } from '../../protocol/index.js';
import { TRANSACTIONS } from '../core/index.js';
import { AttemptEntity, paidAttemptsOf, PaymentOrderEntity } from '../orders/index.js';
import { RefundEntity } from '../refund-records/index.js';
import { orderMoney, type OrderMoney, type OrderSurplus } from './order-money.js';

/** Names an order. */
type OrderName = Pick<PaymentOrderEntity, 'group' | 'orderId'>;

/** Reads the money of an order: asked, received, refunded, and left. */
@Injectable()
export class OrderMoneyReader {
  constructor(@Inject(TRANSACTIONS) private readonly transactions: Transactions) {}

  /** The present money of an order. */
  async of(order: PaymentOrderEntity, attempts: readonly AttemptEntity[]): Promise<OrderMoney> {
    const { group, orderId } = order;
    const refunds = await this.transactions.read((em) => em.findBy(RefundEntity, { group, orderId }));
    return moneyOf(order, attempts, refunds);
  }

  /**
   * Whether a surplus that a person saw is still there, or its refund is recorded already. The order stays locked until the
   * transaction ends: if two people refund the same surplus at once, the second one gets the refund of the first.
   */
  async isCurrent(
    tx: EntityManager,
    { group, orderId }: OrderName,
    seen: Pick<OrderSurplus, 'key' | 'next'>,
  ): Promise<boolean> {
    const order = await lockRow(tx, PaymentOrderEntity, { group, orderId });
    if (!order) return false;
    const ofOrder = { equal: { group }, property: 'orderId' as const, values: [orderId] };
    const attempts = await lockRows(tx, AttemptEntity, ofOrder);
    const refunds = await lockRows(tx, RefundEntity, ofOrder);
    const now = moneyOf(order, attempts, refunds).surplus;
    const isOpen = now !== null && now.key === seen.key && now.next.equals(seen.next);
    return isOpen || refunds.some(({ key }) => key === seen.key);
  }
}

function moneyOf(
  order: PaymentOrderEntity,
  attempts: readonly AttemptEntity[],
  refunds: readonly RefundEntity[],
): OrderMoney {
  const tips = (order.received ?? []).filter(({ standing }) => standing).map(({ tip }) => tip);
  return orderMoney({
    orderId: order.orderId,
    asked: Money.ofMinor(order.amount, order.currency),
    tip: tips.reduce((sum, each) => sum + each, 0),
    sources: paidAttemptsOf(order, attempts),
    refunds,
  });
}

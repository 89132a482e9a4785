import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { lockRow, lockRows, readRows, type Transactions } from '../../database/engine/index.js';
import { Money } from '../../protocol/index.js';
import { grouped, orderKey } from '../../support/index.js';
import { TRANSACTIONS } from '../core/index.js';
import { AttemptEntity, paidAttemptsOf, PaymentOrderEntity } from '../orders/index.js';
import { RefundEntity } from '../refund-records/index.js';
import { orderMoney, type OrderMoney, type OrderSurplus } from './order-money.js';

/** Names an order. */
type OrderName = Pick<PaymentOrderEntity, 'group' | 'orderId'>;

/** What came of an order and what went back, in the currency in which it asks for it. */
export interface OrderFunds {
  /** When its money was seen first, epoch milliseconds; null for an order that was never paid. */
  readonly paidAt: number | null;
  /** All payments that stand: second ones, captured parts and tips included. */
  readonly received: Money;
  /** Of all of them, by this package or elsewhere. */
  readonly refunded: Money;
}

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
   * The present money of many orders, in the currency in which they ask for it, by {@link orderKey}. An order that does not
   * exist has none.
   */
  async ofMany(names: readonly OrderName[]): Promise<ReadonlyMap<string, OrderFunds>> {
    const funds = new Map<string, OrderFunds>();
    for (const group of new Set(names.map((each) => each.group))) {
      const values = names.filter((each) => each.group === group).map(({ orderId }) => orderId);
      const ofGroup = { equal: { group }, property: 'orderId' as const, values };
      const orders = await this.transactions.read((em) => readRows(em, PaymentOrderEntity, ofGroup));
      const attempts = grouped(await this.transactions.read((em) => readRows(em, AttemptEntity, ofGroup)), orderIdOf);
      const refunds = grouped(await this.transactions.read((em) => readRows(em, RefundEntity, ofGroup)), orderIdOf);
      for (const order of orders) {
        const { orderId } = order;
        const money = moneyOf(order, attempts.get(orderId) ?? [], refunds.get(orderId) ?? []);
        funds.set(orderKey(order), fundsOf(order, money));
      }
    }
    return funds;
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

const orderIdOf = ({ orderId }: OrderName): string => orderId;

function fundsOf({ paidAt, currency }: PaymentOrderEntity, money: OrderMoney): OrderFunds {
  const isOwn = (each: Money): boolean => each.currency === currency;
  const refunded = [money, ...money.others].map((each) => each.refunded).find(isOwn);
  const none = Money.zero(currency);
  return { paidAt, received: money.received.find(isOwn) ?? none, refunded: refunded ?? none };
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

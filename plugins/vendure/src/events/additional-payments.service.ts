import { Injectable } from '@nestjs/common';
import {
  isGraphQlErrorResult,
  OrderService,
  Payment,
  TransactionalConnection,
  type OrderState,
  type RequestContext,
} from '@vendure/core';
import { OrderModification } from '@vendure/core/dist/entity/order-modification/order-modification.entity';
import type { KnownPayment } from '../payment-method/known-payment';
import { isOf } from '../payment-method/payment-link';
import type { TillbridgePaymentRecord } from '../records/payment-record.entity';
import { NO_REASON_GIVEN, reasonOf } from './refusal.labels';

/** What follows when an order is covered: it moves on, also if its price had increased after it was placed. */
@Injectable()
export class AdditionalPayments {
  constructor(
    private readonly connection: TransactionalConnection,
    private readonly orders: OrderService,
  ) {}

  /**
   * Assigns the payment to the unpaid modifications, as Vendure does for manual payments, and moves an order of which nothing
   * was sent on: it is settled, or authorised while one of its payments is reserved. If goods were sent, staff choose the state.
   *
   * @returns why a process of the shop refuses the next state; null if none does
   */
  async finish(ctx: RequestContext, { orderId }: TillbridgePaymentRecord, known: KnownPayment): Promise<string | null> {
    const payments = await this.connection.getRepository(ctx, Payment).find({ where: { order: { id: orderId } } });
    const payment = payments.find((each) => isOf(each, known));
    const modifications = this.connection.getRepository(ctx, OrderModification);
    const made = await modifications.find({
      where: { order: { id: orderId } },
      relations: { payment: true, refund: true },
    });
    for (const modification of made.filter(({ isSettled }) => !isSettled)) {
      await modifications.save(Object.assign(modification, { payment }));
    }
    const order = await this.orders.findOne(ctx, orderId, ['fulfillments']);
    const next: OrderState = payments.some(({ state }) => state === 'Authorized')
      ? 'PaymentAuthorized'
      : 'PaymentSettled';
    if (order?.fulfillments.length !== 0 || order.state === next) return null;
    const moved = await this.orders.transitionToState(ctx, orderId, next);
    if (isGraphQlErrorResult(moved)) return reasonOf(moved);
    // Where a process returns `false`, Vendure leaves the order as it is and answers no error.
    return moved.state === next ? null : NO_REASON_GIVEN;
  }
}

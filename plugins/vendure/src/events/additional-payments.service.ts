import { Injectable } from '@nestjs/common';
import { OrderService, Payment, TransactionalConnection, type RequestContext } from '@vendure/core';
import { OrderModification } from '@vendure/core/dist/entity/order-modification/order-modification.entity';
import type { KnownPayment } from '../payment-method/known-payment';
import { isOf } from '../payment-method/payment-link';
import type { TillbridgePaymentRecord } from '../records/payment-record.entity';

/** What follows when an order is covered whose price had increased after it was placed. */
@Injectable()
export class AdditionalPayments {
  constructor(
    private readonly connection: TransactionalConnection,
    private readonly orders: OrderService,
  ) {}

  /**
   * Assigns the payment to the unpaid modifications, as Vendure does for manual payments, and moves an order of which nothing
   * was sent on: it is settled, or authorised while one of its payments is reserved. If goods were sent, staff choose the state.
   */
  async finish(ctx: RequestContext, { orderId }: TillbridgePaymentRecord, known: KnownPayment): Promise<void> {
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
    if (order?.fulfillments.length !== 0) return;
    const isReserved = payments.some(({ state }) => state === 'Authorized');
    await this.orders.transitionToState(ctx, orderId, isReserved ? 'PaymentAuthorized' : 'PaymentSettled');
  }
}

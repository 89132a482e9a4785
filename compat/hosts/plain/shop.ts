import { Injectable } from '@nestjs/common';
import {
  InjectPayments,
  Money,
  OnPayment,
  OnRefund,
  type PaymentEvent,
  type Payments,
  type RefundEvent,
} from 'tillbridge';
import type { EntityManager } from 'typeorm';

/** A shop that sells one product, and records the calls of its handlers. */
@Injectable()
export class Shop {
  readonly reserved: string[] = [];
  readonly mails: string[] = [];
  readonly refunded: string[] = [];

  constructor(@InjectPayments() readonly payments: Payments) {}

  /** In the transaction: no other connection sees the payment yet. */
  @OnPayment('completed', { name: 'reserve-stock' })
  reserve({ orderId }: PaymentEvent, tx: EntityManager): void {
    if (tx.queryRunner?.isTransactionActive) this.reserved.push(orderId);
  }

  @OnPayment('completed', { after: 'commit', name: 'send-mail' })
  sendMail({ orderId }: PaymentEvent): void {
    this.mails.push(orderId);
  }

  @OnRefund('accepted', { after: 'commit', name: 'book-refund' })
  bookRefund({ orderId }: RefundEvent): void {
    this.refunded.push(orderId);
  }

  order(orderId: string, notificationUrl: string): Promise<unknown> {
    const urls = { notificationUrl, redirectUrl: 'http://localhost:3000/return' };
    const order = { orderId, amount: Money.of('12.50', 'EUR'), description: 'Two mugs', ...urls };
    return this.payments.group('web').orders.create(order);
  }

  takeBack(orderId: string): Promise<unknown> {
    const amount = Money.of('5.00', 'EUR');
    return this.payments.refunds.request({
      orderId,
      amount,
      reason: 'Mug broken',
      key: `return-${orderId}`,
      by: 'ann',
    });
  }
}

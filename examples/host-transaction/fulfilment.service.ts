import { Injectable } from '@nestjs/common';
import { OnPayment, type PaymentEvent } from 'tillbridge';
import { StockService } from './stock.service.js';

/** What happens after an order is paid. */
@Injectable()
export class FulfilmentService {
  constructor(private readonly stock: StockService) {}

  /** Inside the transaction that records the payment. It passes no `tx` on: the stock service finds the transaction itself. */
  @OnPayment('completed', { name: 'take-from-stock' })
  async takeFromStock({ orderId }: PaymentEvent): Promise<void> {
    await this.stock.take(orderId);
  }
}

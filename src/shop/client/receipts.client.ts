import { Injectable } from '@nestjs/common';
import { readReceipt, receiptRequest, type PosReceipt } from '../../protocol/index.js';
import type { TerminalGroup } from '../core/index.js';
import { ServiceCaller } from './transport/service-caller.js';

/** Receipts of payments at tills (protocol §2.11): `payments.group(name).orders.receipt`. */
@Injectable()
export class ReceiptsClient {
  constructor(private readonly service: ServiceCaller) {}

  /**
   * The receipt of a completed payment at a till. Tried up to three times.
   *
   * @param orderId - as the service knows it
   * @throws PaymentError `SERVICE_1006` when the service has no receipt for such an order; `ORDER_ID_INVALID`,
   *   `SERVICE_<code>`, `TIMEOUT`, `NETWORK`
   * @example
   * ```ts
   * const { order, payment } = await payments.group('till').orders.receipt('POS-77-1');
   * console.log(order.amount, payment.payment_method, payment.last4);
   * ```
   */
  async receipt(group: TerminalGroup, orderId: string): Promise<PosReceipt> {
    return readReceipt((await this.service.call(group, receiptRequest(orderId), { orderId })).data);
  }
}

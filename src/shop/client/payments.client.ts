import { Injectable } from '@nestjs/common';
import {
  cancelOrderRequest,
  cancelRefundRequest,
  cancelReservationRequest,
  captureRequest,
  getOrderRequest,
  parseOrder,
  readBookedRefund,
  readExpirationDate,
  readOrderPart,
  shipOrderRequest,
  updateOrderRequest,
  type CancelOrderInput,
  type CancelRefundInput,
  type CancelReservationInput,
  type CaptureInput,
  type CreateOrderInput,
  type Order,
  type RefundInput,
  type ServiceRequest,
  type ShipmentInput,
  type UpdateOrderInput,
} from '../../protocol/index.js';
import type { TerminalGroup } from '../core/index.js';
import {
  anotherOrder,
  toBookedRefund,
  toCreatedOrder,
  toOrderPart,
  type BookedRefund,
  type CreatedOrder,
  type OrderPart,
  type UpdatedOrder,
} from './client.answers.js';
import { CaptureDto, ShipmentDto, UpdateOrderDto } from './inputs/order-change.dto.js';
import { CancelRefundDto } from './inputs/refund.dto.js';
import { checkedInput } from './inputs/input-check.js';
import type { CallPriority } from './limits/call-priority.js';
import { checkedCancellation, checkedOrder, checkedRefund, checkedReservationEnd } from './inputs/request-check.js';
import { ServiceCaller } from './transport/service-caller.js';

/** How urgent a read is. */
export interface ReadOptions {
  /** Default: `checkout`. */
  readonly priority?: CallPriority;
}

/**
 * The operations on orders (spec §4, protocol §2), typed. Inputs are checked as a whole before anything is sent. A write is
 * sent once and never repeated. Every failure is a `PaymentError` that holds no key. Besides the codes that each method
 * names: `SERVICE_<code>` when the service refused; `TIMEOUT` or `NETWORK`, with `execution` telling whether the service may
 * have carried it out; and `ORDER_ID_INVALID` for an identifier that cannot be part of an address.
 *
 * @example
 * ```ts
 * import { Injectable } from '@nestjs/common';
 * import { PaymentsClient, TerminalGroups } from 'tillbridge';
 *
 * @Injectable()
 * class Warehouse {
 *   constructor(
 *     private readonly client: PaymentsClient,
 *     private readonly groups: TerminalGroups,
 *   ) {}
 *
 *   async packed(orderId: string): Promise<void> {
 *     await this.client.shipOrder(this.groups.get('web'), orderId, { carrier: 'Post', trackTraceCode: '3S123' });
 *   }
 * }
 * ```
 */
@Injectable()
export class PaymentsClient {
  constructor(private readonly service: ServiceCaller) {}

  /**
   * Creates an order (spec §4.1): a payment page, a direct payment, a link to be mailed, or a payment at a till.
   *
   * @throws PaymentError `ORDER_INVALID` before sending, with every fault and the code that the service would have answered;
   *   `BAD_RESPONSE` when the answer is about another order
   * @example
   * ```ts
   * const order = { orderId: 'S1', amount: Money.of('12.50', 'EUR'), description: 'Two mugs' };
   * const { paymentUrl } = await client.createOrder(group, order);
   * ```
   */
  async createOrder(group: TerminalGroup, input: CreateOrderInput): Promise<CreatedOrder> {
    return this.sendOrder(group, this.checkOrder(group, input));
  }

  /**
   * Sends an order that {@link checkOrder} has accepted. It is not checked or built again.
   *
   * @throws PaymentError `BAD_RESPONSE` when the answer is about another order
   */
  async sendOrder(group: TerminalGroup, request: ServiceRequest): Promise<CreatedOrder> {
    const orderId = String(request.body?.['order_id']);
    const { data } = await this.service.call(group, request, { orderId });
    const created = toCreatedOrder(data, request);
    if (created.orderId !== null && created.orderId !== orderId) throw anotherOrder(group.name, orderId);
    return created;
  }

  /**
   * Checks an order against the rules of the service (spec §2.5, §7, §8) without sending it.
   *
   * @returns the request that {@link createOrder} would send
   * @throws PaymentError `ORDER_INVALID` listing every fault
   */
  checkOrder(group: TerminalGroup, input: CreateOrderInput): ServiceRequest {
    return checkedOrder(group, input).request;
  }

  /**
   * Reads an order (spec §4.2). Tried up to three times.
   *
   * @throws PaymentError `SERVICE_1006` when the service knows no such order
   */
  async getOrder(group: TerminalGroup, orderId: string, { priority }: ReadOptions = {}): Promise<Order> {
    const about = { orderId, ...(priority && { priority }) };
    const { data } = await this.service.call(group, getOrderRequest(orderId), about);
    return parseOrder(data).order;
  }

  /**
   * Notes an invoice on an order, or prolongs a pay-later reservation (protocol §2.3).
   *
   * @throws PaymentError `UPDATE_INVALID` before sending; `SERVICE_1000` when the service knows no such order
   * @example
   * ```ts
   * await client.updateOrder(group, 'S10042', { invoiceId: 'F-2028-17' });
   * ```
   */
  async updateOrder(group: TerminalGroup, orderId: string, input: UpdateOrderInput): Promise<UpdatedOrder> {
    const checked = checkedInput(UpdateOrderDto, input, { group, code: 'UPDATE_INVALID', what: 'change', orderId });
    const { data } = await this.service.call(group, updateOrderRequest(orderId, checked), { orderId });
    return { expirationDate: readExpirationDate(data) };
  }

  /**
   * Reports that goods have left, all of them or, for a pay-later order, a part (protocol §2.3).
   *
   * @returns the new order of the part; nothing for the whole order
   * @throws PaymentError `SHIPMENT_INVALID` before sending; `SERVICE_1001` for more than is left
   * @example
   * ```ts
   * await client.shipOrder(group, 'S10042', { amount: Money.of('5.00', 'EUR'), carrier: 'Post' });
   * ```
   */
  async shipOrder(group: TerminalGroup, orderId: string, input: ShipmentInput = {}): Promise<OrderPart> {
    const checked = checkedInput(ShipmentDto, input, { group, code: 'SHIPMENT_INVALID', what: 'shipment', orderId });
    const { data } = await this.service.call(group, shipOrderRequest(orderId, checked), { orderId });
    return toOrderPart(readOrderPart(data));
  }

  /**
   * Cancels an unpaid order (protocol §2.3), or ends a payment at a till (protocol §2.5).
   *
   * @throws PaymentError `CANCEL_INVALID` before sending; `SERVICE_1006` when it is too late
   * @example
   * ```ts
   * await client.cancelOrder(group, 'T-1', { session: 'terminal' });
   * ```
   */
  async cancelOrder(group: TerminalGroup, orderId: string, input: CancelOrderInput = {}): Promise<void> {
    const checked = checkedCancellation(group, orderId, input);
    await this.service.call(group, cancelOrderRequest(orderId, checked), { orderId });
  }

  /**
   * Takes money that is reserved, all of it or a part (protocol §2.4).
   *
   * @returns the captured order: a part becomes a separate order
   * @throws PaymentError `CAPTURE_INVALID` before sending; `SERVICE_1001` for more than is reserved
   * @example
   * ```ts
   * await client.captureOrder(group, 'S10042', { amount: Money.of('12.50', 'EUR') });
   * ```
   */
  async captureOrder(group: TerminalGroup, orderId: string, input: CaptureInput): Promise<OrderPart> {
    const checked = checkedInput(CaptureDto, input, { group, code: 'CAPTURE_INVALID', what: 'capture', orderId });
    const { data } = await this.service.call(group, captureRequest(orderId, checked), { orderId });
    return toOrderPart(readOrderPart(data));
  }

  /**
   * Releases what is still reserved (protocol §2.4).
   *
   * @throws PaymentError `CANCEL_RESERVATION_INVALID` before sending; `SERVICE_1006` when nothing is reserved
   * @example
   * ```ts
   * await client.cancelReservation(group, 'S10042', { reason: 'Out of stock' });
   * ```
   */
  async cancelReservation(group: TerminalGroup, orderId: string, input: CancelReservationInput): Promise<OrderPart> {
    const checked = checkedReservationEnd(group, orderId, input);
    const { data } = await this.service.call(group, cancelReservationRequest(orderId, checked), { orderId });
    return toOrderPart(readOrderPart(data));
  }

  /**
   * Gives money back (protocol §2.6): **the raw call**. After `execution: 'unknown'` (`TIMEOUT`, `NETWORK`) it must not
   * simply be repeated: the service may have booked it, has no idempotency key, and would pay twice. Read the order and
   * search `related_transactions` for `refundOrderId`. A person decides about a refund that is not found there:
   * protocol §6.4. `SERVICE_1034` may also mean that it is done already.
   *
   * @throws PaymentError `REFUND_INVALID` before sending; `SERVICE_1034` for the reasons of protocol §6.1;
   *   `SERVICE_1002` for another currency than the order's
   * @example
   * ```ts
   * await client.refundOrder(group, 'S10042', { amount: Money.of('5.00', 'EUR'), refundOrderId: 'S10042-R1' });
   * ```
   */
  async refundOrder(group: TerminalGroup, orderId: string, input: RefundInput): Promise<BookedRefund> {
    const request = checkedRefund(group, orderId, input);
    const { data } = await this.service.call(group, request, { orderId, priority: 'refund' });
    return toBookedRefund(readBookedRefund(data));
  }

  /**
   * Takes a refund back while it is only reserved: until the coming midnight (protocol §2.7). **A raw call**: after an
   * unknown outcome, read the order first.
   *
   * @param refund - the order, and the service's identifier of the refund
   * @throws PaymentError `CANCEL_REFUND_INVALID` before sending; `SERVICE_1034` when it is too late
   * @example
   * ```ts
   * await client.cancelRefund(group, { orderId: 'S10042', refundId: '1756810000000456' });
   * ```
   */
  async cancelRefund(
    group: TerminalGroup,
    refund: { readonly orderId: string; readonly refundId: string },
    input: CancelRefundInput = {},
  ): Promise<void> {
    const { orderId } = refund;
    const subject = { group, code: 'CANCEL_REFUND_INVALID', what: 'cancellation of the refund', orderId };
    const request = cancelRefundRequest(refund, checkedInput(CancelRefundDto, input, subject));
    await this.service.call(group, request, { orderId, priority: 'refund' });
  }
}

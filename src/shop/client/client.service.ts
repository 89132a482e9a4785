import { Injectable } from '@nestjs/common';
import {
  createOrderRequest,
  getOrderRequest,
  parseOrder,
  PaymentError,
  readCreatedOrder,
  type CreateOrderInput,
  type Order,
  type ServiceRequest,
} from '../../protocol/index.js';
import type { TerminalGroup } from '../terminal-groups/index.js';
import { ServiceCaller } from './service-caller.js';

/** What the service answers to a created order (spec §4.1); only some kinds of order have a payment URL. */
export interface CreatedOrder {
  readonly orderId: string | null;
  readonly sessionId: string | null;
  readonly paymentUrl: string | null;
}

/** The payments API of the service (spec §4), typed. Every failure is a {@link PaymentError} that holds no key. */
@Injectable()
export class PaymentsClient {
  constructor(private readonly service: ServiceCaller) {}

  /**
   * Creates an order (spec §4.1). Sent once.
   *
   * @throws PaymentError `ORDER_INVALID` before sending, `SERVICE_<code>` when refused, `TIMEOUT` or `NETWORK` with
   *   `execution` telling whether the service may have accepted it
   */
  async createOrder(group: TerminalGroup, input: CreateOrderInput): Promise<CreatedOrder> {
    const request = this.checkOrder(group, input);
    const { data } = await this.service.call(group, request, { orderId: input.orderId });
    const created = readCreatedOrder(data);
    return { orderId: created.order_id, sessionId: created.session_id, paymentUrl: created.payment_url };
  }

  /**
   * Checks an order against the rules of the service (spec §2.5, §7, §8) without sending it.
   *
   * @returns the request that {@link createOrder} would send
   * @throws PaymentError `ORDER_INVALID` listing every fault
   */
  checkOrder(group: TerminalGroup, input: CreateOrderInput): ServiceRequest {
    const built = createOrderRequest(input, { notificationUrl: group.mode === 'live' ? 'live' : 'development' });
    if (built.ok) return built.request;
    throw invalidOrder(group.name, input?.orderId, built.faults);
  }

  /**
   * Reads an order (spec §4.2). Tried up to three times.
   *
   * @throws PaymentError `SERVICE_1006` when the service knows no such order, `TIMEOUT`, `NETWORK`, …
   */
  async getOrder(group: TerminalGroup, orderId: string): Promise<Order> {
    const { data } = await this.service.call(group, getOrderRequest(orderId), { orderId });
    return parseOrder(data).order;
  }
}

function invalidOrder(
  group: string,
  orderId: string,
  faults: readonly { path: string; message: string }[],
): PaymentError {
  const list = faults.map((fault) => `\n  - ${fault.path}: ${fault.message}`).join('');
  return new PaymentError({
    code: 'ORDER_INVALID',
    message: `The order was not sent, the service would refuse it:${list}`,
    kind: 'request',
    execution: 'not-executed',
    retry: 'no',
    httpStatus: 500,
    advice: 'Correct what is listed; nothing was sent.',
    group,
    orderId,
  });
}

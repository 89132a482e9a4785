import { Injectable } from '@nestjs/common';
import {
  ActiveOrderService,
  ConfigService,
  ForbiddenError,
  isGraphQlErrorResult,
  Logger,
  OrderService,
  Payment,
  TransactionalConnection,
  type Order,
  type RequestContext,
} from '@vendure/core';
import { NoActiveOrderError } from '@vendure/core/dist/common/error/generated-graphql-shop-errors';
import { isPaymentError, Payments, type PaymentOrder } from 'tillbridge';
import { LOGGER_CONTEXT } from '../constants';
import { paymentLink } from '../payment-method/payment-link';
import type { TillbridgePaymentRecord } from '../records/payment-record.entity';
import { PaymentRecords } from '../records/payment-records.service';
import { TillbridgePayment, TillbridgePaymentError } from './checkout.results';
import { PaymentPreparation, type PreparationError } from './payment-preparation.service';
import { PaymentRequests, type AskedAddresses } from './payment-request.service';

/** The input of a storefront. */
export interface CreatePaymentInput extends AskedAddresses {
  readonly paymentMethodCode: string;
  readonly orderCode?: string | null;
}

/** The state of an order's payment. */
export type CheckoutState = 'NONE' | 'OPEN' | 'AUTHORISED' | 'PAID' | 'FAILED';

/** What is known about the payment of an order. */
export interface CheckoutStatus {
  readonly orderCode: string;
  readonly orderState: string;
  readonly state: CheckoutState;
  readonly isRecorded: boolean;
  readonly paymentUrl: string | null;
  readonly settlesAt: Date | null;
}

/** The least time between two reads of the service, because anyone can reload the page. */
const LEAST_GAP_MS = 2_000;
const ENDED: ReadonlySet<string> = new Set(['declined', 'cancelled', 'expired', 'voided']);

/** The operations for the storefront. */
@Injectable()
export class CheckoutService {
  constructor(
    private readonly activeOrders: ActiveOrderService,
    private readonly orders: OrderService,
    private readonly config: ConfigService,
    private readonly connection: TransactionalConnection,
    private readonly preparation: PaymentPreparation,
    private readonly requests: PaymentRequests,
    private readonly records: PaymentRecords,
    private readonly payments: Payments,
  ) {}

  /** Moves the order to a state in which it can be paid, then requests a payment page from the service. */
  async createPayment(
    ctx: RequestContext,
    input: CreatePaymentInput,
  ): Promise<TillbridgePayment | NoActiveOrderError | PreparationError> {
    const order = await this.orderToPay(ctx, input.orderCode);
    if (!order) return new NoActiveOrderError();
    const prepared = await this.preparation.prepare(ctx, order, input.paymentMethodCode);
    if (isGraphQlErrorResult(prepared)) return prepared;
    const { record } = prepared;
    try {
      const request = await this.requests.build(ctx, prepared, input);
      const { paymentUrl } = await this.payments.group(record.group).orders.create({
        ...request,
        reference: order.code,
      });
      if (paymentUrl === null) return new TillbridgePaymentError('There is no payment page.', 'NO_PAYMENT_PAGE', false);
      return new TillbridgePayment(order.code, paymentUrl, record.amount, order.currencyCode);
    } catch (error) {
      if (!isPaymentError(error)) throw error;
      Logger.warn(`No payment for order ${order.code}: ${error.message} ${error.advice}`, LOGGER_CONTEXT);
      return TillbridgePaymentError.of(error, ctx.languageCode);
    }
  }

  /**
   * For the page to which the customer returns: reads the order from the service once if the payment is still open.
   *
   * @throws ForbiddenError if the order is not the caller's
   */
  async status(ctx: RequestContext, orderCode: string): Promise<CheckoutStatus> {
    const accessible = await this.accessibleOrder(ctx, orderCode);
    const record = (await this.records.ofOrder(ctx, accessible.id)).at(-1);
    const known = record ? await this.settled(record) : null;
    // Read again: the payment may just have been recorded.
    const order = (await this.orders.findOne(ctx, accessible.id)) ?? accessible;
    const payments = await this.connection.getRepository(ctx, Payment).find({ where: { order: { id: order.id } } });
    const state = known ? stateOf(known) : 'NONE';
    return {
      orderCode,
      orderState: order.state,
      state,
      isRecorded: payments.some((each) => paymentLink(each)?.paymentOrderId === record?.paymentOrderId),
      paymentUrl: state === 'OPEN' || known?.status === 'declined' ? (known?.paymentUrl ?? null) : null,
      settlesAt: record && state === 'OPEN' ? await this.settlesAt(record) : null,
    };
  }

  private async settled({ group, paymentOrderId }: TillbridgePaymentRecord): Promise<PaymentOrder | null> {
    const { orders } = this.payments.group(group);
    const known = await orders.find(paymentOrderId);
    return known === null ? null : orders.settle(paymentOrderId, { leastGapMs: LEAST_GAP_MS });
  }

  private async settlesAt({ group, paymentOrderId }: TillbridgePaymentRecord): Promise<Date | null> {
    const bound = await this.payments.group(group).orders.settlesWithin(paymentOrderId);
    return bound && new Date(bound.at);
  }

  private async orderToPay(ctx: RequestContext, orderCode?: string | null): Promise<Order | undefined> {
    const active = await this.activeOrders.getActiveOrder(ctx, undefined);
    if (!orderCode || active?.code === orderCode) return active;
    return this.accessibleOrder(ctx, orderCode);
  }

  /** @throws ForbiddenError also if there is no such order, so that codes cannot be guessed */
  private async accessibleOrder(ctx: RequestContext, orderCode: string): Promise<Order> {
    const order = await this.orders.findOneByCode(ctx, orderCode, ['customer', 'customer.user', 'lines']);
    const strategy = this.config.orderOptions.orderByCodeAccessStrategy;
    if (order && (await strategy.canAccessOrder(ctx, order))) return order;
    const active = await this.activeOrders.getActiveOrder(ctx, undefined);
    if (active?.code === orderCode) return active;
    throw new ForbiddenError();
  }
}

function stateOf({ paid, status }: PaymentOrder): CheckoutState {
  if (paid) return 'PAID';
  if (status === 'authorised') return 'AUTHORISED';
  return status !== null && ENDED.has(status) ? 'FAILED' : 'OPEN';
}

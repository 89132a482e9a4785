import { Inject, Injectable } from '@nestjs/common';
import {
  isGraphQlErrorResult,
  OrderService,
  Payment,
  PaymentMethodService,
  TransactionalConnection,
  type Order,
  type RequestContext,
} from '@vendure/core';
import type { OrderStateTransitionError } from '@vendure/core';
import {
  IneligiblePaymentMethodError,
  OrderPaymentStateError,
} from '@vendure/core/dist/common/error/generated-graphql-shop-errors';
import { QueryFailedError } from 'typeorm';
import type { Money } from 'tillbridge';
import { PLUGIN_OPTIONS, TILLBRIDGE_HANDLER_CODE } from '../constants';
import { coveredBy } from '../money/covered';
import { inexactText, VendureAmounts } from '../money/vendure-amounts.service';
import { idText, type TillbridgePluginOptions } from '../options/plugin-options';
import { groupOf } from '../options/resolve-options';
import { isMixed, MIXED, paymentLink } from '../payment-method/payment-link';
import type { TillbridgePaymentRecord } from '../records/payment-record.entity';
import { PaymentRecords } from '../records/payment-records.service';
import { TillbridgePaymentError } from './checkout.results';
import { Coupons } from './coupons.service';

/** The settings of the shop's payment method. */
export interface MethodArgs {
  readonly gateway?: string;
  readonly manualCapture?: boolean;
  readonly daysActive?: number;
}

/** A recorded payment that may be requested from the service. */
export interface PreparedPayment {
  readonly order: Order;
  readonly record: TillbridgePaymentRecord;
  /** The requested amount. */
  readonly money: Money;
  readonly args: MethodArgs;
}

/** Why the service is not called. */
export type PreparationError =
  | OrderPaymentStateError
  | OrderStateTransitionError
  | IneligiblePaymentMethodError
  | TillbridgePaymentError;

const RELATIONS = ['lines', 'customer', 'customer.user', 'channels', 'shippingLines', 'surcharges'] as const;

/** Moves an order to a state in which it can be paid, and records the requested amount. */
@Injectable()
export class PaymentPreparation {
  constructor(
    private readonly connection: TransactionalConnection,
    private readonly orders: OrderService,
    private readonly methods: PaymentMethodService,
    private readonly records: PaymentRecords,
    private readonly amounts: VendureAmounts,
    private readonly coupons: Coupons,
    @Inject(PLUGIN_OPTIONS) private readonly options: TillbridgePluginOptions,
  ) {}

  /** Runs in its own transaction, which ends before the service is called. */
  async prepare(ctx: RequestContext, order: Order, method: string): Promise<PreparedPayment | PreparationError> {
    const args = await this.argsOf(ctx, order, method);
    if (isGraphQlErrorResult(args)) return args;
    const begin = (): Promise<PreparedPayment | PreparationError> =>
      this.connection.withTransaction(ctx, async (inner) => {
        const removed = await this.coupons.review(inner, order);
        if (removed) return removed;
        const moved = await this.moved(inner, order);
        if (isGraphQlErrorResult(moved)) return moved;
        if (!this.canBePaid(moved)) return new OrderPaymentStateError();
        const recorded = await this.record(inner, moved, method);
        return isGraphQlErrorResult(recorded) ? recorded : { ...recorded, order: moved, args };
      });
    // If two requests for one order run at once, the slower one fails on the row of the faster one, and then finds that row.
    return begin().catch((error: unknown) => {
      if (error instanceof QueryFailedError) return begin();
      throw error;
    });
  }

  private async moved(ctx: RequestContext, { id }: Order): Promise<Order | OrderStateTransitionError> {
    const order = (await this.orders.findOne(ctx, id, [...RELATIONS])) as Order;
    if (order.state !== 'AddingItems') return order;
    const result = await this.orders.transitionToState(ctx, id, 'ArrangingPayment');
    return isGraphQlErrorResult(result) ? result : ((await this.orders.findOne(ctx, id, [...RELATIONS])) as Order);
  }

  /** The same rule as Vendure's own for adding a payment. */
  private canBePaid(order: Order): boolean {
    const next = this.orders.getNextOrderStates(order);
    return (
      order.state === 'ArrangingPayment' || (next.includes('PaymentAuthorized') && next.includes('PaymentSettled'))
    );
  }

  private async argsOf(
    ctx: RequestContext,
    order: Order,
    code: string,
  ): Promise<MethodArgs | IneligiblePaymentMethodError> {
    const quotes = await this.methods.getEligiblePaymentMethods(ctx, order);
    const quote = quotes.find((each) => each.code === code);
    const ineligible = (eligibilityCheckerMessage: string) =>
      new IneligiblePaymentMethodError({ eligibilityCheckerMessage });
    if (!quote) return ineligible(`There is no payment method ${code} here.`);
    if (!quote.isEligible) return ineligible(quote.eligibilityMessage ?? '');
    const { paymentMethod, handler } = await this.methods.getMethodAndOperations(ctx, code);
    if (handler.code !== TILLBRIDGE_HANDLER_CODE) return ineligible(`${code} is not paid through Tillbridge.`);
    return Object.fromEntries(
      paymentMethod.handler.args.map(({ name, value }) => [name, valueOf(name, value)]),
    ) as MethodArgs;
  }

  /** The row for the unpaid rest: that of a sum which is still unpaid, or a new one. */
  private async record(
    ctx: RequestContext,
    order: Order,
    method: string,
  ): Promise<Pick<PreparedPayment, 'record' | 'money'> | TillbridgePaymentError> {
    const paid = await this.connection
      .getRepository(ctx, Payment)
      .find({ where: { order: { id: order.id } }, relations: { refunds: true } });
    if (isMixed(paid, order.currencyCode)) return new TillbridgePaymentError(MIXED, 'CURRENCY_CHANGED', false);
    const counted = paid.filter(({ state }) => COUNTED.has(state));
    const amount = order.totalWithTax - coveredBy(counted);
    if (amount <= 0) return new TillbridgePaymentError('There is nothing left to pay.', 'ORDER_ALREADY_PAID', false);
    const money = this.amounts.toMoney(amount, order.currencyCode);
    if (!money) return new TillbridgePaymentError(inexactText(order.currencyCode), 'AMOUNT_NOT_EXACT', false);
    const known = (await this.records.ofOrder(ctx, order.id)).at(-1);
    const isTaken = known !== undefined && counted.some((each) => isPaymentOf(each, known));
    const group = known && !isTaken ? known.group : groupOf(this.options, ctx.channel);
    const part = known ? known.part + (isTaken ? 1 : 0) : 1;
    const { code: orderCode, currencyCode: currency } = order;
    const columns = { group, orderId: idText(order.id), orderCode, part, channelId: idText(ctx.channelId) };
    return { record: await this.records.record(ctx, { ...columns, method, amount, currency }), money };
  }
}

const isPaymentOf = (payment: Payment, { group, paymentOrderId }: TillbridgePaymentRecord): boolean => {
  const link = paymentLink(payment);
  return link?.group === group && link.paymentOrderId === paymentOrderId;
};

const COUNTED: ReadonlySet<string> = new Set(['Created', 'Authorized', 'Settled']);

const READERS: Readonly<Record<string, (value: string) => unknown>> = {
  manualCapture: (value) => value === 'true',
  daysActive: Number,
};

const valueOf = (name: string, value: string): unknown => (READERS[name] ?? String)(value);

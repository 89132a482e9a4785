import { Injectable } from '@nestjs/common';
import { Order, Payment, TransactionalConnection, type ID, type RequestContext } from '@vendure/core';
import { Payments, type Refund } from 'tillbridge';
import { VendureAmounts } from '../money/vendure-amounts.service';
import { paymentLink } from '../payment-method/payment-link';
import type { TillbridgePaymentRecord } from '../records/payment-record.entity';
import { PaymentRecords } from '../records/payment-records.service';
import type { OrderOverviewView, TimelineView } from './admin.types';
import { paymentOrderView, timelineView, type KnownPaymentOrder } from './payment.views';

/** A Vendure order of the channel, and its requested payments. */
export interface OrderWithRecords {
  readonly order: Order;
  readonly records: readonly TillbridgePaymentRecord[];
}

/** Shows staff what the module knows about the payments of an order. */
@Injectable()
export class OrderOverview {
  constructor(
    private readonly connection: TransactionalConnection,
    private readonly payments: Payments,
    private readonly records: PaymentRecords,
    private readonly amounts: VendureAmounts,
  ) {}

  /** Null if the channel of the context does not have the order. */
  async of(ctx: RequestContext, orderId: ID): Promise<OrderOverviewView | null> {
    const found = await this.find(ctx, orderId);
    return found && this.view(ctx, found);
  }

  /** The order and its payments; null if the channel of the context does not have it. */
  async find(ctx: RequestContext, orderId: ID): Promise<OrderWithRecords | null> {
    const order = await this.connection.findOneInChannel(ctx, Order, orderId, ctx.channelId);
    return order ? { order, records: await this.records.ofOrder(ctx, order.id) } : null;
  }

  /** The current data of the payments. */
  async view(ctx: RequestContext, { order, records }: OrderWithRecords): Promise<OrderOverviewView> {
    const recorded = await this.connection.getRepository(ctx, Payment).find({ where: { order: { id: order.id } } });
    const known = await Promise.all(records.map((record) => this.known(record, recorded)));
    const timelines = await Promise.all(records.map((record) => this.timeline(record)));
    return {
      __typename: 'TillbridgeOrder',
      orderId: order.id,
      orderCode: order.code,
      payments: known.map((each) => paymentOrderView(each, this.amounts)),
      timeline: timelines.flat().sort((a, b) => a.at.getTime() - b.at.getTime()),
    };
  }

  /** Every refund of a payment, oldest first. */
  async refundsOf({ group, paymentOrderId: orderId }: TillbridgePaymentRecord): Promise<Refund[]> {
    const refunds: Refund[] = [];
    let cursor: string | undefined;
    do {
      const page = await this.payments.refunds.list({ group, orderId, cursor });
      refunds.push(...page.items);
      cursor = page.next ?? undefined;
    } while (cursor !== undefined);
    return refunds;
  }

  private async known(record: TillbridgePaymentRecord, recorded: readonly Payment[]): Promise<KnownPaymentOrder> {
    const { group, paymentOrderId } = record;
    const { orders, refunds } = this.payments;
    const order = await orders.find(paymentOrderId, { group });
    const link = recorded
      .map(paymentLink)
      .find((each) => each?.group === group && each.paymentOrderId === paymentOrderId);
    return {
      record,
      order,
      refundable: order ? this.amounts.of(await refunds.remaining(paymentOrderId, { group })) : 0,
      settles: order ? await orders.settlesWithin(paymentOrderId, { group }) : null,
      refunds: await this.refundsOf(record),
      paymentMethod: link?.paymentMethod ?? null,
    };
  }

  private async timeline({ group, paymentOrderId }: TillbridgePaymentRecord): Promise<TimelineView[]> {
    const entries = await this.payments.orders.timeline(paymentOrderId, { group });
    return entries.map((entry) => timelineView(paymentOrderId, entry));
  }
}

import { Injectable } from '@nestjs/common';
import { Order, TransactionalConnection, type CurrencyCode, type RequestContext } from '@vendure/core';
import type { TillbridgePaymentRecord } from '../records/payment-record.entity';
import { PaymentRecords } from '../records/payment-records.service';
import type { AttentionItemView, AttentionListView } from './admin.types';
import { attentionOf } from './payment.views';

/** The requested part of the list. */
export interface ListPart {
  readonly skip?: number | null;
  readonly take?: number | null;
}

const DEFAULT_TAKE = 10;
const MAX_TAKE = 100;

/** The orders of a channel that need attention. */
@Injectable()
export class AttentionList {
  constructor(
    private readonly connection: TransactionalConnection,
    private readonly records: PaymentRecords,
  ) {}

  /** One page, newest first. */
  async page(ctx: RequestContext, { skip, take }: ListPart): Promise<AttentionListView> {
    const rows = await this.records.withAttention(ctx);
    const ids = [...new Set(rows.map(({ orderId }) => orderId))];
    const orders = await this.connection.findByIdsInChannel(ctx, Order, ids, ctx.channelId, {});
    const byId = new Map(orders.map((order) => [String(order.id), order]));
    const items = rows.flatMap((row) => itemOf(row, byId.get(row.orderId)));
    const start = Math.max(0, skip ?? 0);
    const size = Math.min(MAX_TAKE, Math.max(1, take ?? DEFAULT_TAKE));
    return { items: items.slice(start, start + size), totalItems: items.length };
  }
}

function itemOf(row: TillbridgePaymentRecord, order: Order | undefined): AttentionItemView[] {
  const [attention] = attentionOf(row, null);
  if (!order || !attention) return [];
  const { id: orderId, code: orderCode } = order;
  return [{ orderId, orderCode, amount: row.amount, currencyCode: row.currency as CurrencyCode, attention }];
}

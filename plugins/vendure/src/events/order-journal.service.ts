import { Injectable } from '@nestjs/common';
import {
  HistoryService,
  Logger,
  Order,
  TransactionalConnection,
  type OrderHistoryEntryData,
  type RequestContext,
} from '@vendure/core';
import type { PaymentEvent, RefundEvent } from 'tillbridge';
import { LOGGER_CONTEXT } from '../constants';
import { VendureAmounts } from '../money/vendure-amounts.service';
import type { TillbridgePaymentRecord } from '../records/payment-record.entity';
import { PaymentRecords } from '../records/payment-records.service';
import { HISTORY_TYPE, type AttentionCode, type TillbridgeHistoryData } from './history';

/** An entry for an order. */
export interface JournalEntry {
  readonly record: TillbridgePaymentRecord;
  readonly event: PaymentEvent | RefundEvent;
  /** The reason for attention; the entry has its name. */
  readonly attention?: AttentionCode;
  readonly reason?: string | null;
}

/** A decision of staff. */
export type JournalNote = Pick<TillbridgeHistoryData, 'event' | 'reason'>;

/** Records on a Vendure order what happened to its payment, and what needs attention. */
@Injectable()
export class OrderJournal {
  constructor(
    private readonly history: HistoryService,
    private readonly records: PaymentRecords,
    private readonly amounts: VendureAmounts,
    private readonly connection: TransactionalConnection,
  ) {}

  /** Writes an entry, in the transaction of the context. */
  async write(ctx: RequestContext, entry: JournalEntry): Promise<void> {
    const { record, event, attention } = entry;
    await this.add(ctx, record, dataOf(entry, this.amounts));
    if (attention) await this.records.setAttention(ctx, record, { code: attention, at: event.at });
  }

  /** Records a decision of staff. */
  async note(ctx: RequestContext, record: TillbridgePaymentRecord, note: JournalNote): Promise<void> {
    const { group, paymentOrderId, amount, currency } = record;
    const nothing = { transactionId: null, refundId: null, needsAttention: false };
    await this.add(ctx, record, { ...nothing, ...note, group, paymentOrderId, amount, currency, at: Date.now() });
  }

  private async add(
    ctx: RequestContext,
    { orderId }: TillbridgePaymentRecord,
    data: TillbridgeHistoryData,
  ): Promise<void> {
    // Shops delete abandoned orders while their pages are open. An entry would fail, and with it all that the module records.
    if (!(await this.connection.getRepository(ctx, Order).existsBy({ id: orderId }))) return logOnly(data);
    const type = HISTORY_TYPE as keyof OrderHistoryEntryData;
    await this.history.createHistoryEntryForOrder({ ctx, orderId, type, data: data as never }, false);
  }
}

/** What can be written on no order. */
const logOnly = ({ event, group, paymentOrderId, amount, currency }: TillbridgeHistoryData): void =>
  Logger.warn(
    `The payment ${paymentOrderId} of ${group} is of an order that was deleted here: ${event}, ${amount} ${currency}. ` +
      'Money that came for it can be given back by `npx tillbridge refund`.',
    LOGGER_CONTEXT,
  );

function dataOf(
  { record, event, attention, reason = null }: JournalEntry,
  amounts: VendureAmounts,
): TillbridgeHistoryData {
  return {
    event: attention ?? event.kind,
    group: record.group,
    paymentOrderId: record.paymentOrderId,
    amount: amounts.of(event.amount),
    currency: event.amount.currency,
    transactionId: 'transactionId' in event ? event.transactionId : null,
    refundId: 'refundId' in event ? event.refundId : null,
    reason,
    needsAttention: attention !== undefined,
    at: event.at,
  };
}

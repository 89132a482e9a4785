import { Injectable } from '@nestjs/common';
import { OrderService, Payment, TransactionalConnection, type RequestContext } from '@vendure/core';
import { OnPayment, type PaymentEvent, type PaymentEventKind } from 'tillbridge';
import type { EntityManager } from 'typeorm';
import { VendureAmounts } from '../money/vendure-amounts.service';
import { withIntent, type KnownPayment } from '../payment-method/known-payment';
import { paymentLink } from '../payment-method/payment-link';
import type { TillbridgePaymentRecord } from '../records/payment-record.entity';
import { PaymentRecords } from '../records/payment-records.service';
import { JoinedTransaction } from '../transaction/joined-transaction.service';
import type { AttentionCode } from './history';
import { OrderJournal } from './order-journal.service';
import { PaymentRecorder } from './payment-recorder.service';

type Work = (ctx: RequestContext, record: TillbridgePaymentRecord) => Promise<void>;

/** The events that need attention by themselves. */
const ATTENTION: Partial<Record<PaymentEventKind, AttentionCode>> = {
  amount_mismatch: 'amount_mismatch',
  chargedback: 'chargedback',
  voided: 'voided',
  paid_twice: 'paid_twice',
};

/** Records in Vendure what happens to payments, in the transaction in which the module records it. */
@Injectable()
export class PaymentEvents {
  constructor(
    private readonly joined: JoinedTransaction,
    private readonly records: PaymentRecords,
    private readonly recorder: PaymentRecorder,
    private readonly journal: OrderJournal,
    private readonly orders: OrderService,
    private readonly connection: TransactionalConnection,
    private readonly amounts: VendureAmounts,
  ) {}

  /** The money has arrived, or is promised. It may be late: the order here decides whether that matters. */
  @OnPayment(['completed', 'paid_after_cancel', 'authorised'])
  async onMoney(event: PaymentEvent, tx: EntityManager): Promise<void> {
    await this.forOrder(event, tx, async (ctx, record) => {
      const recorded = await this.recorder.record(ctx, record, knownPayment(event, this.amounts));
      if (recorded.outcome === 'known') return;
      const { code, reason } = recorded.outcome === 'attention' ? recorded : { code: undefined, reason: null };
      await this.journal.write(ctx, { record, event, attention: code, reason });
    });
  }

  /** The payment failed, or is still open; the customer may try again. */
  @OnPayment(['declined', 'cancelled', 'expired', 'uncleared', 'restored'])
  async onNoMoney(event: PaymentEvent, tx: EntityManager): Promise<void> {
    await this.forOrder(event, tx, async (ctx, record) => {
      if (ENDINGS.has(event.kind)) await this.releaseReservation(ctx, record);
      await this.journal.write(ctx, { record, event });
    });
  }

  /** Something that needs attention. */
  @OnPayment(['amount_mismatch', 'chargedback', 'voided', 'paid_twice'])
  async onAttention(event: PaymentEvent, tx: EntityManager): Promise<void> {
    const attention = ATTENTION[event.kind];
    await this.forOrder(event, tx, (ctx, record) => this.journal.write(ctx, { record, event, attention }));
  }

  private async forOrder(event: PaymentEvent, tx: EntityManager, work: Work): Promise<void> {
    const record = await this.records.find(event, tx);
    if (record) await this.joined.work(record, (ctx) => work(ctx, record));
  }

  /** The service has released the reservation: Vendure's payment no longer counts. */
  private async releaseReservation(ctx: RequestContext, record: TillbridgePaymentRecord): Promise<void> {
    const where = { order: { id: record.orderId }, state: 'Authorized' as const };
    for (const payment of await this.connection.getRepository(ctx, Payment).find({ where })) {
      const link = paymentLink(payment);
      if (link?.group !== record.group || link.paymentOrderId !== record.paymentOrderId) continue;
      await withIntent({ kind: 'done-at-service' }, () => this.orders.cancelPayment(ctx, payment.id));
    }
  }
}

const ENDINGS: ReadonlySet<PaymentEventKind> = new Set(['cancelled', 'declined', 'expired']);

const knownPayment = (event: PaymentEvent, amounts: VendureAmounts): KnownPayment => ({
  group: event.group,
  paymentOrderId: event.orderId,
  amount: amounts.of(event.amount),
  currency: event.amount.currency,
  state: event.kind === 'authorised' ? 'Authorized' : 'Settled',
  transactionId: event.transactionId ?? `${event.group}/${event.orderId}`,
  paymentMethod: event.paymentMethod,
});

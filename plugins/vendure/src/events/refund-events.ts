import { Injectable } from '@nestjs/common';
import { OrderService, Refund, TransactionalConnection, type RequestContext } from '@vendure/core';
import { OnRefund, refundReasonText, type RefundEvent } from 'tillbridge';
import type { EntityManager } from 'typeorm';
import { withIntent } from '../payment-method/known-payment';
import { refundLink } from '../payment-method/payment-link';
import type { TillbridgePaymentRecord } from '../records/payment-record.entity';
import { PaymentRecords } from '../records/payment-records.service';
import { JoinedTransaction } from '../transaction/joined-transaction.service';
import { OrderJournal } from './order-journal.service';

const reasonText = ({ reason }: RefundEvent): string | null => (reason === null ? null : refundReasonText(reason));

type Work = (ctx: RequestContext, record: TillbridgePaymentRecord) => Promise<void>;

/** Records in Vendure what happens to refunds, in the transaction in which the module records it. */
@Injectable()
export class RefundEvents {
  constructor(
    private readonly joined: JoinedTransaction,
    private readonly records: PaymentRecords,
    private readonly journal: OrderJournal,
    private readonly orders: OrderService,
    private readonly connection: TransactionalConnection,
  ) {}

  /** The money was paid back. */
  @OnRefund('settled')
  async onSettled(event: RefundEvent, tx: EntityManager): Promise<void> {
    await this.forOrder(event, tx, async (ctx, record) => {
      const refund = await this.refundOf(ctx, record, event);
      if (refund?.state !== 'Pending') return;
      await withIntent({ kind: 'done-at-service' }, () =>
        this.orders.settleRefund(ctx, { id: refund.id, transactionId: event.serviceRefundId ?? event.refundId }),
      );
    });
  }

  /** The money was kept, or came back, or was never requested: Vendure no longer counts a failed refund. */
  @OnRefund(['rejected', 'cancelled'])
  async onFailed(event: RefundEvent, tx: EntityManager): Promise<void> {
    await this.forOrder(event, tx, async (ctx, record) => {
      const refund = await this.refundOf(ctx, record, event);
      const reason = reasonText(event);
      if (refund?.state === 'Pending') {
        await withIntent({ kind: 'done-at-service' }, () =>
          this.orders.transitionRefundToState(ctx, refund.id, 'Failed'),
        );
        await this.journal.write(ctx, { record, event, reason });
      } else if (refund?.state === 'Settled') {
        await this.journal.write(ctx, { record, event, reason, attention: 'refund_failed' });
      }
    });
  }

  /** A person has to find out the outcome. */
  @OnRefund('manual')
  async onManual(event: RefundEvent, tx: EntityManager): Promise<void> {
    const reason = reasonText(event);
    await this.forOrder(event, tx, (ctx, record) =>
      this.journal.write(ctx, { record, event, reason, attention: 'refund_manual' }),
    );
  }

  /** Vendure does not know this refund, and would let the money be refunded again. */
  @OnRefund('elsewhere')
  async onElsewhere(event: RefundEvent, tx: EntityManager): Promise<void> {
    await this.forOrder(event, tx, (ctx, record) =>
      this.journal.write(ctx, { record, event, attention: 'refunded_elsewhere' }),
    );
  }

  private async forOrder(event: RefundEvent, tx: EntityManager, work: Work): Promise<void> {
    const record = await this.records.find(event, tx);
    if (record) await this.joined.work(record, (ctx) => work(ctx, record));
  }

  /** Vendure's own row for the module's refund. */
  private async refundOf(
    ctx: RequestContext,
    { orderId }: TillbridgePaymentRecord,
    { refundId }: Pick<RefundEvent, 'refundId'>,
  ): Promise<Refund | undefined> {
    const where = { payment: { order: { id: orderId } } };
    const refunds = await this.connection.getRepository(ctx, Refund).find({ where });
    return refunds.find((refund) => refundLink(refund)?.refundId === refundId);
  }
}

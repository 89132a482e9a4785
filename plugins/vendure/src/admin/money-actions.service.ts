import { Injectable } from '@nestjs/common';
import { TransactionalConnection, type RequestContext } from '@vendure/core';
import { Payments } from 'tillbridge';
import { OrderJournal } from '../events/order-journal.service';
import { PaymentRecorder, type Recorded } from '../events/payment-recorder.service';
import { inexactText, VendureAmounts } from '../money/vendure-amounts.service';
import { knownPayment } from '../payment-method/payment-operations.service';
import { PaymentRecords } from '../records/payment-records.service';
import { TillbridgeActionError, type ActionResult } from './action.results';
import { attentionText } from './attention.labels';
import type { PaymentInput, SurplusInput } from './staff-actions.inputs';
import { StaffActions } from './staff-actions.service';

const NOT_CONFIRMED = new TillbridgeActionError(
  'The payment service has not confirmed this payment.',
  'Read it from the service first.',
  'PAYMENT_NOT_CONFIRMED',
);

const inexact = (currency: string): TillbridgeActionError =>
  new TillbridgeActionError(inexactText(currency), 'Choose another amount.', 'AMOUNT_NOT_EXACT');

/** Rolls back what was done for a payment that Vendure refuses again. */
class StillRefused extends Error {}

const refused = ({ message }: StillRefused): TillbridgeActionError =>
  new TillbridgeActionError(message, 'Mend the order first, or give the money back.', 'PAYMENT_NOT_RECORDED');

/** The actions of staff on money without a payment in Vendure. */
@Injectable()
export class MoneyActions {
  constructor(
    private readonly actions: StaffActions,
    private readonly payments: Payments,
    private readonly records: PaymentRecords,
    private readonly recorder: PaymentRecorder,
    private readonly journal: OrderJournal,
    private readonly connection: TransactionalConnection,
    private readonly amounts: VendureAmounts,
  ) {}

  /** Refunds money that was paid twice, or for a cancelled order. */
  refund(ctx: RequestContext, input: SurplusInput): Promise<ActionResult> {
    return this.actions.onPayment(ctx, input, async ({ group, paymentOrderId: orderId, currency }, by) => {
      const { reason, key, why } = input;
      const amount = typeof input.amount === 'number' ? this.amounts.toMoney(input.amount, currency) : 'remaining';
      if (amount === null) return inexact(currency);
      await this.payments.refunds.request({
        group,
        orderId,
        amount,
        reason,
        key: `staff-${key}`,
        by,
        why: why ?? undefined,
      });
      return undefined;
    });
  }

  /** Records a payment that Vendure has refused before. */
  record(ctx: RequestContext, input: PaymentInput): Promise<ActionResult> {
    return this.actions.onPayment(ctx, input, async (record, by) => {
      const order = await this.payments.orders.find(record.paymentOrderId, { group: record.group });
      const payment = order && knownPayment(order, this.amounts);
      if (!payment) return NOT_CONFIRMED;
      try {
        await this.connection.withTransaction(ctx, async (inner) => {
          assertDown(await this.recorder.record(inner, record, payment));
          await this.journal.note(inner, record, {
            event: 'recorded',
            reason: [by, input.why].filter(Boolean).join(': '),
          });
          await this.records.setAttention(inner, record, null);
        });
      } catch (error) {
        if (error instanceof StillRefused) return refused(error);
        throw error;
      }
      return undefined;
    });
  }
}

/** @throws StillRefused */
function assertDown(recorded: Recorded): void {
  if (recorded.outcome !== 'attention' || recorded.code === 'order_changed') return;
  throw new StillRefused(recorded.reason ?? attentionText(recorded.code));
}

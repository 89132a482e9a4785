import { Injectable } from '@nestjs/common';
import { TransactionalConnection, type ID, type RequestContext } from '@vendure/core';
import { createHash } from 'node:crypto';
import { IsNull, Not, type EntityManager, type Repository } from 'typeorm';
import { idText } from '../options/plugin-options';
import { TillbridgePaymentRecord } from './payment-record.entity';

/** Identifies a payment order of the module. */
export interface PaymentOrderName {
  readonly group: string;
  readonly orderId: string;
}

/** The requested payment, as it is recorded before the service is called. */
export type PaymentToRecord = Pick<
  TillbridgePaymentRecord,
  'group' | 'orderId' | 'channelId' | 'method' | 'amount' | 'currency'
> & { readonly orderCode: string; readonly part: number };

/** Codes that are ids at the service with any prefix of a group, part and attempt. Dots are left to the number of a part. */
const PLAIN_CODE = /^[\w-]{1,24}$/;

/** The id in the module: the first part has the code of the order, a later one its number, too. */
export const paymentOrderIdOf = (orderCode: string, part: number): string => {
  const id = PLAIN_CODE.test(orderCode) ? orderCode : idForCode(orderCode);
  return part === 1 ? id : `${id}.${part}`;
};

/** For a code such as `#1001` of a shop's own strategy: what can be read of it. Two codes that begin alike have two ids. */
function idForCode(orderCode: string): string {
  const [words = 'order'] = /\w[\w-]{0,10}/.exec(orderCode.replaceAll(/[^\w-]+/g, '-')) ?? [];
  return `${words}-${createHash('sha256').update(orderCode).digest('hex').slice(0, 12)}`;
}

/** The plugin's own table. */
@Injectable()
export class PaymentRecords {
  constructor(private readonly connection: TransactionalConnection) {}

  /** The row of a payment order; null if it was not made for Vendure. */
  find({ group, orderId }: PaymentOrderName, manager: EntityManager): Promise<TillbridgePaymentRecord | null> {
    return manager.findOne(TillbridgePaymentRecord, { where: { group, paymentOrderId: orderId } });
  }

  /** The rows of a Vendure order, the first part first. */
  ofOrder(ctx: RequestContext, orderId: ID): Promise<TillbridgePaymentRecord[]> {
    return this.rows(ctx).find({ where: { orderId: idText(orderId) }, order: { part: 'ASC' } });
  }

  /** Records a requested payment: a new row, or new amounts in the existing row. */
  async record(ctx: RequestContext, asked: PaymentToRecord): Promise<TillbridgePaymentRecord> {
    const { orderCode, ...columns } = asked;
    const paymentOrderId = paymentOrderIdOf(orderCode, asked.part);
    const row = new TillbridgePaymentRecord({ ...columns, paymentOrderId });
    const known = await this.rows(ctx).findOne({ where: { group: asked.group, paymentOrderId } });
    if (known) {
      const { amount, currency, method } = asked;
      await this.rows(ctx).update(
        { group: asked.group, paymentOrderId },
        { amount, currency, method, cancelWanted: 0 },
      );
      return Object.assign(known, { amount, currency, method, cancelWanted: 0 });
    }
    await this.rows(ctx).insert({ ...row, createdAt: Date.now() });
    return row;
  }

  /** Records that the service must get a cancellation. */
  async wantCancel(ctx: RequestContext, orderId: ID): Promise<void> {
    await this.rows(ctx).update({ orderId: idText(orderId) }, { cancelWanted: 1 });
  }

  /** Records that the service has it, or that there is nothing to cancel. */
  async cancelDone(ctx: RequestContext, { group, paymentOrderId }: TillbridgePaymentRecord): Promise<void> {
    await this.rows(ctx).update({ group, paymentOrderId }, { cancelWanted: 0 });
  }

  /** The rows whose cancellation the service has not received yet. */
  toCancel(ctx: RequestContext): Promise<TillbridgePaymentRecord[]> {
    return this.rows(ctx).find({ where: { cancelWanted: 1 } });
  }

  /** Sets or clears the reason for attention. */
  async setAttention(
    ctx: RequestContext,
    { group, paymentOrderId }: TillbridgePaymentRecord,
    attention: { readonly code: string; readonly at: number } | null,
  ): Promise<void> {
    const columns = { attention: attention?.code ?? null, attentionAt: attention?.at ?? null };
    await this.rows(ctx).update({ group, paymentOrderId }, columns);
  }

  /** Clears `not_settled`: staff may move an order on in Vendure itself, too. */
  async hasMovedOn(ctx: RequestContext, orderId: ID): Promise<void> {
    const stayed = { orderId: idText(orderId), attention: 'not_settled' };
    await this.rows(ctx).update(stayed, { attention: null, attentionAt: null });
  }

  /** The rows that need attention, of every channel, newest first. */
  withAttention(ctx: RequestContext): Promise<TillbridgePaymentRecord[]> {
    return this.rows(ctx).find({ where: { attention: Not(IsNull()) }, order: { attentionAt: 'DESC' } });
  }

  private rows(ctx: RequestContext): Repository<TillbridgePaymentRecord> {
    return this.connection.getRepository(ctx, TillbridgePaymentRecord);
  }
}

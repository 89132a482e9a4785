import { Injectable } from '@nestjs/common';
import { In, type EntityManager } from 'typeorm';
import { type SandboxOrderEntity, SandboxTransactionEntity } from '../../orders/index.js';

/** What banks and card schemes have taken back of an order. */
@Injectable()
export class Chargebacks {
  /** What was charged back and not given back since, minor units. */
  async sum(em: EntityManager, { id: orderKey }: SandboxOrderEntity): Promise<number> {
    const taken = await em.sum(SandboxTransactionEntity, 'amount', { orderKey, type: 'chargeback' });
    const returned = await em.sum(SandboxTransactionEntity, 'amount', { orderKey, type: 'reverse-chargeback' });
    return (taken ?? 0) - (returned ?? 0);
  }

  /** What a new chargeback takes: what is asked for, or all; never more than what earlier ones have left. */
  async next(em: EntityManager, order: SandboxOrderEntity, asked: number | undefined): Promise<number> {
    return Math.min(asked ?? order.amount, order.amount - (await this.sum(em, order)));
  }

  /** What chargebacks of a part add to `amount_refunded`, since the last reversal: what has a status of its own adds nothing. */
  async shown(
    em: EntityManager,
    { id: orderKey, amount: whole, status, amountChargedBack }: SandboxOrderEntity,
  ): Promise<number> {
    if (status === 'chargedback' || status === 'void') return amountChargedBack;
    const where = { orderKey, type: In(['chargeback', 'reverse-chargeback']) };
    const rows = await em.find(SandboxTransactionEntity, { where, order: { id: 'ASC' } });
    const since = rows.slice(rows.findLastIndex(({ type }) => type === 'reverse-chargeback') + 1);
    return since.filter(({ amount }) => amount < whole).reduce((sum, { amount }) => sum + amount, 0);
  }

  /** A reversal gives all of it back: where the order rests then does not go by what was shown. */
  giveBack(order: SandboxOrderEntity): void {
    order.amountRefunded -= order.amountChargedBack;
    order.amountChargedBack = 0;
  }

  /** Brings `amount_refunded` in step; refunds have been counted already. */
  async show(em: EntityManager, order: SandboxOrderEntity): Promise<void> {
    const shown = await this.shown(em, order);
    order.amountRefunded += shown - order.amountChargedBack;
    order.amountChargedBack = shown;
  }
}

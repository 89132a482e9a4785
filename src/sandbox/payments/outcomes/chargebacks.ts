import { Injectable } from '@nestjs/common';
import { In, type EntityManager } from 'typeorm';
import { type SandboxOrderEntity, SandboxTransactionEntity } from '../../orders/index.js';

/** The chargebacks of an order. */
@Injectable()
export class Chargebacks {
  /** The sum of chargebacks that were not reversed, minor units. */
  async sum(em: EntityManager, { id: orderKey }: SandboxOrderEntity): Promise<number> {
    const taken = await em.sum(SandboxTransactionEntity, 'amount', { orderKey, type: 'chargeback' });
    const returned = await em.sum(SandboxTransactionEntity, 'amount', { orderKey, type: 'reverse-chargeback' });
    return (taken ?? 0) - (returned ?? 0);
  }

  /** The amount of a new chargeback: the requested one, or all; at most what earlier ones have left. */
  async next(em: EntityManager, order: SandboxOrderEntity, asked: number | undefined): Promise<number> {
    return Math.min(asked ?? order.amount, order.amount - (await this.sum(em, order)));
  }

  /**
   * What partial chargebacks since the last reversal add to `amount_refunded`; a chargeback with its own status adds
   * nothing.
   */
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

  /** After a complete reversal, the resting status does not depend on the shown amount. */
  giveBack(order: SandboxOrderEntity): void {
    order.amountRefunded -= order.amountChargedBack;
    order.amountChargedBack = 0;
  }

  /** Updates `amount_refunded`; refunds are already included. */
  async show(em: EntityManager, order: SandboxOrderEntity): Promise<void> {
    const shown = await this.shown(em, order);
    order.amountRefunded += shown - order.amountChargedBack;
    order.amountChargedBack = shown;
  }
}

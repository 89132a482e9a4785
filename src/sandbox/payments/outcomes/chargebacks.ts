import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
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

  /** What a partial chargeback adds to `amount_refunded`: one over all of it has a status of its own. */
  async shown(em: EntityManager, order: SandboxOrderEntity): Promise<number> {
    const sum = await this.sum(em, order);
    return sum < order.amount ? sum : 0;
  }

  /** Brings `amount_refunded` in step; refunds have been counted already. */
  async show(em: EntityManager, order: SandboxOrderEntity): Promise<void> {
    const shown = await this.shown(em, order);
    order.amountRefunded += shown - order.amountChargedBack;
    order.amountChargedBack = shown;
  }
}

import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { NotificationTicket } from '../../notifications/index.js';
import { directFlow } from './direct-methods.js';
import { PaymentOutcomes } from './payment-outcomes.js';
import { type SandboxOrderEntity, TransactionMaker } from '../../orders/index.js';

/** What a direct request has decided. */
export interface DirectDecision {
  readonly notification: NotificationTicket | null;
}

/** Starts the payment that a direct request brings with it: its transaction exists from the first moment. */
@Injectable()
export class DirectPayments {
  constructor(
    private readonly maker: TransactionMaker,
    private readonly outcomes: PaymentOutcomes,
  ) {}

  /**
   * Adds the transaction, and ends it where the method does so at once.
   *
   * @returns null when nothing is decided yet. The order is what it has become.
   */
  async start(em: EntityManager, order: SandboxOrderEntity): Promise<DirectDecision | null> {
    const method = order.gateway ?? '';
    const transaction = await this.maker.add(em, order, { method, status: 'initialized', amount: order.amount });
    order.transactionKey = transaction.id;
    await em.save(order);
    const { outcome } = directFlow(method) ?? { outcome: null };
    if (outcome === null) return null;
    const result = await this.outcomes.applyIn(em, { orderKey: order.id, outcome, source: 'library', method });
    if (!result.ok) return null;
    Object.assign(order, result.order);
    return { notification: result.notification };
  }
}

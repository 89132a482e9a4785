import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { lockRow } from '../../database/engine/index.js';
import { createId } from '../../support/index.js';
import { SandboxSessionEntity } from '../checkout/session.entity.js';
import { NotificationQueue, type NotificationTicket } from '../notifications/notification-queue.js';
import { SandboxOrderEntity } from '../orders/order.entity.js';
import { SandboxDatabase } from '../sandbox.database.js';
import type { SandboxSettings } from '../sandbox.settings.js';
import { SANDBOX_SETTINGS } from '../sandbox.tokens.js';
import {
  decideOutcome,
  type OutcomeObstacle,
  type OutcomeRule,
  type OutcomeSource,
  type PaymentOutcome,
} from './outcome.js';
import { offeredMethods } from './payment-methods.js';
import { TransactionIds } from './transaction-ids.js';
import { SandboxTransactionEntity } from './transaction.entity.js';

/** What is to happen to an order. */
export interface OutcomeRequest {
  readonly orderKey: string;
  readonly outcome: PaymentOutcome;
  readonly source: OutcomeSource;
  /** Payment method code; default: the first that the page offers. */
  readonly method?: string;
}

/** What happened, or why nothing did. */
export type OutcomeResult =
  | { ok: true; order: SandboxOrderEntity; notification: NotificationTicket | null }
  | { ok: false; reason: OutcomeObstacle };

/** Ends payments: order, transaction and notification change together or not at all. */
@Injectable()
export class PaymentOutcomes {
  constructor(
    private readonly database: SandboxDatabase,
    private readonly queue: NotificationQueue,
    private readonly ids: TransactionIds,
    @Inject(SANDBOX_SETTINGS) private readonly settings: SandboxSettings,
  ) {}

  /** Applies an outcome. The caller sends the notification that comes back. */
  apply(request: OutcomeRequest): Promise<OutcomeResult> {
    return this.database.run(async (em) => {
      const order = await lockRow(em, SandboxOrderEntity, { id: request.orderKey });
      if (order === null) return { ok: false, reason: 'closed' };
      const state = { status: order.status, hasTransaction: order.transactionKey !== null };
      const decision = decideOutcome(state, request.outcome, request.source);
      if (!decision.ok) return decision;
      const changed = await this.#change(em, { order, rule: decision.rule, method: request.method });
      return { ok: true, order: changed, notification: await this.queue.add(em, changed, decision.rule.cause) };
    });
  }

  async #change(em: EntityManager, change: Change): Promise<SandboxOrderEntity> {
    const { order, rule } = change;
    const now = Math.max(this.settings.clock.now(), order.modifiedAt);
    if (rule.transaction) order.transactionKey = await this.#addTransaction(em, change, now);
    order.status = rule.status;
    order.financialStatus = rule.status;
    order.reason = rule.reason;
    order.modifiedAt = now;
    if (rule.status === 'completed') order.completedAt = now;
    if (!rule.staysOpen) await em.update(SandboxSessionEntity, { orderKey: order.id, open: true }, { open: false });
    return em.save(order);
  }

  async #addTransaction(em: EntityManager, { order, rule, method }: Change, createdAt: number): Promise<string> {
    const transaction = Object.assign(new SandboxTransactionEntity(), {
      id: createId(this.settings.clock),
      orderKey: order.id,
      transactionId: this.ids.next(),
      method: method ?? offeredMethods(order.gateway)[0]?.code,
      status: rule.status,
      amount: order.amount,
      currency: order.currency,
      createdAt,
    });
    await em.save(transaction);
    return transaction.id;
  }
}

interface Change {
  readonly order: SandboxOrderEntity;
  readonly rule: OutcomeRule;
  readonly method: string | undefined;
}

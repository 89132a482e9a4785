import { Inject, Injectable } from '@nestjs/common';
import { type EntityManager, LessThanOrEqual } from 'typeorm';
import { type DueWork, SANDBOX_SETTINGS, SandboxDatabase, type SandboxSettings } from '../../core/index.js';
import { NotificationSender } from '../../notifications/index.js';
import { type SandboxOrderEntity, SandboxTransactionEntity } from '../../orders/index.js';
import { PaymentOutcomes } from '../outcomes/payment-outcomes.js';
import type { OutcomeResult } from '../outcomes/payment-outcomes.types.js';
import type { LaterOutcome } from './instrument-plan.types.js';
import { SandboxPlannedOutcomeEntity } from './sandbox-planned-outcome.entity.js';

/** Applies the delayed outcomes of test cards and test accounts; they survive a restart. */
@Injectable()
export class PlannedOutcomes implements DueWork {
  constructor(
    private readonly database: SandboxDatabase,
    private readonly outcomes: PaymentOutcomes,
    private readonly sender: NotificationSender,
    @Inject(SANDBOX_SETTINGS) private readonly settings: SandboxSettings,
  ) {}

  /** Plans an outcome of the order's newest payment; replaces an earlier plan. */
  async plan(em: EntityManager, order: SandboxOrderEntity, later: LaterOutcome | null): Promise<void> {
    const { id: orderKey, transactionKey, status } = order;
    if (transactionKey === null) return;
    await em.delete(SandboxPlannedOutcomeEntity, { transactionKey });
    if (later === null) return;
    const dueAt = this.settings.clock.now() + later.afterMs;
    await em.insert(SandboxPlannedOutcomeEntity, { orderKey, transactionKey, status, outcome: later.outcome, dueAt });
  }

  /** Applies what is due, oldest first. */
  async runDue(): Promise<void> {
    const due = await this.database.manager.find(SandboxPlannedOutcomeEntity, {
      where: { dueAt: LessThanOrEqual(this.settings.clock.now()) },
      order: { dueAt: 'ASC', transactionKey: 'ASC' },
    });
    for (const { orderKey, transactionKey } of due) {
      const result = await this.outcomes.run(orderKey, (em) => this.#happen(em, transactionKey));
      if (result.ok) this.sender.sendSoon(result.notification);
    }
  }

  /** When the next one is due, epoch milliseconds; null if none is planned. */
  nextDueAt(): Promise<number | null> {
    return this.database.earliest(SandboxPlannedOutcomeEntity, 'dueAt');
  }

  // Read again within the transaction: two concurrent runs must not apply it twice.
  async #happen(em: EntityManager, transactionKey: string): Promise<OutcomeResult> {
    const plan = await em.findOneBy(SandboxPlannedOutcomeEntity, { transactionKey });
    const payment = await em.findOneBy(SandboxTransactionEntity, { id: transactionKey });
    if (plan === null || payment === null) return { ok: false, reason: 'closed' };
    await em.delete(SandboxPlannedOutcomeEntity, { transactionKey });
    if (payment.status !== plan.status) return { ok: false, reason: 'closed' };
    const { orderKey, outcome } = plan;
    return this.outcomes.applyIn(em, { orderKey, transactionKey, outcome, source: 'library' });
  }
}

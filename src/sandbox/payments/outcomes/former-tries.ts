import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { ORDER_STATUS_TABLE } from '../../../protocol/index.js';
import { GroupSwitches, SANDBOX_SETTINGS, type SandboxSettings } from '../../core/index.js';
import { NotificationQueue } from '../../notifications/index.js';
import { asTry, PaymentSessions, type SandboxOrderEntity, type SandboxTransactionEntity } from '../../orders/index.js';
import { secondChanceAt } from '../second-chance/second-chance.js';
import { StoredTokens } from '../tokens/stored-tokens.js';
import { applyRule } from './apply-rule.js';
import { decideOutcome } from './outcome.js';
import { tryState } from './payment-attempts.js';
import type { OutcomeRequest, OutcomeResult } from './payment-outcomes.types.js';

/** An outcome of a try that was left for another one. */
interface FormerChange {
  readonly order: SandboxOrderEntity;
  readonly former: SandboxTransactionEntity;
  readonly request: OutcomeRequest;
}

/**
 * Tries that were left for another one: a card payment that the shopper began, before choosing a bank transfer. Each goes on by
 * itself, and the shop is notified of its end with its own transaction (protocol §4.2).
 */
@Injectable()
export class FormerTries {
  constructor(
    private readonly queue: NotificationQueue,
    private readonly sessions: PaymentSessions,
    private readonly tokens: StoredTokens,
    private readonly switches: GroupSwitches,
    @Inject(SANDBOX_SETTINGS) private readonly settings: SandboxSettings,
  ) {}

  /** Applies the outcome to the try alone; the order follows only if that pays it. */
  async apply(em: EntityManager, { order, former, request }: FormerChange): Promise<OutcomeResult> {
    const seen = asTry(order, former);
    const { status, financialStatus } = seen;
    const decision = decideOutcome(
      { status, financialStatus, hasTransaction: true },
      request.outcome,
      // Its page may be closed: its bank decides.
      'library',
    );
    if (!decision.ok) return decision;
    seen.modifiedAt = Math.max(this.settings.clock.now(), seen.modifiedAt);
    const { method } = former;
    applyRule(seen, decision.rule, { ...request, method, switches: this.switches.of(order.group) });
    Object.assign(former, tryState(seen, method, former.createdAt), { modifiedAt: seen.modifiedAt });
    await em.save(former);
    if (ORDER_STATUS_TABLE[seen.status].paid && !ORDER_STATUS_TABLE[order.status].paid)
      await this.#pay(em, order, seen);
    const notification = await this.queue.add(em, order, decision.rule.cause, former.id);
    return { ok: true, order, notification };
  }

  /** The order is paid by this try after all; the one that it had come to before goes on by itself. */
  async #pay(em: EntityManager, order: SandboxOrderEntity, paid: SandboxOrderEntity): Promise<void> {
    Object.assign(order, paid);
    await this.tokens.keep(em, order);
    order.secondChanceAt = secondChanceAt(order);
    await em.save(order);
    await this.sessions.close(em, order.id);
  }
}

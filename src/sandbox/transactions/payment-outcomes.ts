import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { lockRow } from '../../database/engine/index.js';
import { SandboxSessionEntity } from '../checkout/session.entity.js';
import type { NotificationCause } from '../notifications/notification.entity.js';
import { NotificationQueue, type NotificationTicket } from '../notifications/notification-queue.js';
import { SandboxOrderEntity } from '../orders/order.entity.js';
import { SandboxDatabase } from '../sandbox.database.js';
import type { SandboxSettings } from '../sandbox.settings.js';
import { SANDBOX_SETTINGS } from '../sandbox.tokens.js';
import { readEventSubject, SessionEvents } from '../terminals/session-events.js';
import { applyRule } from './apply-rule.js';
import { decideOutcome, type OutcomeSource } from './outcome.js';
import type { OutcomeObstacle, OutcomeRule, PaymentOutcome } from './outcome-rules.js';
import { PaymentAttempts } from './payment-attempts.js';

/** What is to happen to an order. */
export interface OutcomeRequest {
  readonly orderKey: string;
  readonly outcome: PaymentOutcome;
  readonly source: OutcomeSource;
  /** Payment method code; default: the first that the page offers. */
  readonly method?: string;
  /** Minor units: for `paid`, a part of what is due; for `chargedback`, what is charged back. Default: all of it. */
  readonly amount?: number;
  /** Carrier, track and trace; for `shipped`. */
  readonly shipment?: Record<string, string | null>;
}

/** What happened, or why nothing did. */
export type OutcomeResult =
  | { ok: true; order: SandboxOrderEntity; notification: NotificationTicket | null }
  | { ok: false; reason: OutcomeObstacle };

interface Change {
  readonly order: SandboxOrderEntity;
  readonly rule: OutcomeRule;
  readonly request: OutcomeRequest;
}

/** Moves payments on: order, transaction and notification change together or not at all. */
@Injectable()
export class PaymentOutcomes {
  constructor(
    private readonly database: SandboxDatabase,
    private readonly queue: NotificationQueue,
    private readonly attempts: PaymentAttempts,
    private readonly events: SessionEvents,
    @Inject(SANDBOX_SETTINGS) private readonly settings: SandboxSettings,
  ) {}

  /** Applies an outcome. The caller sends the notification that comes back. */
  async apply(request: OutcomeRequest): Promise<OutcomeResult> {
    const { before, result, subject } = await this.database.run(async (em) => {
      const before = await em.findOneBy(SandboxOrderEntity, { id: request.orderKey });
      const result = await this.applyIn(em, request);
      return { before, result, subject: result.ok ? await readEventSubject(em, result.order) : null };
    });
    if (subject === null) return result;
    // A till goes back to the start before it takes the next card (protocol §7).
    const isRetry = before?.terminalId !== null && before?.status === 'declined';
    if (isRetry) this.events.publish({ ...subject, status: 'initialized', financialStatus: 'initialized' });
    this.events.publish(subject);
    return result;
  }

  /** The same, within a transaction of the caller's. */
  async applyIn(em: EntityManager, request: OutcomeRequest): Promise<OutcomeResult> {
    const order = await lockRow(em, SandboxOrderEntity, { id: request.orderKey });
    if (order === null) return { ok: false, reason: 'closed' };
    const { status, financialStatus, transactionKey } = order;
    const state = { status, financialStatus, hasTransaction: transactionKey !== null };
    const decision = decideOutcome(state, request.outcome, request.source);
    if (!decision.ok) return decision;
    const cause = await this.#change(em, { order, rule: decision.rule, request });
    return { ok: true, order, notification: await this.queue.add(em, order, cause) };
  }

  async #change(em: EntityManager, { order, rule, request }: Change): Promise<NotificationCause> {
    order.modifiedAt = Math.max(this.settings.clock.now(), order.modifiedAt);
    const isPart = await this.attempts.payPart(em, order, request);
    if (!isPart) {
      applyRule(order, rule, request);
      await this.attempts.follow(em, { order, rule, request });
      if (!rule.staysOpen) await em.update(SandboxSessionEntity, { orderKey: order.id, open: true }, { open: false });
    }
    await em.save(order);
    return isPart ? 'paid-in-part' : rule.cause;
  }
}

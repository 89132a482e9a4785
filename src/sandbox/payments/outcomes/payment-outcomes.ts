import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { lockRow } from '../../../database/engine/index.js';
import type { OrderStatus } from '../../../protocol/index.js';
import {
  findFormerTry,
  habitsOf,
  isPayLater,
  readEventSubject,
  SandboxOrderEntity,
  SandboxSessionEntity,
  SessionEvents,
} from '../../orders/index.js';
import { type NotificationCause, NotificationQueue } from '../../notifications/index.js';
import { GroupSwitches, SANDBOX_SETTINGS, SandboxDatabase, type SandboxSettings } from '../../core/index.js';
import { awaitsAuthentication } from '../instruments/card-authentication.js';
import { StoredTokens } from '../tokens/stored-tokens.js';
import { secondChanceAt } from '../second-chance/second-chance.js';
import { applyRule } from './apply-rule.js';
import { Chargebacks } from './chargebacks.js';
import { isPageKept, isPayableAgain, type PageTime } from './kept-page.js';
import { decideOutcome, outcomeFor, type OutcomeState } from './outcome.js';
import type { OutcomeRule } from './outcome-rules.js';
import { FormerTries } from './former-tries.js';
import { PaymentAttempts } from './payment-attempts.js';
import type { OutcomeRequest, OutcomeResult } from './payment-outcomes.types.js';
import { PaymentParts } from './payment-parts.js';

/** A changed order, or the reason why it did not change. */
export type MoveResult = { ok: true; order: SandboxOrderEntity } | { ok: false };

interface Change {
  readonly order: SandboxOrderEntity;
  readonly rule: OutcomeRule;
  readonly request: OutcomeRequest;
}

const PROMISED: ReadonlySet<OrderStatus> = new Set(['completed', 'shipped']);

/** Changes payments: order, transaction and notification change together or not at all. */
@Injectable()
export class PaymentOutcomes {
  constructor(
    private readonly database: SandboxDatabase,
    private readonly queue: NotificationQueue,
    private readonly attempts: PaymentAttempts,
    private readonly parts: PaymentParts,
    private readonly chargebacks: Chargebacks,
    private readonly switches: GroupSwitches,
    private readonly events: SessionEvents,
    private readonly tokens: StoredTokens,
    private readonly tries: FormerTries,
    @Inject(SANDBOX_SETTINGS) private readonly settings: SandboxSettings,
  ) {}

  /** Applies an outcome. The caller sends the returned notification. */
  apply(request: OutcomeRequest): Promise<OutcomeResult> {
    return this.run(request.orderKey, (em) => this.applyIn(em, request));
  }

  /** Runs work that changes an order in one transaction, and then informs the listeners of its till. */
  async run<T extends MoveResult>(orderKey: string, work: (em: EntityManager) => Promise<T>): Promise<T> {
    const { before, result, subject } = await this.database.run(async (em) => {
      const before = await em.findOneBy(SandboxOrderEntity, { id: orderKey });
      const result = await work(em);
      return { before, result, subject: result.ok ? await readEventSubject(em, result.order) : null };
    });
    if (subject === null) return result;
    // A till starts again before it takes the next card (protocol §7).
    const isRetry = before?.terminalId !== null && before?.status === 'declined';
    if (isRetry) this.events.publish({ ...subject, status: 'initialized', financialStatus: 'initialized' });
    this.events.publish(subject);
    return result;
  }

  /** The same, within the caller's transaction. */
  async applyIn(em: EntityManager, request: OutcomeRequest): Promise<OutcomeResult> {
    const order = await lockRow(em, SandboxOrderEntity, { id: request.orderKey });
    if (order === null) return { ok: false, reason: 'closed' };
    const { transactionKey } = request;
    const former = transactionKey ? await findFormerTry(em, order, { id: transactionKey }) : null;
    if (former !== null) return this.tries.apply(em, { order, former, request });
    const state = await this.#stateOf(em, order);
    const outcome = outcomeFor(request, { ...state, amount: order.amount, ...this.switches.of(order.group) });
    const decision = decideOutcome(state, outcome, request.source);
    if (!decision.ok) return decision;
    if (request.tip !== undefined && order.terminalId === null) return { ok: false, reason: 'no-till' };
    const cause = await this.#change(em, { order, rule: decision.rule, request: { ...request, outcome } });
    return { ok: true, order, notification: await this.queue.add(em, order, cause) };
  }

  async #stateOf(em: EntityManager, order: SandboxOrderEntity): Promise<OutcomeState> {
    const { status, financialStatus, transactionKey, capture } = order;
    const newest = await this.attempts.newest(em, order);
    const method = newest?.method ?? order.gateway;
    const switches = this.switches.of(order.group);
    const { settled, mayWithdraw = false } = habitsOf(method, switches);
    const isLent = settled !== undefined && capture !== 'manual' && PROMISED.has(status);
    const isPromised = financialStatus === 'uncleared' || (isLent && financialStatus === 'initialized');
    const isDisputed = switches.chargebackForm === 'requested' && status === 'void' && order.completedAt !== null;
    return {
      status,
      financialStatus,
      hasTransaction: transactionKey !== null,
      isPromised,
      isLent: isPromised && isPayLater(method) && order.shippedAt === null,
      mayWithdraw,
      isDisputed,
      isReopened: isPayableAgain(order, this.#timeOf(order)),
      isChargedBack: isDisputed || (await this.chargebacks.sum(em, order)) > 0,
    };
  }

  #timeOf({ group }: SandboxOrderEntity): PageTime {
    return { switches: this.switches.of(group), now: this.settings.clock.now() };
  }

  async #change(em: EntityManager, { order, rule, request }: Change): Promise<NotificationCause> {
    order.modifiedAt = Math.max(this.settings.clock.now(), order.modifiedAt);
    // The page of the card's bank asks once; the shop takes the next card.
    const isBanksPage = awaitsAuthentication(order);
    const isPart = await this.attempts.payPart(em, order, request);
    if (!isPart) {
      const { tip, employee = null } = request;
      if (tip !== undefined) Object.assign(order, { amount: order.amount + tip, tip: { amount: tip, employee } });
      if (request.outcome === 'reversed') this.chargebacks.giveBack(order);
      const method = await this.attempts.methodOf(em, { order, rule, request });
      applyRule(order, rule, { ...request, method, switches: this.switches.of(order.group) });
      await this.attempts.follow(em, { order, rule, request: { ...request, method } });
      await this.parts.follow(em, order, rule);
      await this.chargebacks.show(em, order);
      await this.tokens.keep(em, order);
      // The shop has called it off itself: then its link leads nowhere.
      const isKept = request.method !== null && isPageKept(order, this.#timeOf(order));
      if (isBanksPage ? order.status !== 'initialized' : !rule.staysOpen && !isKept)
        await em.update(SandboxSessionEntity, { orderKey: order.id, open: true }, { open: false });
    }
    order.secondChanceAt = secondChanceAt(order);
    await em.save(order);
    return isPart ? 'paid-in-part' : rule.cause;
  }
}

import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { GroupSwitches, SANDBOX_SETTINGS, type SandboxSettings, type ServiceFault } from '../../core/index.js';
import { NotificationQueue, NotificationSender, type NotificationTicket } from '../../notifications/index.js';
import {
  OrderFinder,
  type SandboxOrderEntity,
  SandboxTransactionEntity,
  TransactionMaker,
} from '../../orders/index.js';
import { isPayableAgain } from '../outcomes/kept-page.js';
import type { OutcomeObstacle } from '../outcomes/outcome-rules.js';
import type { OutcomeSource } from '../outcomes/outcome.js';
import { isAnotherTry, tryState } from '../outcomes/payment-attempts.js';
import { PaymentOutcomes } from '../outcomes/payment-outcomes.js';
import { PaymentParts } from '../outcomes/payment-parts.js';
import { AWAITS_AUTHENTICATION } from './card-authentication.js';
import { EMPTY_GIFT_CARD, GiftCards } from './gift-cards.js';
import { type InstrumentUse, planOf } from './instrument-plan.js';
import type { InstrumentPlan } from './instrument-plan.types.js';
import { PlannedOutcomes } from './planned-outcomes.js';

/** How a shopper pays: a payment method, and the means of payment. */
export interface InstrumentPayment extends Pick<InstrumentUse, 'method' | 'instrument'> {
  /** Default: `page`. */
  readonly source?: OutcomeSource;
  /** Whether the bank asks the shopper first: until the answer nothing is decided. Default: false. */
  readonly isAsked?: boolean;
}

/** A plan whose instrument can be used. */
export type UsablePlan = Extract<InstrumentPlan, { ok: true }>;

/**
 * The result so far. `plan.now` is what has happened, `plan.later` what will happen. `fault`: the instrument cannot be
 * used (spec §7), and the order has not changed. `reason`: the order no longer accepts a payment.
 */
export type InstrumentPaymentResult =
  | { ok: true; order: SandboxOrderEntity; plan: UsablePlan; notification: NotificationTicket | null }
  | { ok: false; fault: ServiceFault; reason?: undefined }
  | { ok: false; reason: OutcomeObstacle; fault?: undefined };

interface Step extends Required<Pick<InstrumentPayment, 'source' | 'isAsked'>> {
  readonly order: SandboxOrderEntity;
  readonly plan: UsablePlan;
}

const CONTINUING = { attempt: 'open-or-new' } as const;
const ENDED: ReadonlySet<string> = new Set(['cancelled', 'void', 'expired']);
const OPEN: ReadonlySet<string> = new Set(['initialized', 'declined']);

/** Pays orders with a card, an account or a stored token. The test data decide the outcome. */
@Injectable()
export class InstrumentPayments {
  constructor(
    private readonly outcomes: PaymentOutcomes,
    private readonly planned: PlannedOutcomes,
    private readonly parts: PaymentParts,
    private readonly giftCards: GiftCards,
    private readonly maker: TransactionMaker,
    private readonly queue: NotificationQueue,
    private readonly sender: NotificationSender,
    private readonly finder: OrderFinder,
    private readonly switches: GroupSwitches,
    @Inject(SANDBOX_SETTINGS) private readonly settings: SandboxSettings,
  ) {}

  /**
   * Pays, and sends the notification soon.
   *
   * @param orderKey the sandbox's own key of the order.
   * @example
   * ```ts
   * const instrument = { kind: 'card', number: '4111111111111111', holder: 'A. Shopper', expiry: '3112' } as const;
   * const buy = (payments: InstrumentPayments, orderKey: string) => payments.pay(orderKey, { method: 'VISA', instrument });
   * ```
   */
  async pay(orderKey: string, payment: InstrumentPayment): Promise<InstrumentPaymentResult> {
    const result = await this.outcomes.run(orderKey, async (em) =>
      this.payIn(em, await this.finder.byKey(em, orderKey), payment),
    );
    if (result.ok) this.sender.sendSoon(result.notification);
    return result;
  }

  /** The same, within the caller's transaction; the caller sends the notification. */
  async payIn(
    em: EntityManager,
    order: SandboxOrderEntity,
    payment: InstrumentPayment,
  ): Promise<InstrumentPaymentResult> {
    const [amount, at] = [await this.parts.due(em, order), this.settings.clock.now()];
    const { method, instrument, source = 'page', isAsked = false } = payment;
    const decided = planOf({ method, instrument, amount, currency: order.currency, at });
    if (!decided.ok) return decided;
    const plan = isAsked ? { ...decided, now: null, later: null } : decided;
    const step = { order, plan, source, isAsked };
    const result = await (plan.now === null ? this.#begin(em, step) : this.#apply(em, step));
    if (result.ok) await this.planned.plan(em, result.order, plan.later);
    return result;
  }

  async #apply(em: EntityManager, { order, plan, source }: Step): Promise<InstrumentPaymentResult> {
    const { now: outcome, method, paidWith, refusal } = plan;
    if (outcome === null) return { ok: false, reason: 'closed' };
    const gift = paidWith.giftCard === null ? null : await this.#giftOf(em, order, paidWith.giftCard);
    if (gift?.amount === 0) return { ok: false, fault: EMPTY_GIFT_CARD };
    const use = { orderKey: order.id, outcome, source, method, paidWith, refusal };
    const result = await this.outcomes.applyIn(em, { ...use, ...gift });
    if (!result.ok) return result;
    if (gift !== null) await this.giftCards.add(em, paidWith.giftCard ?? '', -gift.amount);
    return { ...result, plan };
  }

  /** The amount that a gift card pays: all that is due, or its whole balance. */
  async #giftOf(em: EntityManager, order: SandboxOrderEntity, number: string): Promise<{ amount: number }> {
    const due = await this.parts.due(em, order);
    return { amount: Math.min(due, await this.giftCards.balanceOf(em, number)) };
  }

  /** Makes the payment's transaction if nothing is decided yet; an open one is continued. */
  async #begin(em: EntityManager, { order, plan, isAsked }: Step): Promise<InstrumentPaymentResult> {
    const time = { switches: this.switches.of(order.group), now: this.settings.clock.now() };
    if (!OPEN.has(order.status) && !(ENDED.has(order.status) && isPayableAgain(order, time)))
      return { ok: false, reason: 'closed' };
    const { method, paidWith } = plan;
    const open = order.transactionKey && (await em.findOneBy(SandboxTransactionEntity, { id: order.transactionKey }));
    const reason = isAsked ? AWAITS_AUTHENTICATION : '';
    Object.assign(order, { status: 'initialized', financialStatus: 'initialized', reason, reasonCode: '' });
    order.modifiedAt = Math.max(this.settings.clock.now(), order.modifiedAt);
    const isOpen = open && open.status === 'initialized' && !open.isPart;
    if (isOpen && !isAnotherTry({ rule: CONTINUING, request: { method, paidWith } }, open))
      await em.save(Object.assign(open, { method, paidWith }));
    else {
      const amount = await this.parts.due(em, order);
      const fields = { method, paidWith, amount, ...tryState(order, method, order.modifiedAt) };
      order.transactionKey = (await this.maker.add(em, order, fields)).id;
    }
    await em.save(order);
    return { ok: true, order, plan, notification: await this.queue.add(em, order, 'created') };
  }
}

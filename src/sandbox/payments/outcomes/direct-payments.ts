import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { GroupSwitches, SANDBOX_SETTINGS, type SandboxSettings, type Refused } from '../../core/index.js';
import type { NotificationTicket } from '../../notifications/index.js';
import type { SandboxOrderEntity } from '../../orders/index.js';
import { isAskedAbout } from '../instruments/card-authentication.js';
import { EMPTY_GIFT_CARD, GiftCards } from '../instruments/gift-cards.js';
import { InstrumentPayments } from '../instruments/instrument-payments.js';
import { type InstrumentUse, planOf } from '../instruments/instrument-plan.js';
import type { PaymentInstrument } from '../instruments/payment-instrument.js';

/** The parts of a direct request that decide its outcome. */
export type DirectRequest = Omit<InstrumentUse, 'at'>;

/** The method of a direct request, or why its card or account cannot be used (spec §7). */
export type DirectMethod = { ok: true; method: string } | Refused;

/** Starts the payment of a direct request: its transaction exists from the first moment. */
@Injectable()
export class DirectPayments {
  constructor(
    private readonly payments: InstrumentPayments,
    private readonly giftCards: GiftCards,
    private readonly switches: GroupSwitches,
    @Inject(SANDBOX_SETTINGS) private readonly settings: SandboxSettings,
  ) {}

  /** The payment method, before anything is stored. */
  async methodOf(em: EntityManager, request: DirectRequest): Promise<DirectMethod> {
    const plan = planOf({ ...request, at: this.settings.clock.now() });
    if (!plan.ok) return plan;
    const { method, paidWith } = plan;
    const isEmpty = paidWith.giftCard !== null && (await this.giftCards.balanceOf(em, paidWith.giftCard)) === 0;
    return isEmpty ? { ok: false, fault: EMPTY_GIFT_CARD } : { ok: true, method };
  }

  /**
   * Pays with the instrument, or lets the bank of a card ask the shopper first.
   *
   * @returns the notification about the order's new state.
   */
  async start(
    em: EntityManager,
    order: SandboxOrderEntity,
    instrument: PaymentInstrument,
  ): Promise<NotificationTicket | null> {
    const { gateway: method } = order;
    const isAsked = isAskedAbout({ method, instrument }, this.switches.of(order.group));
    const result = await this.payments.payIn(em, order, { method, instrument, isAsked });
    if (!result.ok) return null;
    Object.assign(order, result.order);
    return result.notification;
  }
}

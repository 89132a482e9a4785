import { Inject, Injectable } from '@nestjs/common';
import { SANDBOX_SETTINGS, type SandboxSettings } from '../../core/index.js';
import { NotificationSender } from '../../notifications/index.js';
import type { OrderVisit, SandboxMethod } from '../../orders/index.js';
import {
  InstrumentPayments,
  type OutcomeRequest,
  type PaymentInstrument,
  PaymentOutcomes,
  SandboxGiftCards,
} from '../../payments/index.js';
import type { CheckoutAnswer } from './checkout-answer.js';
import { COMPLAINTS } from './checkout.labels.js';
import { challengeAnswer } from './card/card-form.js';
import { directCardOf } from './card/direct-card.js';
import { choicePage } from './choice/choice.view.js';
import { methodPage } from './method-page.js';
import { methodPages } from './method-pages.js';
import { OPEN_OUTCOMES } from './open-endings.js';
import { openPage, payableMethods } from './open-page.js';
import type { Fields, MethodView } from './open-page.types.js';
import { nextOf } from './page-ending.js';
import { pageKind } from './page-kind.js';

/** The page that an address requests. */
export interface CheckoutQuery {
  readonly method: string | null;
  readonly step: string | null;
  readonly choice: string | null;
}

/** The parts of a page besides the payment itself; without a method it is the choice of one. */
interface PageDetails extends Partial<Pick<MethodView, 'choice' | 'step' | 'carried' | 'kept' | 'problems'>> {
  readonly method?: SandboxMethod | null;
  readonly complaint?: string | null;
}

/** The pages of a payment that is still open. */
@Injectable()
export class OpenCheckout {
  constructor(
    private readonly outcomes: PaymentOutcomes,
    private readonly instruments: InstrumentPayments,
    private readonly giftCards: SandboxGiftCards,
    private readonly sender: NotificationSender,
    @Inject(SANDBOX_SETTINGS) private readonly settings: SandboxSettings,
  ) {}

  /** The page of the method that the address or the shop has chosen, or else the choice of a method. */
  async show(visit: OrderVisit, { method, step, choice }: CheckoutQuery): Promise<CheckoutAnswer> {
    const asked = directCardOf(visit);
    if (asked !== null) return this.#page(200, visit, asked.page);
    return this.#page(200, visit, { method: methodOf(visit, method), step, choice });
  }

  /** Handles a form; null if the payment was changed in the meantime. */
  async submit(visit: OrderVisit, fields: Fields): Promise<CheckoutAnswer | null> {
    const { outcome } = fields;
    const method = directCardOf(visit)?.method ?? methodOf(visit, fields['method']);
    if (method === null && (fields['method'] !== undefined || outcome === undefined)) {
      const complaint = fields['method'] === undefined ? COMPLAINTS.ending : COMPLAINTS.method;
      return this.#page(400, visit, { complaint });
    }
    if (outcome === undefined && method !== null) return this.#answer(visit, method, fields);
    const known = OPEN_OUTCOMES.find((each) => each === outcome);
    if (known === undefined) return this.#page(400, visit, { method, complaint: COMPLAINTS.ending });
    return this.#end(visit, { outcome: known, method: method?.code });
  }

  async #answer(visit: OrderVisit, method: SandboxMethod, fields: Fields): Promise<CheckoutAnswer | null> {
    const { currency } = visit.order;
    const form = { method, step: fields['step'] ?? null, fields, currency, now: this.settings.clock.now() };
    const asked = directCardOf(visit);
    const answer =
      asked === null ? methodPages(method).answer(form) : challengeAnswer(fields['answer'], asked.instrument);
    if ('instrument' in answer) return this.#pay(visit, method, answer.instrument);
    if ('outcome' in answer) return this.#end(visit, { ...answer, method: method.code });
    if ('problems' in answer) return this.#page(422, visit, { method, ...answer });
    return (await this.#begin(visit, method)) ? this.#page(200, visit, { method, ...answer }) : null;
  }

  /** The shopper leaves for the page of a bank or an app: from now on there is a transaction. False: it is too late. */
  async #begin(visit: OrderVisit, { code }: SandboxMethod): Promise<boolean> {
    const begun = { orderKey: visit.order.id, source: 'page', outcome: 'begun', method: code } as const;
    const result = await this.outcomes.apply(begun);
    if (result.ok) this.sender.sendSoon(result.notification);
    return result.ok;
  }

  async #pay(visit: OrderVisit, method: SandboxMethod, instrument: PaymentInstrument): Promise<CheckoutAnswer | null> {
    const result = await this.instruments.pay(visit.order.id, { method: method.code, instrument });
    if (result.ok) return { location: nextOf(visit, result.plan.now) };
    if (result.fault === undefined) return null;
    return this.#page(422, visit, { method, complaint: `${COMPLAINTS.unusable}: ${result.fault.detail}` });
  }

  async #end(visit: OrderVisit, end: Omit<OutcomeRequest, 'orderKey' | 'source'>): Promise<CheckoutAnswer | null> {
    const result = await this.outcomes.apply({ orderKey: visit.order.id, source: 'page', ...end });
    if (!result.ok) return null;
    this.sender.sendSoon(result.notification);
    return { location: nextOf(visit, end.outcome) };
  }

  async #page(
    status: number,
    visit: OrderVisit,
    { method = null, complaint = null, ...details }: PageDetails,
  ): Promise<CheckoutAnswer> {
    const page = openPage(visit, complaint);
    if (method === null) return { status, page: choicePage(page) };
    const nothing = { choice: null, step: null, carried: {}, kept: {}, problems: {} };
    const reference = visit.order.orderId;
    const giftCards = pageKind(method) === 'prepaid' ? await this.giftCards.list() : [];
    return { status, page: methodPage({ ...nothing, ...details, page, method, reference, giftCards }) };
  }
}

/** The method with this code, or the only one; null if the shopper has not chosen yet. */
function methodOf(visit: OrderVisit, code: string | null | undefined): SandboxMethod | null {
  const methods = payableMethods(visit);
  if (typeof code === 'string') return methods.find((method) => method.code === code) ?? null;
  return methods.length === 1 ? (methods[0] ?? null) : null;
}

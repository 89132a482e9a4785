import { Inject, Injectable } from '@nestjs/common';
import { SANDBOX_SETTINGS, type SandboxSettings } from '../../core/index.js';
import { OrderFinder, type OrderVisit } from '../../orders/index.js';
import { NotificationSender } from '../../notifications/index.js';
import { isPageOver, OrderExpiry, PaymentOutcomes } from '../../payments/index.js';
import type { CheckoutAnswer } from './checkout-answer.js';
import { closedPage } from './closed-page.js';
import { type CheckoutQuery, OpenCheckout } from './open-checkout.js';
import type { Fields } from './open-page.types.js';
import { closedChoices, endingOf, nextOf, type PageChoice } from './page-ending.js';
import { resultPage, type PageEnding } from './result-page.view.js';

const NOT_FOUND: CheckoutAnswer = { status: 404, page: resultPage('unknown', null) };

/** The payment page: shows a session, and applies the shopper's choice. */
@Injectable()
export class CheckoutService {
  constructor(
    private readonly finder: OrderFinder,
    private readonly outcomes: PaymentOutcomes,
    private readonly expiry: OrderExpiry,
    private readonly sender: NotificationSender,
    private readonly open: OpenCheckout,
    @Inject(SANDBOX_SETTINGS) private readonly settings: SandboxSettings,
  ) {}

  /** The current page of a session. */
  async show(sessionId: string, query: CheckoutQuery): Promise<CheckoutAnswer> {
    const visit = await this.#find(sessionId);
    if (visit === null) return NOT_FOUND;
    if (visit.session.open) return this.open.show(visit, query);
    return { status: 200, page: closedPage(visit, await this.#endingOf(visit)) };
  }

  /** Continues the payment as the form says. The shop's notification is sent separately. */
  async submit(sessionId: string, fields: Fields): Promise<CheckoutAnswer> {
    const visit = await this.#find(sessionId);
    if (visit === null) return NOT_FOUND;
    if (!visit.session.open) return this.#submitClosed(visit, fields['outcome']);
    return (await this.open.submit(visit, fields)) ?? this.#refuse(visit, fields['outcome'] ?? 'paid');
  }

  async #submitClosed(visit: OrderVisit, outcome: string | undefined): Promise<CheckoutAnswer> {
    const offered = closedChoices(visit.order, await this.#endingOf(visit));
    const chosen = offered.find((each) => each.outcome === outcome);
    return chosen === undefined ? this.#refuse(visit, outcome) : this.#apply(visit, chosen.choice);
  }

  async #apply(visit: OrderVisit, choice: PageChoice): Promise<CheckoutAnswer> {
    const result = await this.outcomes.apply({ orderKey: visit.order.id, ...choice });
    if (!result.ok) return this.#refuse(visit, choice.outcome);
    this.sender.sendSoon(result.notification);
    return { location: nextOf(visit, choice.outcome) };
  }

  /** The payment was changed in the meantime: the page tells how. */
  async #refuse({ session }: OrderVisit, outcome: string | undefined): Promise<CheckoutAnswer> {
    const visit = await this.finder.findVisit(session.id);
    if (visit === null) return NOT_FOUND;
    const ending = await this.#endingOf(visit);
    const shown = ending === 'paid' && outcome !== undefined ? 'already-paid' : ending;
    return { status: 409, page: closedPage(visit, shown) };
  }

  async #endingOf({ order, session }: OrderVisit): Promise<PageEnding> {
    const open = session.open ? null : await this.finder.openSession(order);
    return endingOf(order, open !== null);
  }

  async #find(sessionId: string): Promise<OrderVisit | null> {
    await this.expiry.runDue();
    const visit = await this.finder.findVisit(sessionId);
    if (visit === null || !isPageOver(visit.order, this.settings.clock.now())) return visit;
    return { ...visit, session: { ...visit.session, open: false } };
  }
}

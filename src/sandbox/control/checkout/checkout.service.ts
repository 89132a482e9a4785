import { Injectable } from '@nestjs/common';
import { offeredMethods, OrderFinder, type OrderVisit } from '../../orders/index.js';
import type { RenderedPage } from './checkout.layout.js';
import { NotificationSender } from '../../notifications/index.js';
import { OrderExpiry, type PaymentOutcome, PaymentOutcomes } from '../../payments/index.js';
import { closedChoices, endingOf, OPEN_OUTCOMES, type PageChoice } from './page-ending.js';
import { paymentPage } from './payment-page.view.js';
import { resultPage, type PageEnding } from './result-page.view.js';
import { returnUrl } from './return-url.js';

/** What the browser gets: a page, or the way to another one. */
export type CheckoutAnswer = { status: number; page: RenderedPage } | { location: string };

/** What the shopper sent with the form. */
export interface CheckoutForm {
  readonly outcome: string | undefined;
  readonly method: string | undefined;
}

const NOT_FOUND: CheckoutAnswer = { status: 404, page: resultPage('unknown', null) };

/** The payment page: shows a session, and ends it as the shopper chooses. */
@Injectable()
export class CheckoutService {
  constructor(
    private readonly finder: OrderFinder,
    private readonly outcomes: PaymentOutcomes,
    private readonly expiry: OrderExpiry,
    private readonly sender: NotificationSender,
  ) {}

  /** The page of a session, as it is now. */
  async show(sessionId: string): Promise<CheckoutAnswer> {
    const visit = await this.#find(sessionId);
    if (visit === null) return NOT_FOUND;
    const page = visit.session.open ? openPage(visit, null) : closedPage(visit, await this.#endingOf(visit));
    return { status: 200, page };
  }

  /** Ends the payment as the form says. The shop's notification follows by itself. */
  async submit(sessionId: string, form: CheckoutForm): Promise<CheckoutAnswer> {
    const visit = await this.#find(sessionId);
    if (visit === null) return NOT_FOUND;
    return visit.session.open ? this.#submitOpen(visit, form) : this.#submitClosed(visit, form);
  }

  async #submitOpen(visit: OrderVisit, form: CheckoutForm): Promise<CheckoutAnswer> {
    const methods = offeredMethods(visit.order);
    const method = form.method ?? methods[0]?.code;
    const outcome = OPEN_OUTCOMES.find((known) => known === form.outcome);
    if (outcome === undefined) return complain(visit, 'Please choose how the payment ends');
    if (!methods.some(({ code }) => code === method)) {
      return complain(visit, 'Please choose one of the payment methods');
    }
    return this.#apply(visit, { outcome, source: 'page', method });
  }

  async #submitClosed(visit: OrderVisit, form: CheckoutForm): Promise<CheckoutAnswer> {
    const offered = closedChoices(visit.order, await this.#endingOf(visit));
    const chosen = offered.find(({ outcome }) => outcome === form.outcome);
    return chosen === undefined ? this.#refuse(visit, form.outcome) : this.#apply(visit, chosen.choice);
  }

  async #apply(visit: OrderVisit, choice: PageChoice): Promise<CheckoutAnswer> {
    const result = await this.outcomes.apply({ orderKey: visit.order.id, ...choice });
    if (!result.ok) return this.#refuse((await this.finder.findVisit(visit.session.id)) ?? visit, choice.outcome);
    this.sender.sendSoon(result.notification);
    return { location: nextOf(visit, choice) };
  }

  async #refuse(visit: OrderVisit, outcome: string | undefined): Promise<CheckoutAnswer> {
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
    return this.finder.findVisit(sessionId);
  }
}

// Everything else stays on the page: to try again, to be decided, or because no one goes anywhere.
function nextOf({ order, session }: OrderVisit, { outcome }: PageChoice): string {
  const targets: Partial<Record<PaymentOutcome, string | null>> = {
    paid: returnUrl(order, 'redirectUrl'),
    cancelled: returnUrl(order, 'cancelUrl'),
  };
  return targets[outcome] ?? session.paymentUrl;
}

function complain(visit: OrderVisit, complaint: string): CheckoutAnswer {
  return { status: 400, page: openPage(visit, complaint) };
}

function openPage({ order, transaction }: OrderVisit, complaint: string | null): RenderedPage {
  const methods = offeredMethods(order);
  return paymentPage({
    shop: order.group,
    orderId: order.orderId,
    description: order.description,
    amount: order.amount,
    currency: order.currency,
    methods,
    chosen: transaction?.method ?? methods[0]?.code ?? '',
    declined: order.status === 'declined',
    started: order.transactionKey !== null,
    complaint,
    returnUrl: returnUrl(order, 'redirectUrl'),
  });
}

function closedPage({ order }: OrderVisit, ending: PageEnding): RenderedPage {
  const { orderId, amount, currency } = order;
  const field = ending === 'cancelled' ? 'cancelUrl' : 'redirectUrl';
  const endings = closedChoices(order, ending);
  return resultPage(ending, { orderId, amount, currency, returnUrl: returnUrl(order, field), endings });
}

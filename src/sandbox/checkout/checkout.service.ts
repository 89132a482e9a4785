import { Injectable } from '@nestjs/common';
import { ORDER_STATUS_TABLE, type OrderStatus } from '../../protocol/index.js';
import { OrderFinder, type OrderVisit } from '../orders/order-finder.js';
import type { RenderedPage } from '../pages/page.layout.js';
import { NotificationSender } from '../notifications/notification-sender.js';
import { OrderExpiry } from '../transactions/order-expiry.js';
import type { PaymentOutcome } from '../transactions/outcome-rules.js';
import { offeredMethods } from '../transactions/payment-methods.js';
import { PaymentOutcomes } from '../transactions/payment-outcomes.js';
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

// `expired` is not among them: that is for the clock to say.
const OUTCOMES: readonly PaymentOutcome[] = ['paid', 'declined', 'cancelled', 'unfinished'];
const NOT_FOUND: CheckoutAnswer = { status: 404, page: resultPage('unknown', null) };

/** The payment page: shows a session, and ends it as the shopper chooses. */
@Injectable()
export class Checkout {
  constructor(
    private readonly finder: OrderFinder,
    private readonly outcomes: PaymentOutcomes,
    private readonly expiry: OrderExpiry,
    private readonly sender: NotificationSender,
  ) {}

  /** The page of a session, as it is now. */
  async show(sessionId: string): Promise<CheckoutAnswer> {
    const visit = await this.#find(sessionId);
    return visit === null ? NOT_FOUND : { status: 200, page: pageOf(visit) };
  }

  /** Ends the payment as the form says. The shop's notification follows by itself. */
  async submit(sessionId: string, form: CheckoutForm): Promise<CheckoutAnswer> {
    const visit = await this.#find(sessionId);
    if (visit === null) return NOT_FOUND;
    const outcome = OUTCOMES.find((known) => known === form.outcome);
    const method = form.method ?? offeredMethods(visit.order.gateway)[0]?.code;
    const offered = offeredMethods(visit.order.gateway).some(({ code }) => code === method);
    if (!visit.session.open) return closedAnswer(visit, outcome);
    if (outcome === undefined) return complain(visit, 'Please choose how the payment ends');
    if (!offered) return complain(visit, 'Please choose one of the payment methods');
    const result = await this.outcomes.apply({ orderKey: visit.order.id, outcome, source: 'page', method });
    if (!result.ok) return closedAnswer((await this.finder.findVisit(sessionId)) ?? visit, outcome);
    this.sender.sendSoon(result.notification);
    return { location: this.#next(visit, outcome) };
  }

  // Declined and unfinished stay on the page: the one to try again, the other because nobody goes anywhere.
  #next({ order, session }: OrderVisit, outcome: PaymentOutcome): string {
    const targets: Partial<Record<PaymentOutcome, string | null>> = {
      paid: returnUrl(order, 'redirectUrl'),
      cancelled: returnUrl(order, 'cancelUrl'),
    };
    return targets[outcome] ?? session.paymentUrl;
  }

  async #find(sessionId: string): Promise<OrderVisit | null> {
    await this.expiry.runDue();
    return this.finder.findVisit(sessionId);
  }
}

function complain(visit: OrderVisit, complaint: string): CheckoutAnswer {
  return { status: 400, page: openPage(visit, complaint) };
}

function closedAnswer(visit: OrderVisit, outcome: PaymentOutcome | undefined): CheckoutAnswer {
  const ending = endingOf(visit);
  const shown = ending === 'paid' && outcome !== undefined ? 'already-paid' : ending;
  return { status: 409, page: closedPage(visit, shown) };
}

function pageOf(visit: OrderVisit): RenderedPage {
  return visit.session.open ? openPage(visit, null) : closedPage(visit, endingOf(visit));
}

function openPage({ order, transaction }: OrderVisit, complaint: string | null): RenderedPage {
  const methods = offeredMethods(order.gateway);
  return paymentPage({
    shop: order.group,
    orderId: order.orderId,
    description: order.description,
    amount: order.amount,
    currency: order.currency,
    methods,
    chosen: transaction?.method ?? methods[0]?.code ?? '',
    declined: order.status === 'declined',
    complaint,
    returnUrl: returnUrl(order, 'redirectUrl'),
  });
}

function closedPage({ order }: OrderVisit, ending: PageEnding): RenderedPage {
  const { orderId, amount, currency } = order;
  const field = ending === 'cancelled' ? 'cancelUrl' : 'redirectUrl';
  return resultPage(ending, { orderId, amount, currency, returnUrl: returnUrl(order, field) });
}

const ENDING_OF_STATUS: Partial<Record<OrderStatus, PageEnding>> = { expired: 'expired', cancelled: 'cancelled' };

function endingOf({ order, transaction }: OrderVisit): PageEnding {
  if (ORDER_STATUS_TABLE[order.status].paid) return 'paid';
  if (order.status === 'cancelled' && transaction === null) return 'unfinished';
  return ENDING_OF_STATUS[order.status] ?? 'replaced';
}

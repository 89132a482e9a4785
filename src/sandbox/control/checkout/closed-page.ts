import type { OrderVisit } from '../../orders/index.js';
import type { RenderedPage } from './checkout.layout.js';
import { closedChoices } from './page-ending.js';
import { resultPage, type PageEnding } from './result-page.view.js';
import { returnUrl } from './return-url.js';

/** Renders the page of a session that no longer accepts a payment. */
export function closedPage({ order }: OrderVisit, ending: PageEnding): RenderedPage {
  const { orderId, amount, currency } = order;
  const field = ending === 'cancelled' ? 'cancelUrl' : 'redirectUrl';
  const endings = closedChoices(order, ending);
  return resultPage(ending, { orderId, amount, currency, returnUrl: returnUrl(order, field), endings });
}

import type { RenderedPage } from './checkout.layout.js';
import { methodPages } from './method-pages.js';
import type { MethodView } from './open-page.types.js';
import { paymentPage } from './payment-page.view.js';

/** Renders the page of a payment method. */
export function methodPage(view: MethodView): RenderedPage {
  const { content, aside } = methodPages(view.method);
  return paymentPage({
    page: view.page,
    method: view.method.code,
    problems: Object.keys(view.problems).length,
    content: content(view),
    // Beside a page that asks for nothing any more there is nothing to fill in.
    aside: view.step === null ? (aside?.(view) ?? null) : null,
  });
}

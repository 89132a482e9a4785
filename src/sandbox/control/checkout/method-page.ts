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
    // If the page has no form to fill in, it needs no test values next to it.
    aside: view.step === null ? (aside?.(view) ?? null) : null,
  });
}

import type { ComponentChildren } from 'preact';
import { CHECKOUT_STYLE } from './checkout.style.js';
import { METHOD_STYLE } from './method-pages.style.js';
import { pageRenderer, type RenderedPage } from '../../../pages/page.frame.js';

export type { RenderedPage } from '../../../pages/page.frame.js';

// Forms may lead to any web address, because browsers apply `form-action` to the redirect after the form too, and
// that one goes to the shop, wherever it is.
const render = pageRenderer({ style: CHECKOUT_STYLE + METHOD_STYLE, formAction: "'self' http: https:" });

/** Wraps content in what the shopper's pages share, and renders it. Wide: something stands beside the payment. */
export function renderPage(page: { title: string; content: ComponentChildren; isWide?: boolean }): RenderedPage {
  const children = (
    <>
      <p class="banner">
        <strong>Test mode</strong> · no money moves here
      </p>
      <main class={page.isWide === true ? 'wide' : undefined}>{page.content}</main>
      <footer>Tillbridge sandbox · nothing on these pages is real</footer>
    </>
  );
  return render({ title: page.title, children });
}

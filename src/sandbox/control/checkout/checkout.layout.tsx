import type { ComponentChildren } from 'preact';
import { CHECKOUT_STYLE } from './checkout.style.js';
import { METHOD_STYLE } from './method-pages.style.js';
import { pageRenderer, type RenderedPage } from '../../../pages/page.frame.js';

export type { RenderedPage } from '../../../pages/page.frame.js';

// Forms may lead to any web address, because browsers also apply `form-action` to the redirect after the form, and that
// redirect leads to the shop's address.
const render = pageRenderer({ style: CHECKOUT_STYLE + METHOD_STYLE, formAction: "'self' http: https:" });

/** Puts content into the common frame of the shopper's pages, and renders it. Wide: the page has a second column. */
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

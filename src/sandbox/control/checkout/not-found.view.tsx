import { UnknownIcon } from '../../../pages/icons.js';
import { renderPage, type RenderedPage } from './checkout.layout.js';

/** Renders the answer to an address that the sandbox does not serve. */
export function notFoundPage(): RenderedPage {
  const content = (
    <section class="card result">
      <span class="mark plain">
        <UnknownIcon />
      </span>
      <h1>Nothing here</h1>
      <p>The sandbox has no page at this address.</p>
      <a class="primary" href="/">
        To the orders
      </a>
    </section>
  );
  return renderPage({ title: 'Nothing here', content });
}

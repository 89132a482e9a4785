import type { ComponentChildren } from 'preact';
import { moneyText } from '../../../pages/money-text.js';
import { renderPage, type RenderedPage } from './checkout.layout.js';
import type { OpenPage } from './open-page.types.js';
import { ProblemNotice } from './parts/notice.view.js';
import { OrderHeader } from './parts/order-header.view.js';
import { OtherEndings } from './parts/other-endings.view.js';

/** One page of an open payment. */
export interface PaymentPage {
  readonly page: OpenPage;
  /** The method of the page; null if none is chosen. */
  readonly method: string | null;
  /** The number of wrong fields. */
  readonly problems: number;
  readonly content: ComponentChildren;
  /** The second column, such as numbers for tests; null for none. */
  readonly aside: ComponentChildren;
}

/** Renders a page on which the shopper pays: plain forms, without a script. */
export function paymentPage({ page, method, problems, content, aside }: PaymentPage): RenderedPage {
  const hasChoice = method !== null && page.methods.length > 1;
  const card = (
    <div class="card">
      <ProblemNotice page={page} problems={problems} />
      <OrderHeader page={page} />
      {aside !== null && (
        <p class="section jump">
          <a href="#test-values">Numbers for tests: see below</a>
        </p>
      )}
      {content}
      <div class="section exits">
        {hasChoice && <a href="?">Choose another method</a>}
        <form method="post">
          {method !== null && <input type="hidden" name="method" value={method} />}
          <button class="quiet" type="submit" name="outcome" value="cancelled">
            Cancel and go back to the shop
          </button>
        </form>
      </div>
      <OtherEndings page={page} method={method} />
    </div>
  );
  const title = `Pay ${moneyText(page.due, page.currency)} · ${page.description}`;
  const isWide = aside !== null;
  return renderPage({ title, isWide, content: isWide ? [card, aside] : card });
}

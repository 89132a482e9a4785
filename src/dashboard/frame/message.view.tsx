import type { Notice } from '../../pages/page-handler.js';
import type { RenderedPage } from '../../pages/page.frame.js';
import { dashboardPage, PATHS, type DashboardContext } from './dashboard.layout.js';

/** Renders a page that only shows a message. */
export function messagePage({ title, text, context }: Notice & { context: DashboardContext }): RenderedPage {
  const children = (
    <section class="card empty">
      <h1>{title}</h1>
      <p>{text}</p>
      <p class="after">
        <a class="button" href={context.base + PATHS.orders}>
          {context.labels.frame.toOrders}
        </a>
      </p>
    </section>
  );
  return dashboardPage({ title, section: 'none', context, children });
}

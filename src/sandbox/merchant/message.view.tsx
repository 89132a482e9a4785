import type { RenderedPage } from '../../pages/page.frame.js';
import type { PageContext } from '../../pages/page-context.js';
import { merchantPage, PATHS } from './merchant.layout.js';

/** Renders a page that only shows a message. */
export function messagePage({
  title,
  text,
  context,
}: {
  title: string;
  text: string;
  context: PageContext;
}): RenderedPage {
  const children = (
    <section class="card empty">
      <h1>{title}</h1>
      <p>{text}</p>
      <p class="after">
        <a class="button" href={PATHS.transactions}>
          To the transactions
        </a>
      </p>
    </section>
  );
  return merchantPage({ title, section: '', context, children });
}

import type { RenderedPage } from '../../pages/page.frame.js';
import type { Desk } from '../../pages/desk.js';
import { merchantPage, PATHS } from './merchant.layout.js';

/** Renders a page that only says something. */
export function messagePage({ title, text, desk }: { title: string; text: string; desk: Desk }): RenderedPage {
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
  return merchantPage({ title, section: '', desk, children });
}

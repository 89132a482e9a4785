import { createHash } from 'node:crypto';
import type { ComponentChildren } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { PAGE_STYLE } from './page.style.js';

/** A page, ready to be sent. */
export interface RenderedPage {
  readonly html: string;
  /** Its content security policy. */
  readonly policy: string;
}

const STYLE_HASH = createHash('sha256').update(PAGE_STYLE).digest('base64');

// No script, no image, no font, no frame: one style, known by its hash. Forms may lead to any web address, because
// browsers apply `form-action` to the redirect after the form too, and that one goes to the shop, wherever it is.
const POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${STYLE_HASH}'`,
  "form-action 'self' http: https:",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Wraps content in the page that all of the sandbox's pages share, and renders it. Everything is escaped. */
export function renderPage(page: { title: string; wide?: boolean; content: ComponentChildren }): RenderedPage {
  const document = (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="robots" content="noindex" />
        <title>{page.title}</title>
        <style dangerouslySetInnerHTML={{ __html: PAGE_STYLE }} />
      </head>
      <body>
        <Banner />
        <main class={page.wide === true ? 'wide' : undefined}>{page.content}</main>
        <footer>Tillbridge sandbox · nothing on these pages is real</footer>
      </body>
    </html>
  );
  return { html: `<!doctype html>${renderToString(document)}`, policy: POLICY };
}

function Banner() {
  return (
    <p class="banner">
      <strong>Test mode</strong> · no money moves here
    </p>
  );
}

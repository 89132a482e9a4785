import { createHash } from 'node:crypto';
import { renderToString } from 'preact-render-to-string';
import type { ReturnPage } from '../core/index.js';

const STYLE = `
:root { color-scheme: light dark; --ground: #f4f5f7; --card: #fff; --ink: #16191d; --quiet: #5b6470; --line: #d9dde3; --accent: #1a50d8; }
@media (prefers-color-scheme: dark) {
  :root { --ground: #0f1215; --card: #181c21; --ink: #eceff3; --quiet: #a3adb8; --line: #2d343c; --accent: #8fb0ff; }
}
* { box-sizing: border-box; }
body {
  margin: 0; min-height: 100vh; display: grid; place-items: center; padding: 16px;
  background: var(--ground); color: var(--ink);
  font: 17px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif;
}
main {
  width: 100%; max-width: 480px; padding: 32px 24px; background: var(--card);
  border: 1px solid var(--line); border-radius: 16px; text-align: center;
}
h1 { margin: 0 0 12px; font-size: 24px; line-height: 1.25; }
p { margin: 0 0 12px; }
.quiet { color: var(--quiet); font-size: 15px; overflow-wrap: anywhere; }
a { color: var(--accent); text-underline-offset: 3px; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
`;

/** The page needs nothing from anywhere: no script, no image, one style that the policy knows by its hash. */
export const RETURN_PAGE_POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Renders the module's own page. Everything in it is escaped. */
export function returnPageView(page: ReturnPage): string {
  const { language, texts, state, orderId, shopUrl, isBusy } = page;
  const sentence = (isBusy ? texts.busy : undefined) ?? texts.sentences[state];
  const document = (
    <html lang={language}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>{texts.titles[state]}</title>
        <style dangerouslySetInnerHTML={{ __html: STYLE }} />
      </head>
      <body>
        <main>
          <div role="status">
            <h1>{texts.titles[state]}</h1>
            <p>{sentence}</p>
          </div>
          {state === 'being-confirmed' && <Waiting {...page} />}
          {orderId !== '' && (
            <p class="quiet">
              {texts.order} {orderId}
            </p>
          )}
          {shopUrl !== null && (
            <p>
              <a href={shopUrl}>{texts.back}</a>
            </p>
          )}
        </main>
      </body>
    </html>
  );
  return `<!doctype html>${renderToString(document)}`;
}

const Waiting = ({ texts, refreshAfterSeconds, refreshUrl }: ReturnPage) => (
  <>
    <p class="quiet">{refreshAfterSeconds === null ? texts.stopped : texts.waiting}</p>
    <p>
      <a href={refreshUrl}>{texts.lookAgain}</a>
    </p>
  </>
);

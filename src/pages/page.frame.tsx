import { createHash } from 'node:crypto';
import type { ComponentChildren } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { BASE_STYLE } from './base.style.js';

/** A page, ready to be sent. */
export interface RenderedPage {
  readonly html: string;
  /** Its content security policy. */
  readonly policy: string;
  /** What its links and forms reveal about their page. */
  readonly referrer: ReferrerPolicy;
}

/** To no server, or to pages of the same server: a host may check that forms come from its own pages. */
type ReferrerPolicy = 'no-referrer' | 'same-origin';

/** The common parts of a family of pages. */
export interface PageFamily {
  /** Style in addition to that of every page. */
  readonly style: string;
  /** The allowed targets of forms, as sources of the content security policy. */
  readonly formAction: string;
  /** A script module in every page of the family; it may call its own server. Default: none. */
  readonly script?: string;
  /** Default `no-referrer`. */
  readonly referrer?: ReferrerPolicy;
}

/** Renders one page of a family. Everything in it is escaped. */
export type PageRenderer = (page: { title: string; children: ComponentChildren }) => RenderedPage;

const ICON =
  'data:image/svg+xml,' +
  encodeURIComponent(
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="#1f5eff"/>' +
      '<path d="M5 22c7 0 7-11 11-11s4 11 11 11M5 17h22" fill="none" stroke="#fff" stroke-width="2.4"/></svg>',
  );

const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/**
 * Makes the renderer of a family of pages. A page needs one request: it has no font and no frame, and no image except
 * the icon, which is part of the page. It has one style and at most one script, which the policy allows by their
 * hashes.
 */
export function pageRenderer({ style, formAction, script, referrer = 'no-referrer' }: PageFamily): PageRenderer {
  const css = BASE_STYLE + style;
  const policy = [
    "default-src 'none'",
    `style-src ${hashOf(css)}`,
    ...(script === undefined ? [] : [`script-src ${hashOf(script)}`, "connect-src 'self'"]),
    'img-src data:',
    `form-action ${formAction}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
  return ({ title, children }) => {
    const document = (
      <html lang="en">
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <meta name="color-scheme" content="light dark" />
          <meta name="robots" content="noindex" />
          <title>{title}</title>
          <link rel="icon" href={ICON} />
          <style dangerouslySetInnerHTML={{ __html: css }} />
        </head>
        <body>
          {children}
          {script !== undefined && <script type="module" dangerouslySetInnerHTML={{ __html: script }} />}
        </body>
      </html>
    );
    return { html: `<!doctype html>${renderToString(document)}`, policy, referrer };
  };
}

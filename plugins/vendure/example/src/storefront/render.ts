import type { Response } from 'express';
import type { VNode } from 'preact';
import { renderToString } from 'preact-render-to-string';

/** Sends a whole page. Every value in it has been escaped by the renderer. */
export function sendPage(response: Response, page: VNode, status = 200): void {
  response
    .status(status)
    .type('html')
    .send(`<!doctype html>${renderToString(page)}`);
}

/** Sends the parts of a page that change. */
export function sendParts(response: Response, parts: VNode): void {
  response.type('html').send(renderToString(parts));
}

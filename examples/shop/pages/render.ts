import type { VNode } from 'preact';
import { renderToString } from 'preact-render-to-string';

/** A whole page as text. Every value in it has been escaped by the renderer. */
export const renderPage = (page: VNode): string => `<!doctype html>${renderToString(page)}`;

/** A part of a page as text. */
export const renderPart = (part: VNode): string => renderToString(part);

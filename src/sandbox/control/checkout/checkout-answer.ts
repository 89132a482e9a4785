import type { RenderedPage } from './checkout.layout.js';

/** The answer to the browser: a page, or a redirect. */
export type CheckoutAnswer = { status: number; page: RenderedPage } | { location: string };

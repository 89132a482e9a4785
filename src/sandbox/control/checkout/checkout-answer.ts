import type { RenderedPage } from './checkout.layout.js';

/** What the browser gets: a page, or the way to another one. */
export type CheckoutAnswer = { status: number; page: RenderedPage } | { location: string };

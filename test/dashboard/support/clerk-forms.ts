import { expect } from '@jest/globals';
import type { DashboardStage } from './dashboard-stage.js';
import type { Clerk } from './host-clerks.js';

/** Path of one order's page, or of a form about it. */
export const orderPath = (id: string, action = ''): string => `/orders/order${action}?group=web&id=${id}`;

/** Sends a form, and gives what its sender reads on the page that follows. */
export async function answerTo(
  dashboard: DashboardStage,
  path: string,
  fields: Readonly<Record<string, string>>,
  clerk: Clerk = 'ann',
): Promise<string> {
  const response = await dashboard.send(path, fields, clerk);
  expect(response.status).toBe(303);
  const location = response.headers.get('location') ?? '';
  const page = await dashboard.html(location.slice(new URL(dashboard.url).pathname.length), clerk);
  return /class="flash (?:good|bad)"[^]*?<p>([^<]*)<\/p>/.exec(page)?.[1] ?? '';
}

/** What a page says, without its markup; what stands only behind a text is not in it. */
export const wordsOf = (html: string): string =>
  html
    .replace(/^[^]*<main[^>]*>/, '')
    .replace(/<\/main>[^]*$/, '')
    .replaceAll(/<(script|style)[^]*?<\/\1>/g, '')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll('&amp;', '&')
    .replaceAll('&lt;', '<')
    .replaceAll('&quot;', '"')
    .replaceAll(/\s+/g, ' ')
    .trim();

import type { Page } from '../support/index.js';
import { queryValues, type PageRequest } from './page-request.js';

/** The way to the pages before and after this one of a list. */
export interface PagerLinks {
  /** How many rows this page has. */
  readonly count: number;
  /** Addresses; null at either end. */
  readonly previous: string | null;
  readonly next: string | null;
}

/** How many rows a page of a list has. */
export const PAGE_SIZE = 25;

// Long enough for the place of an order: its group and id, as base64.
const CURSOR = /^[\w.-]{1,512}$/;

/** Reads the cursor of the page that is asked for, whichever way; null for the first page and for what is no cursor. */
export function cursorIn(request: PageRequest): string | null {
  const cursors = [...queryValues(request, 'after'), ...queryValues(request, 'before')];
  return cursors.find((cursor) => CURSOR.test(cursor)) ?? null;
}

/** The links of a page's neighbours: the same address, with another cursor. */
export function pagerLinks(
  page: Page<unknown>,
  path: string,
  fields: Readonly<Record<string, string | null>> = {},
): PagerLinks {
  const link = (cursor: Record<string, string>): string => addressOf(path, { ...fields, ...cursor });
  return {
    count: page.items.length,
    previous: page.previous && link({ before: page.previous }),
    next: page.next && link({ after: page.next }),
  };
}

/** A path with a query of those fields that say something. */
export function addressOf(path: string, fields: Readonly<Record<string, string | null>>): string {
  const entries = Object.entries(fields).filter((entry): entry is [string, string] => !!entry[1]);
  return entries.length === 0 ? path : `${path}?${new URLSearchParams(entries)}`;
}

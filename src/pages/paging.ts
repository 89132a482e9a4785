import type { Page } from '../support/index.js';
import { queryValues, type PageRequest } from './page-request.js';

/** The links to the previous and next page of a list. */
export interface PagerLinks {
  /** The number of rows on this page. */
  readonly count: number;
  /** Addresses; null if there is no such page. */
  readonly previous: string | null;
  readonly next: string | null;
}

/** The number of rows per page. */
export const PAGE_SIZE = 25;

// Long enough for the place of an order: its group and id, as base64.
const CURSOR = /^[\w.-]{1,512}$/;

/** The cursor of the requested page, in either direction; null for the first page and for an invalid cursor. */
export function cursorIn(request: PageRequest): string | null {
  const cursors = [...queryValues(request, 'after'), ...queryValues(request, 'before')];
  return cursors.find((cursor) => CURSOR.test(cursor)) ?? null;
}

/** The links to the neighbours of a page: the same address, with another cursor. */
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

/** A path with a query of the non-empty fields. */
export function addressOf(path: string, fields: Readonly<Record<string, string | null>>): string {
  const entries = Object.entries(fields).filter((entry): entry is [string, string] => !!entry[1]);
  return entries.length === 0 ? path : `${path}?${new URLSearchParams(entries)}`;
}

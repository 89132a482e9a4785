import { queryValues, type PageRequest } from './page-request.js';

/** Which part of a list is wanted: what follows a row, what precedes one, or the beginning. */
export interface PageCursor {
  /** Key of the last row of the page before. */
  readonly after: string | null;
  /** Key of the first row of the page that follows; `after` wins. */
  readonly before: string | null;
}

/** A part of a list. */
export interface ListPage<T> {
  readonly items: readonly T[];
  /** Cursors of the neighbouring pages; null at either end. */
  readonly previous: string | null;
  readonly next: string | null;
}

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

/** The beginning of a list. */
export const FIRST_PAGE: PageCursor = { after: null, before: null };

// Long enough for the place of an order: its group and id, as base64.
const KEY = /^[\w.-]{1,512}$/;

/** Reads `after` and `before`; what is no key counts as absent. */
export function readCursor(request: PageRequest): PageCursor {
  const key = (name: string): string | null => {
    const [value = ''] = queryValues(request, name);
    return KEY.test(value) ? value : null;
  };
  return { after: key('after'), before: key('before') };
}

/** Whether the rows before the cursor are wanted, nearest first. */
export function goesBack(cursor: PageCursor): boolean {
  return cursor.after === null && cursor.before !== null;
}

/**
 * Makes a page of rows that were read in the direction of the cursor, one more than fit: that one tells whether the
 * list goes on, so nothing is ever counted.
 */
export function pageOf<T extends { id: string }>(
  rows: readonly T[],
  cursor: PageCursor,
  size = PAGE_SIZE,
): ListPage<T> {
  const isMore = rows.length > size;
  const back = goesBack(cursor);
  const items = back ? rows.slice(0, size).reverse() : rows.slice(0, size);
  const first = items[0]?.id ?? null;
  const last = items.at(-1)?.id ?? null;
  return back
    ? { items, previous: isMore ? first : null, next: last }
    : { items, previous: cursor.after === null ? null : first, next: isMore ? last : null };
}

/** The links of a page's neighbours: the same address, with another cursor. */
export function pagerLinks(
  page: ListPage<unknown>,
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

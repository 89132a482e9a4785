import type { OrderListPart } from './order-search.types.js';

/** Where an order stands in a list by age; in one by ids, the time plays no part. */
export interface OrderPlace {
  /** Epoch milliseconds. */
  readonly createdAt: number;
  readonly group: string;
  readonly orderId: string;
}

/** Where a page begins, and in which direction it is read. */
export interface PageStart {
  readonly place: OrderPlace | null;
  /** True: towards what comes before that place. */
  readonly back: boolean;
  /** Rows of the page. */
  readonly size: number;
}

const DEFAULT_SIZE = 25;
const MOST = 1_000;
/** Width of the columns of group and id. */
const LONGEST_NAME = 64;

/** Writes a place as text that needs no escaping in an address. */
export const placeText = ({ createdAt, group, orderId }: OrderPlace): string =>
  Buffer.from(JSON.stringify([createdAt, group, orderId])).toString('base64url');

/** Reads what {@link placeText} has written; null for anything else. */
export function readPlace(text: string | null | undefined): OrderPlace | null {
  if (!text) return null;
  const parts = parsed(Buffer.from(text, 'base64url').toString('utf8'));
  if (!Array.isArray(parts)) return null;
  const [createdAt, group, orderId] = parts as readonly unknown[];
  const isPlace = Number.isSafeInteger(createdAt) && isName(group) && isName(orderId);
  return isPlace ? { createdAt: Number(createdAt), group, orderId } : null;
}

/** What part of a list is wanted. */
export function pageStart({ after, before, limit = DEFAULT_SIZE }: OrderListPart): PageStart {
  const following = readPlace(after);
  const preceding = following === null ? readPlace(before) : null;
  const size = Math.min(Math.max(1, Math.trunc(limit)), MOST);
  return { place: following ?? preceding, back: preceding !== null, size };
}

/**
 * Makes a page of rows that were read in its direction, one more than fit: that one tells whether the list goes on, so
 * nothing is ever counted.
 */
export function pageOfRows<R extends { readonly id: string }>(rows: readonly R[], { place, back, size }: PageStart) {
  const isMore = rows.length > size;
  const items = back ? rows.slice(0, size).reverse() : rows.slice(0, size);
  const first = items[0]?.id ?? null;
  const last = items.at(-1)?.id ?? null;
  const hasPrevious = back ? isMore : place !== null;
  const hasNext = back || isMore;
  return { items, previous: hasPrevious ? first : null, next: hasNext ? last : null };
}

/** What a database can be asked for: it comes from an address, and may be anything. */
const isName = (value: unknown): value is string =>
  typeof value === 'string' && value.length <= LONGEST_NAME && !value.includes('\0');

function parsed(json: string): unknown {
  try {
    return JSON.parse(json) as unknown;
  } catch {
    return null;
  }
}

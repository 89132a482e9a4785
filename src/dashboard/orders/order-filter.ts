import { queryChoice, queryText, type PageRequest } from '../../pages/page-request.js';
import { formatServiceTime, ORDER_STATUSES, parseServiceTime } from '../../protocol/index.js';
import type { OrderFilter } from '../../shop/admin/index.js';

/** What the list of orders is narrowed down to, as it stands in the address. */
export interface OrdersFilter {
  /** How an id begins, or a reference; empty for none. When there is one, the others play no part. */
  readonly search: string;
  readonly group: string | null;
  readonly status: StatusChoice | null;
  /** A reason to look, or `any`. */
  readonly attention: string | null;
  /** First day, `YYYY-MM-DD` in the page's zone. */
  readonly from: string | null;
  /** Last day. */
  readonly to: string | null;
}

/** Statuses to choose from: the service's, and those of this package. */
export const STATUS_CHOICES = ['none', 'authorised', ...ORDER_STATUSES] as const;

type StatusChoice = (typeof STATUS_CHOICES)[number];

/** What is searched for: a reference may have as many characters, of two units each. */
export const LONGEST_SEARCH = 200;
const LONGEST_NAME = 64;
const DAY_MS = 86_400_000;
const REASON = /^[\w-]{1,32}$/;

/** Reads the filter out of an address; what cannot be is left out. */
export function readOrdersFilter(request: PageRequest): OrdersFilter {
  const value = (name: string): string => queryText(request, name).trim();
  const day = (name: string): string | null =>
    parseServiceTime(`${value(name)}T00:00:00`, 'UTC') === null ? null : value(name);
  const attention = value('attention') === '1' ? 'any' : value('attention');
  return {
    search: value('search').slice(0, LONGEST_SEARCH),
    group: value('group') === '' ? null : value('group').slice(0, LONGEST_NAME),
    status: queryChoice(request, 'status', STATUS_CHOICES),
    attention: REASON.test(attention) ? attention : null,
    from: day('from'),
    to: day('to'),
  };
}

/** The same for the search: days become instants of the zone. */
export function searchFilter(filter: OrdersFilter, timeZone: string): OrderFilter {
  const { group, status, attention, from, to } = filter;
  return {
    ...(group !== null && { group }),
    ...(status !== null && { status }),
    ...(attention !== null && { attention }),
    ...(from !== null && { from: beginOf(from, timeZone) }),
    ...(to !== null && { to: beginOf(dayAfter(to), timeZone) }),
  };
}

/** Whether the list is narrowed down at all. */
export const isNarrowed = (filter: OrdersFilter): boolean => Object.values(filter).some((value) => Boolean(value));

// Of a calendar day; some zones begin one at one o'clock, which is read as such.
const beginOf = (day: string, timeZone: string): number => parseServiceTime(`${day}T00:00:00`, timeZone) ?? 0;

const dayAfter = (day: string): string => formatServiceTime(beginOf(day, 'UTC') + DAY_MS, 'UTC').slice(0, 10);

import { queryChoice, queryText, type PageRequest } from '../../pages/page-request.js';
import { ORDER_STATUSES } from '../../protocol/index.js';
import { amountRange, readAmounts, type AmountFilter } from './amount-filter.js';
import { daysBetween, readDays, type DayFilter } from '../frame/day-filter.js';
import type { OrderFilter } from '../../shop/admin/index.js';

/** The filter of the list of orders, as in the URL. */
export interface OrdersFilter extends DayFilter, AmountFilter {
  /** The beginning of an id, or a reference; empty for none. If it is given, the other fields are ignored. */
  readonly search: string;
  readonly group: string | null;
  readonly status: StatusChoice | null;
  /** The payment method, by the service's code. */
  readonly method: string | null;
  /** A reason for attention, or `any`. */
  readonly attention: string | null;
}

/** The statuses to choose from: the service's, and those of this package. */
export const STATUS_CHOICES = ['unfinished', 'paid', 'none', 'authorised', 'voided', ...ORDER_STATUSES] as const;

/** One of {@link STATUS_CHOICES}. */
export type StatusChoice = (typeof STATUS_CHOICES)[number];

/** The longest search text: a reference may have this many characters, of two units each. */
export const LONGEST_SEARCH = 200;
const LONGEST_NAME = 64;
const METHOD = /^[\w -]{1,64}$/;
const REASON = /^[\w-]{1,32}$/;

/** Reads the filter from the URL; invalid parts are left out. */
export function readOrdersFilter(request: PageRequest): OrdersFilter {
  const value = (name: string): string => queryText(request, name).trim();
  const attention = value('attention') === '1' ? 'any' : value('attention');
  return {
    search: value('search').slice(0, LONGEST_SEARCH),
    group: value('group') === '' ? null : value('group').slice(0, LONGEST_NAME),
    status: queryChoice(request, 'status', STATUS_CHOICES),
    attention: REASON.test(attention) ? attention : null,
    method: METHOD.test(value('method')) ? value('method') : null,
    ...readAmounts(request),
    ...readDays(request),
  };
}

/** The same filter for the search, with days as times in the zone. */
export function searchFilter(filter: OrdersFilter, timeZone: string): OrderFilter {
  const { group, status, attention, method } = filter;
  const amount = amountRange(filter);
  return {
    ...(group !== null && { group }),
    ...(status !== null && { status }),
    ...(attention !== null && { attention }),
    ...(method !== null && { method }),
    ...(amount !== null && { amount }),
    ...daysBetween(filter, timeZone),
  };
}

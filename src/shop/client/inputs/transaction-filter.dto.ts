import {
  LISTED_FINANCIAL_STATUSES,
  LISTED_STATUSES,
  LISTED_TYPES,
  MAX_PAGE_SIZE,
  type ListedFinancialStatus,
  type ListedStatus,
  type ListedType,
  type OneOrMore,
  type TransactionFilter,
} from '../../../protocol/index.js';
import { isWhole } from '../../core/index.js';
import { IfGiven } from './field.decorators.js';

/** The end of the year 9999: later times are not written with four digits of a year. */
const MAX_TIME_MS = 253_402_300_799_999;

const Time = (): PropertyDecorator =>
  IfGiven('be a whole number of epoch milliseconds', (value) => isWhole(value, 0, MAX_TIME_MS));

/** One value or several. */
const each =
  (isGood: (value: unknown) => boolean) =>
  (value: unknown): boolean =>
    Array.isArray(value) ? value.every(isGood) : isGood(value);
const isOneOf =
  (words: readonly string[]) =>
  (value: unknown): boolean =>
    words.some((word) => word === value);
const matches = (pattern: RegExp) => (value: unknown) => typeof value === 'string' && pattern.test(value);

/**
 * What is judged of a {@link TransactionFilter} (protocol §2.8).
 *
 * @example
 * ```ts
 * const filter: TransactionFilterDto = { limit: 1_000, type: 'refund', createdFrom: 1_753_953_275_000 };
 * ```
 */
export class TransactionFilterDto implements TransactionFilter {
  @IfGiven(`be a whole number from 1 to ${MAX_PAGE_SIZE}`, (value) => isWhole(value, 1, MAX_PAGE_SIZE))
  limit?: number;

  @IfGiven('be a status of the list', each(isOneOf(LISTED_STATUSES)))
  status?: OneOrMore<ListedStatus>;

  @IfGiven('be a financial status of the list', each(isOneOf(LISTED_FINANCIAL_STATUSES)))
  financialStatus?: OneOrMore<ListedFinancialStatus>;

  @IfGiven('be a type of the list', each(isOneOf(LISTED_TYPES)))
  type?: OneOrMore<ListedType>;

  @IfGiven('be a code such as IDEAL', each(matches(/^[A-Za-z0-9_]{1,32}$/)))
  paymentMethod?: OneOrMore<string>;

  @Time()
  createdFrom?: number;

  @Time()
  createdUntil?: number;

  @Time()
  completedFrom?: number;

  @Time()
  completedUntil?: number;

  @IfGiven('be three capital letters', matches(/^[A-Z]{3}$/))
  currency?: string;

  @IfGiven('be in or out', isOneOf(['in', 'out']))
  movement?: 'in' | 'out';

  @IfGiven('be a whole number, not negative', (value) => isWhole(value, 0, Number.MAX_SAFE_INTEGER))
  siteId?: number;
}

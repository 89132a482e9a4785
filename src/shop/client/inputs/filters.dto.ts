import {
  LISTED_FINANCIAL_STATUSES,
  LISTED_STATUSES,
  LISTED_TYPES,
  MAX_PAGE_SIZE,
  type PaymentMethodFilter,
  type TransactionFilter,
} from '../../../protocol/index.js';
import { isWhole } from '../../core/index.js';
import { IfGiven, inputOf } from './field.decorators.js';

/** The end of the year 9999: the year of a later time has more than four digits. */
const MAX_TIME_MS = 253_402_300_799_999;

const Time = (): PropertyDecorator =>
  IfGiven('be a whole number of epoch milliseconds', (value) => isWhole(value, 0, MAX_TIME_MS));

/** One value or several. An empty list is refused: the field would not be sent, and nothing would be filtered. */
const each =
  (isGood: (value: unknown) => boolean) =>
  (value: unknown): boolean =>
    Array.isArray(value) ? value.length > 0 && value.every(isGood) : isGood(value);
const isOneOf =
  (words: readonly string[]) =>
  (value: unknown): boolean =>
    words.some((word) => word === value);
const matches = (pattern: RegExp) => (value: unknown) => typeof value === 'string' && pattern.test(value);
const isFlag = (value: unknown): boolean => typeof value === 'boolean';

/** The rules for a {@link TransactionFilter} (protocol §2.8). */
export const TransactionFilterDto = inputOf<TransactionFilter>({
  limit: IfGiven(`be a whole number from 1 to ${MAX_PAGE_SIZE}`, (value) => isWhole(value, 1, MAX_PAGE_SIZE)),
  status: IfGiven('be one status of the list or several', each(isOneOf(LISTED_STATUSES))),
  financialStatus: IfGiven('be one financial status of the list or several', each(isOneOf(LISTED_FINANCIAL_STATUSES))),
  type: IfGiven('be one type of the list or several', each(isOneOf(LISTED_TYPES))),
  paymentMethod: IfGiven('be one code such as IDEAL or several', each(matches(/^[A-Za-z0-9_]{1,32}$/))),
  createdFrom: Time(),
  createdUntil: Time(),
  completedFrom: Time(),
  completedUntil: Time(),
  currency: IfGiven('be three capital letters', matches(/^[A-Z]{3}$/)),
  movement: IfGiven('be in or out', isOneOf(['in', 'out'])),
  siteId: IfGiven('be a whole number, not negative', (value) => isWhole(value, 0, Number.MAX_SAFE_INTEGER)),
});

/** The rules for a {@link PaymentMethodFilter} (protocol §2.9). */
export const PaymentMethodFilterDto = inputOf<PaymentMethodFilter>({
  amount: IfGiven('be a whole number of minor units, not negative', (value) =>
    isWhole(value, 0, Number.MAX_SAFE_INTEGER),
  ),
  currency: IfGiven('be three capital letters', matches(/^[A-Z]{3}$/)),
  country: IfGiven('be two capital letters', matches(/^[A-Z]{2}$/)),
  locale: IfGiven('be text', (value) => typeof value === 'string'),
  groupCards: IfGiven('be true or false', isFlag),
  includeCoupons: IfGiven('be true or false', isFlag),
});

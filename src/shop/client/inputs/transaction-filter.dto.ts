import 'reflect-metadata';
import { IsIn, IsInt, Matches, Max, Min } from 'class-validator';
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
import { IfSaid } from './if-said.js';

/** The end of the year 9999: later times are not written with four digits of a year. */
const MAX_TIME_MS = 253_402_300_799_999;

const IsTime = (): PropertyDecorator => (target, name) => {
  const message = `${String(name)} must be a whole number of epoch milliseconds`;
  IfSaid()(target, name);
  IsInt({ message })(target, name);
  Min(0, { message })(target, name);
  Max(MAX_TIME_MS, { message })(target, name);
};

/**
 * Shape of a {@link TransactionFilter}, for class-validator (protocol §2.8). Messages never repeat a value.
 *
 * @example
 * ```ts
 * const filter: TransactionFilterDto = { limit: 1_000, type: 'refund', createdFrom: 1_753_953_275_000 };
 * ```
 */
export class TransactionFilterDto implements TransactionFilter {
  @IfSaid()
  @IsInt({ message: 'limit must be a whole number' })
  @Min(1, { message: 'limit must be at least 1' })
  @Max(MAX_PAGE_SIZE, { message: `limit must be at most ${MAX_PAGE_SIZE}` })
  limit?: number;

  @IfSaid()
  @IsIn(LISTED_STATUSES, { each: true, message: 'status must be a status of the list' })
  status?: OneOrMore<ListedStatus>;

  @IfSaid()
  @IsIn(LISTED_FINANCIAL_STATUSES, { each: true, message: 'financialStatus must be a financial status of the list' })
  financialStatus?: OneOrMore<ListedFinancialStatus>;

  @IfSaid()
  @IsIn(LISTED_TYPES, { each: true, message: 'type must be a type of the list' })
  type?: OneOrMore<ListedType>;

  @IfSaid()
  @Matches(/^[A-Za-z0-9_]{1,32}$/, { each: true, message: 'paymentMethod must be a code such as IDEAL' })
  paymentMethod?: OneOrMore<string>;

  @IsTime()
  createdFrom?: number;

  @IsTime()
  createdUntil?: number;

  @IsTime()
  completedFrom?: number;

  @IsTime()
  completedUntil?: number;

  @IfSaid()
  @Matches(/^[A-Z]{3}$/, { message: 'currency must be three capital letters' })
  currency?: string;

  @IfSaid()
  @IsIn(['in', 'out'], { message: 'movement must be in or out' })
  movement?: 'in' | 'out';

  @IfSaid()
  @IsInt({ message: 'siteId must be a whole number' })
  @Min(0, { message: 'siteId must not be negative' })
  @Max(Number.MAX_SAFE_INTEGER, { message: 'siteId must be a whole number' })
  siteId?: number;
}

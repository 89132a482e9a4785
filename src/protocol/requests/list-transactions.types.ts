/** Statuses by which the list can be filtered, in the list's own spelling (protocol §2.8). */
export const LISTED_STATUSES = [
  'cancelled',
  'chargeback',
  'completed',
  'declined',
  'expired',
  'initialized',
  'partial_refunded',
  'refunded',
  'reserved',
  'shipped',
  'uncleared',
  'void',
] as const;

/** One of {@link LISTED_STATUSES}. */
export type ListedStatus = (typeof LISTED_STATUSES)[number];

/** Financial statuses by which the list can be filtered: a value set of its own (protocol §2.8). */
export const LISTED_FINANCIAL_STATUSES = [
  'completed',
  'created',
  'declined',
  'error',
  'expired',
  'initialized',
  'manual',
  'new',
  'refunded',
  'reserved',
  'uncleared',
  'void',
] as const;

/** One of {@link LISTED_FINANCIAL_STATUSES}. */
export type ListedFinancialStatus = (typeof LISTED_FINANCIAL_STATUSES)[number];

/** Kinds of transaction by which the list can be filtered (protocol §2.8). */
export const LISTED_TYPES = [
  'admin_fee',
  'affiliate_payout',
  'automatic_payout',
  'chargeback',
  'coupon',
  'currency_conversion',
  'deposit',
  'fastcheckout',
  'monthly_fee',
  'payment',
  'refund',
  'reserve_chargeback',
  'signup_fee',
] as const;

/** One of {@link LISTED_TYPES}. */
export type ListedType = (typeof LISTED_TYPES)[number];

/** One value, or a list of which any value matches. */
export type OneOrMore<T> = T | readonly T[];

/**
 * Which transactions are listed, and how many per page (spec §4.3, protocol §2.8). An absent field filters nothing.
 *
 * Several values of a field are sent with commas between them. A call with an empty list of values is refused; in a
 * request, an empty list is not sent and filters nothing. Public texts show several values for methods only: if a
 * service refuses them for another field, list once for each value. There is no filter by order; read that order
 * instead.
 */
export interface TransactionFilter {
  /** Transactions per page, 1 to 1,000. Default of the service: 100. */
  readonly limit?: number;
  readonly status?: OneOrMore<ListedStatus>;
  readonly financialStatus?: OneOrMore<ListedFinancialStatus>;
  readonly type?: OneOrMore<ListedType>;
  /** Codes such as `IDEAL`. */
  readonly paymentMethod?: OneOrMore<string>;
  /** Epoch milliseconds (UTC), inclusive; sent as whole seconds, rounded down. */
  readonly createdFrom?: number;
  /** Epoch milliseconds (UTC), exclusive; sent as whole seconds, rounded up. */
  readonly createdUntil?: number;
  /** Like `createdFrom`; excludes transactions that are not completed. */
  readonly completedFrom?: number;
  /** Like `createdUntil`; excludes transactions that are not completed. */
  readonly completedUntil?: number;
  /** ISO 4217, three capital letters. */
  readonly currency?: string;
  /** `in`: money that the account received; `out`: money that it paid. */
  readonly movement?: 'in' | 'out';
  /** The service's number of a website, if the key can see several. */
  readonly siteId?: number;
}

/** A place in the list: the rows on the older or the newer side of a cursor (spec §4.3). */
export interface ListPlace {
  readonly cursor: string;
  /** Default `older`. */
  readonly direction?: 'older' | 'newer';
}

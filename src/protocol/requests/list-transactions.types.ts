/** Statuses that the list can be narrowed to, in the list's own spelling (protocol §2.8). */
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

/** Financial statuses that the list can be narrowed to: a value set of its own (protocol §2.8). */
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

/** Kinds of transaction that the list can be narrowed to (protocol §2.8). */
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

/** One value, or several of which any will do. */
export type OneOrMore<T> = T | readonly T[];

/**
 * Which transactions are listed, and how many a page (spec §4.3, protocol §2.8). Nothing said is nothing left out.
 *
 * Several values of a field travel with commas between them. A call with an empty list of values is refused; in a request an
 * empty list is a field that is not sent, which leaves nothing out. The public texts show that form for nothing but methods:
 * where a service refuses it, list once for each value. There is no filter by order; read that order instead.
 */
export interface TransactionFilter {
  /** Transactions a page, 1 to 1,000. Default of the service: 100. */
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
  /** As `createdFrom`; leaves out what is not completed. */
  readonly completedFrom?: number;
  /** As `createdUntil`; leaves out what is not completed. */
  readonly completedUntil?: number;
  /** ISO 4217, three capital letters. */
  readonly currency?: string;
  /** Money that came `in` to the account, or went `out` of it. */
  readonly movement?: 'in' | 'out';
  /** The service's number of a website, where a key may see several. */
  readonly siteId?: number;
}

/** A place in the list: what lies beyond a cursor, on its older or its newer side (spec §4.3). */
export interface ListPlace {
  readonly cursor: string;
  /** Default `older`. */
  readonly direction?: 'older' | 'newer';
}

import type { OperatorDecision } from '../../decisions/index.js';
import type { ListedDifference } from '../../orders/index.js';

/**
 * How the service's list and the shop's orders differ: the differences that the list alone shows, and in addition
 * - `unknown-here`: the list has a payment or refund without an order in the shop; another system may use the account. With
 *   the option `orderIdPrefix` only ids that begin with it count.
 * - `absent-there`: the order is paid in the shop, and the list has nothing of it.
 */
export type DifferenceKind = ListedDifference | 'unknown-here' | 'absent-there';

/**
 * The outcome of a difference. `reported`: a dry run, nothing was tried. `resolved`: the order was read, and agrees now.
 * `remains`: it was read and still differs, or there is no order to read: a person decides. `failed`: it could not be read.
 */
export type DifferenceOutcome = 'reported' | 'resolved' | 'remains' | 'failed';

/** One side of a difference. Amounts in minor units. */
export interface ReconciledFacts {
  readonly status: string | null;
  readonly amount: number | null;
  readonly amountRefunded: number | null;
  /** ISO 4217, unchanged. */
  readonly currency: string | null;
}

/** One difference. Texts of the service are unchanged. */
export interface ReconciledDifference {
  readonly kind: DifferenceKind;
  readonly outcome: DifferenceOutcome;
  readonly group: string;
  /** The shop's own id; null for an order that the shop does not know. */
  readonly orderId: string | null;
  /** The `order_id` at the service. */
  readonly serviceOrderId: string | null;
  readonly transactionId: string | null;
  /** The shop's facts before anything was tried; null for an order that the shop does not know. */
  readonly here: ReconciledFacts | null;
  /** The facts in the list; null when it has none. For a refund, `amountRefunded` is the sum of those in the list. */
  readonly there: ReconciledFacts | null;
  /** When the service made the transaction, epoch milliseconds (UTC); null when unknown. */
  readonly createdAt: number | null;
  /** Why it could not be read; null otherwise. */
  readonly why: string | null;
}

/** The progress of a comparison. */
export interface ReconcileProgress {
  readonly pages: number;
  /** Transactions of the time span. */
  readonly listed: number;
  readonly differences: number;
  /** Everything newer has been compared, epoch milliseconds (UTC). */
  readonly comparedDownTo: number;
}

/** What is compared, and who decided that differences are read, and why. */
export interface ReconcileWindow extends OperatorDecision {
  /** Transactions created at this time or later, epoch milliseconds (UTC). */
  readonly from: number;
  /** Transactions created before this time, epoch milliseconds (UTC); later than `from`. */
  readonly to: number;
  /** Only reports: makes no calls except for the list, and changes nothing. Default false. */
  readonly dryRun?: boolean;
  /** Called after each page of a thousand. */
  readonly onProgress?: (progress: ReconcileProgress) => void;
  /** Called with each difference, also with those that the report does not keep. */
  readonly onDifference?: (difference: ReconciledDifference) => void;
  /** Ends the comparison after the current page. */
  readonly signal?: AbortSignal;
}

/** The time span and the terminal group of a comparison. */
export interface ReconcileRequest extends ReconcileWindow {
  readonly group: string;
}

/** The result of a comparison as data; see {@link reconciliationTable} and {@link reconciliationCsv} for people. */
export interface ReconciliationReport {
  readonly group: string;
  readonly from: number;
  readonly to: number;
  readonly dryRun: boolean;
  /** False when it was ended early, or the list would not end. */
  readonly complete: boolean;
  readonly pages: number;
  readonly listed: number;
  /**
   * Listed transactions of another shop on the same account, by the prefix of its ids (`orderIdPrefix`); the other fields
   * leave them out.
   */
  readonly foreign?: number;
  /** The number of differences of each kind, including those not kept. */
  readonly counts: Readonly<Partial<Record<DifferenceKind, number>>>;
  /** The first 10,000. */
  readonly differences: readonly ReconciledDifference[];
}

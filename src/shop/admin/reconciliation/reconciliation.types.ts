import type { OperatorDecision } from '../../decisions/index.js';
import type { ListedDifference } from '../../orders/index.js';

/**
 * In what the service's list and the shop's orders differ: what a look at the list alone can tell, and besides
 * - `unknown-here`: the list has a payment or refund that the shop has no order for; another system may use the account.
 *   With the option `orderIdPrefix` only ids that begin with it count.
 * - `absent-there`: the shop has it as paid, and the list has nothing of it.
 */
export type DifferenceKind = ListedDifference | 'unknown-here' | 'absent-there';

/**
 * What became of a difference. `reported`: a dry run, nothing was tried. `resolved`: the order was read, and agrees now.
 * `remains`: it was read and still differs, or there is no order to read: for a person. `failed`: it could not be read.
 */
export type DifferenceOutcome = 'reported' | 'resolved' | 'remains' | 'failed';

/** One side of a difference. Amounts in minor units. */
export interface ReconciledFacts {
  readonly status: string | null;
  readonly amount: number | null;
  readonly amountRefunded: number | null;
  /** ISO 4217, as it was given. */
  readonly currency: string | null;
}

/** One difference. Texts of the service are as they came. */
export interface ReconciledDifference {
  readonly kind: DifferenceKind;
  readonly outcome: DifferenceOutcome;
  readonly group: string;
  /** The shop's own id; null for what the shop does not know. */
  readonly orderId: string | null;
  /** The `order_id` at the service. */
  readonly serviceOrderId: string | null;
  readonly transactionId: string | null;
  /** As it was before anything was tried; null for what the shop does not know. */
  readonly here: ReconciledFacts | null;
  /** As the list has it; null for what it does not have. Of a refund `amountRefunded` is the sum of those in the list. */
  readonly there: ReconciledFacts | null;
  /** When the service made the transaction, epoch milliseconds (UTC); null when unknown. */
  readonly createdAt: number | null;
  /** Why it could not be read; null otherwise. */
  readonly why: string | null;
}

/** How far a comparison has come. */
export interface ReconcileProgress {
  readonly pages: number;
  /** Transactions of the time in question. */
  readonly listed: number;
  readonly differences: number;
  /** Everything newer has been compared, epoch milliseconds (UTC). */
  readonly comparedDownTo: number;
}

/** What is compared, and on whose word differences are looked into. */
export interface ReconcileWindow extends OperatorDecision {
  /** Transactions created at this time or later, epoch milliseconds (UTC). */
  readonly from: number;
  /** Transactions created before this time, epoch milliseconds (UTC); later than `from`. */
  readonly to: number;
  /** Only reports: makes no calls but those for the list, and changes nothing. Default false. */
  readonly dryRun?: boolean;
  /** Told after each page of a thousand. */
  readonly onProgress?: (progress: ReconcileProgress) => void;
  /** Told of each difference, also of those beyond what the report keeps. */
  readonly onDifference?: (difference: ReconciledDifference) => void;
  /** Ends the comparison after the page that is under way. */
  readonly signal?: AbortSignal;
}

/** What is compared, of which terminal group. */
export interface ReconcileRequest extends ReconcileWindow {
  readonly group: string;
}

/** How a comparison ended: data, see {@link reconciliationTable} and {@link reconciliationCsv} for people. */
export interface ReconciliationReport {
  readonly group: string;
  readonly from: number;
  readonly to: number;
  readonly dryRun: boolean;
  /** False when it was ended early, or the list would not end. */
  readonly complete: boolean;
  readonly pages: number;
  readonly listed: number;
  /** Of the listed: another shop's on the same account, by the prefix of its ids (`orderIdPrefix`); left out of the rest. */
  readonly foreign?: number;
  /** How many there are of each kind, those not kept included. */
  readonly counts: Readonly<Partial<Record<DifferenceKind, number>>>;
  /** The first 10,000. */
  readonly differences: readonly ReconciledDifference[];
}

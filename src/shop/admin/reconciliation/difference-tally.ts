import type { FoundDifference } from './list-comparison.js';
import type {
  DifferenceKind,
  ReconciledDifference,
  ReconciledFacts,
  ReconcileRequest,
} from './reconciliation.types.js';

/** How many differences the report keeps; more are only counted and reported by the callback. */
const MOST_KEPT = 10_000;

const hereOf = ({ subject }: FoundDifference): ReconciledFacts | null =>
  subject && {
    status: subject.order.status,
    amount: subject.order.amount,
    amountRefunded: subject.order.amountRefunded,
    currency: subject.order.currency,
  };

/** The differences of one comparison: all are counted, and kept up to a bound. */
export class DifferenceTally {
  readonly counts: Partial<Record<DifferenceKind, number>> = {};
  readonly kept: ReconciledDifference[] = [];
  total = 0;

  constructor(private readonly request: Pick<ReconcileRequest, 'group' | 'onDifference'>) {}

  /** Adds a difference and its outcome. */
  add(found: FoundDifference, { outcome, why }: Pick<ReconciledDifference, 'outcome' | 'why'>): void {
    const { kind, serviceOrderId, transactionId, createdAt, there, subject } = found;
    const orderId = subject?.order.orderId ?? null;
    const about = { group: this.request.group, orderId, serviceOrderId, transactionId, createdAt };
    const difference: ReconciledDifference = { kind, outcome, ...about, here: hereOf(found), there, why };
    this.total += 1;
    this.counts[kind] = (this.counts[kind] ?? 0) + 1;
    if (this.kept.length < MOST_KEPT) this.kept.push(difference);
    this.request.onDifference?.(difference);
  }
}

import type { OperatorDecision, RecordedDecision } from '../decisions/index.js';
import type { Money } from '../../protocol/index.js';
import type { Page } from '../../support/index.js';
import type {
  LaneDecision,
  Refund,
  RefundFilter,
  RefundLane,
  RefundProof,
  RefundRequest,
  RefundsService,
  RefundVerdict,
} from '../refunds/index.js';

/** The refunds of one terminal group; see {@link RefundsService} for what each of them does, and throws. */
export interface GroupRefunds {
  /**
   * Asks for a refund and answers at once; the same key is the same refund.
   *
   * @throws PaymentError `REFUND_INVALID`, `REFUND_EXCEEDS_REMAINING`, `REFUND_NOT_PAID`, `REFUND_KEY_CONFLICT`, …
   * @example
   * ```ts
   * const { refunds } = payments.group('web');
   * await refunds.request({ orderId: 'S10042', amount: 'remaining', reason: 'Order returned', key: 'return-88' });
   * ```
   */
  request(request: Omit<RefundRequest, 'group'>): Promise<Refund>;
  /** What can still be given back of an order. */
  remaining(orderId: string): Promise<Money>;
  /** One refund by its id; null when this group has none such. */
  find(id: string): Promise<Refund | null>;
  /** One refund by the key that it was asked for with; null when there is none. */
  findByKey(key: string): Promise<Refund | null>;
  /** One page of refunds. */
  list(filter?: Omit<RefundFilter, 'group'>): Promise<Page<Refund>>;
  /** Everything that is known of a refund's fate, oldest first. */
  evidence(id: string): Promise<RefundProof[]>;
  /** What its lane means to send next, in that order. */
  upcoming(options?: { readonly limit?: number }): Promise<Refund[]>;
  /** What people decided about a refund by hand, oldest first. */
  decisions(id: string): Promise<RecordedDecision[]>;
  /** Calls a refund off, while that can be done. */
  cancel(id: string, decision: OperatorDecision): Promise<Refund>;
  /** Says what became of a refund that is `manual`. */
  decide(id: string, verdict: RefundVerdict): Promise<Refund>;
  /** What its lane does, and how much waits on it. */
  lane(): Promise<RefundLane>;
  /** Sends nothing more until a person lets it go on. */
  pauseLane(decision: LaneDecision): Promise<RefundLane>;
  /** Lets its refunds go on. */
  resumeLane(decision: LaneDecision): Promise<RefundLane>;
}

/** The refunds of one terminal group. */
export const groupRefunds = (refunds: RefundsService, group: string): GroupRefunds => ({
  request: (request) => refunds.request({ ...request, group }),
  remaining: (orderId) => refunds.remaining(orderId, { group }),
  find: (id) => refunds.find(id, { group }),
  findByKey: (key) => refunds.find({ group, key }),
  list: (filter) => refunds.list({ ...filter, group }),
  evidence: (id) => refunds.evidence(id, { group }),
  upcoming: (options) => refunds.upcoming(group, options),
  decisions: (id) => refunds.decisions(id, { group }),
  cancel: (id, decision) => refunds.cancel(id, { ...decision, group }),
  decide: (id, verdict) => refunds.decide(id, { ...verdict, group }),
  lane: () => refunds.lane(group),
  pauseLane: (decision) => refunds.pauseLane(group, decision),
  resumeLane: (decision) => refunds.resumeLane(group, decision),
});

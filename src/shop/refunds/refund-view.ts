import { Money } from '../../protocol/index.js';
import type { RefundEvidenceEntity, RefundState, RefundEntity, RefundOrigin } from '../refund-records/index.js';

/** A refund as the shop's own code sees it: a copy, not the row itself. Times in epoch milliseconds (UTC). */
export interface Refund {
  /** Grows with time: later refunds have greater ids. */
  readonly id: string;
  readonly group: string;
  /** The shop's own id of the order. */
  readonly orderId: string;
  /** The `order_id` at the service of the payment from which it is taken. */
  readonly serviceOrderId: string;
  /** `shop`: requested here. `elsewhere`: made by other means, as in the service's dashboard. `chargeback`: taken by the bank. */
  readonly origin: RefundOrigin;
  readonly amount: Money;
  readonly state: RefundState;
  /** Why it is in this state: a code of docs/errors.md, or a word of docs/guide/attention.md; null when there is no reason. */
  readonly stateReason: string | null;
  /** The reason of the refund, in the words of the requester; empty when erased, or made elsewhere. */
  readonly reason: string;
  /** The caller's key; null for one that was made elsewhere. */
  readonly key: string | null;
  /** Its mark at the service (`refund_order_id`); null for one that was made elsewhere. */
  readonly tag: string | null;
  /** Who requested it; null when not given, erased, or made elsewhere. */
  readonly askedBy: string | null;
  /** Its batch; null for a single one. */
  readonly batchId: string | null;
  /** Requests that the service may have carried out. */
  readonly attempts: number;
  /** The service's identifier of the refund; null while it is not known. */
  readonly serviceRefundId: string | null;
  /** When it will be sent if all goes well; null when it does not wait to be sent. */
  readonly plannedAt: number | null;
  /** When its last request was begun; null when it was never sent. */
  readonly lastSentAt: number | null;
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** A requested refund. */
export interface RequestedRefund extends Refund {
  /**
   * Whether this call has created it; false when its key was known. A platform with its own table of refunds has a row
   * already for one that is not new.
   */
  readonly isNew: boolean;
}

/** One fact about a refund's outcome: nothing secret, and facts are only added. Times in epoch milliseconds (UTC). */
export type RefundProof = Omit<RefundEvidenceEntity, 'refundId'>;

/** Copies a row into the shop's view. @param plannedAt - when its lane plans to send it */
export const toRefund = (row: RefundEntity, plannedAt: number | null): Refund => {
  const isOurs = row.origin === 'shop';
  return {
    id: row.id,
    group: row.group,
    orderId: row.orderId,
    serviceOrderId: row.serviceOrderId,
    origin: row.origin,
    amount: Money.ofMinor(row.amount, row.currency),
    state: row.state,
    stateReason: row.reason,
    reason: row.description,
    key: isOurs ? row.key : null,
    tag: isOurs ? row.tag : null,
    askedBy: row.askedBy,
    batchId: row.batchId,
    attempts: row.attempts,
    serviceRefundId: row.serviceRefundId,
    plannedAt: row.state === 'queued' ? plannedAt : null,
    lastSentAt: row.lastSentAt,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
  };
};

/** Copies the evidence of a refund. */
export const toProof = ({ refundId: _of, ...proof }: RefundEvidenceEntity): RefundProof => ({ ...proof });

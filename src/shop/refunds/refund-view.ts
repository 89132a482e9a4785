import { Money } from '../../protocol/index.js';
import type { RefundEvidenceEntity, RefundState, RefundEntity, RefundOrigin } from '../refund-records/index.js';

/** A refund as the shop's own code sees it: a copy, not a handle on the row. Times in epoch milliseconds (UTC). */
export interface Refund {
  /** Grows with time: later ones have a greater one. */
  readonly id: string;
  readonly group: string;
  /** The shop's own id of the order. */
  readonly orderId: string;
  /** The `order_id` at the service of the payment that it is taken from. */
  readonly serviceOrderId: string;
  /** `shop`: asked for here. `elsewhere`: made by other means, as in the service's dashboard. `chargeback`: taken by the bank. */
  readonly origin: RefundOrigin;
  readonly amount: Money;
  readonly state: RefundState;
  /** Why it is in this state: a code of docs/errors.md, or a word of docs/guide/attention.md; null when there is nothing to say. */
  readonly stateReason: string | null;
  /** Why money is given back, in the words of whoever asked; empty when erased, or made elsewhere. */
  readonly reason: string;
  /** The caller's key; null for one that was made elsewhere. */
  readonly key: string | null;
  /** What the service knows it by (`refund_order_id`); null for one that was made elsewhere. */
  readonly tag: string | null;
  /** Whoever asked for it; null when not said, erased, or made elsewhere. */
  readonly askedBy: string | null;
  /** The batch that it belongs to; null for a single one. */
  readonly batchId: string | null;
  /** Sendings that the service may have carried out. */
  readonly attempts: number;
  /** The service's identifier of the refund; null while it is not known. */
  readonly serviceRefundId: string | null;
  /** When it is about to be sent, if all goes well; null when it does not wait to be sent. */
  readonly plannedAt: number | null;
  /** When the last sending was begun; null when it was never sent. */
  readonly lastSentAt: number | null;
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** A refund that was asked for. */
export interface RequestedRefund extends Refund {
  /**
   * Whether this call has made it; false when its key was known. Where a platform keeps refunds of its own, one that is not
   * new has a row there already.
   */
  readonly isNew: boolean;
}

/** One thing that is known about a refund's fate: nothing secret, only ever added to. Times in epoch milliseconds (UTC). */
export type RefundProof = Omit<RefundEvidenceEntity, 'refundId'>;

/** Copies a row into what the shop sees. @param plannedAt - when its lane means to send it */
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

/** Copies what is known of a refund. */
export const toProof = ({ refundId: _of, ...proof }: RefundEvidenceEntity): RefundProof => ({ ...proof });
